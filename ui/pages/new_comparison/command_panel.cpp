// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/command_panel.h"

#include "profiler/model/case.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/record_command.h"
#include "ui/text/text.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tab_strip.h"

#include <QAbstractTextDocumentLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int mostLines = 20;
constexpr int fewestLines = 5;
constexpr int documentMargins = 16; ///< above and below, or left and right

} // namespace

CommandPanel::CommandPanel(const Theme& theme)
    : Panel(theme, tr("Command"))
    , m_tabs(new TabStrip(theme))
    , m_text(new QPlainTextEdit)
    , m_note(makeParagraph(uiFont(type::caption), QPalette::PlaceholderText))
    , m_copy(new Button(theme, ButtonKind::Secondary, tr("Copy"), Icon::Copy))
{
    setCaption(tr("does exactly the same"));
    m_tabs->setTabs({tr("Options"), tr("Plan file")});
    m_tabs->setAccessibleName(tr("Form of the command"));
    addControl(m_tabs);
    m_text->setReadOnly(true);
    m_text->setFont(monoFont());
    m_text->setLineWrapMode(QPlainTextEdit::WidgetWidth);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setAccessibleName(tr("Command line"));
    m_text->setTabChangesFocus(true);
    m_text->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    m_text->document()->setDocumentMargin(documentMargins / 2.0);
    m_copy->setButtonSize(ButtonSize::Compact);
    m_copy->setAccessibleName(tr("Copy the command"));
    body()->addWidget(m_text);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_note, 1);
    foot->addWidget(m_copy, 0, Qt::AlignTop);
    body()->addLayout(foot);
    connect(m_tabs, &TabStrip::currentChanged, this, &CommandPanel::showText);
    connect(m_text->document()->documentLayout(), &QAbstractTextDocumentLayout::documentSizeChanged,
        this, &CommandPanel::fitHeight);
    connect(m_copy, &Button::clicked, this, [this] { Q_EMIT copyRequested(text()); });
    showText();
}

void CommandPanel::showPlan(
    const std::optional<profiler::Plan>& plan, const QString& output, const QString& machine)
{
    m_plan = plan;
    m_output = output;
    m_machine = machine;
    showText();
}

QString CommandPanel::text() const
{
    return m_text->toPlainText();
}

void CommandPanel::showText()
{
    const bool asFile = m_tabs->current() == 1;
    QString text;
    QString note;
    if (!m_plan) {
        note = tr("It appears when every block is in order.");
    } else {
        auto options = profiler::recordOptions(*m_plan);
        const auto on = m_machine.toStdString();
        const QString elsewhere
            = on.empty() ? QString() : QStringLiteral(" --on ") + qt(profiler::shellWord(on));
        if (asFile) {
            text = qt(profiler::planToJson(*m_plan));
            note = tr("Save plan writes it; fusescope record plan.json%1 runs it.").arg(elsewhere);
        } else if (options.whyNot.empty()) {
            if (!on.empty())
                options.words.insert(options.words.end(), {"--on", on});
            text = qt(profiler::recordCommandText(options.words, m_output.toStdString()));
            const QString folder = qt(m_plan->workload.workingDirectory);
            note = folder.isEmpty() ? QString() : tr("Run it in %1.").arg(folder);
        } else {
            text = QStringLiteral("fusescope record plan.json") + elsewhere
                + (m_output.isEmpty()
                        ? QString()
                        : QStringLiteral(" -o ") + qt(profiler::shellWord(m_output.toStdString())));
            note = tr("Options cannot say %1, so the plan file has to: Save plan first.")
                       .arg(qt(options.whyNot));
        }
    }
    m_text->setPlainText(text);
    m_note->setText(emphasized(note));
    m_copy->setEnabled(!text.isEmpty());
    fitHeight();
}

/// As high as its lines, those that are wrapped among them: a plain text's document counts lines.
void CommandPanel::fitHeight()
{
    const int lines = std::clamp(
        static_cast<int>(m_text->document()->documentLayout()->documentSize().height()),
        fewestLines, mostLines);
    m_text->setFixedHeight(lines * m_text->fontMetrics().lineSpacing() + documentMargins + 2);
}

} // namespace ui
