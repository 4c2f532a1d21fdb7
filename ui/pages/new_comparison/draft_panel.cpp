// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/draft_panel.h"

#include "ui/theme/fonts.h"
#include "ui/theme/text_measures.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/painted_widget.h"
#include "ui/widgets/status_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace ui {

namespace {

/// The block's number in a ring.
class NumberRing : public PaintedWidget {
public:
    NumberRing(const Theme& theme, int number)
        : PaintedWidget(theme)
        , m_number(number)
    {
        setFixedSize(24, 24);
    }

private:
    void paint(QPainter& painter, const Tokens& tokens) override
    {
        painter.setPen(QPen(tokens.accent, 1.4));
        painter.setBrush(tokens.selection);
        painter.drawEllipse(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
        painter.setFont(uiFont(type::caption, QFont::DemiBold));
        painter.setPen(tokens.text);
        drawText(painter, rect(), Qt::AlignCenter, QString::number(m_number));
    }

    int m_number;
};

} // namespace

DraftPanel::DraftPanel(
    const Theme& theme, int number, const QString& title, const QString& caption, QWidget* parent)
    : Panel(theme, {}, parent)
    , m_state(new StatusLabel(theme, Status::Neutral, tr("checking…")))
    , m_problem(makeParagraph(uiFont(type::caption)))
    , m_headRow(new QHBoxLayout)
{
    setAccessibleName(title);
    layout()->setContentsMargins(16, 9, 16, 11);
    body()->setSpacing(7);
    m_headRow->setSpacing(9);
    m_headRow->addWidget(new NumberRing(theme, number));
    m_headRow->addWidget(makeLabel(title, uiFont(14, QFont::DemiBold)));
    auto* words = new ElidedLabel;
    words->setFont(uiFont(type::caption));
    words->setForegroundRole(QPalette::PlaceholderText);
    words->setText(caption);
    m_headRow->addWidget(words, 1);
    m_state->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_headRow->addWidget(m_state);
    body()->addLayout(m_headRow);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_problem);
    m_problem->hide();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void DraftPanel::showDraft(const PlanDraft& draft)
{
    for (const Binding& binding : m_bindings)
        binding.show(draft);
}

void DraftPanel::store(PlanDraft& draft) const
{
    for (const Binding& binding : m_bindings)
        binding.read(draft);
}

void DraftPanel::bind(
    std::function<void(const PlanDraft&)> show, std::function<void(PlanDraft&)> read)
{
    m_bindings.push_back({std::move(show), std::move(read)});
}

void DraftPanel::bind(TextField* field, QString PlanDraft::*text)
{
    connect(field, &QLineEdit::textEdited, this, &DraftPanel::edited);
    bind([field, text](const PlanDraft& draft) { field->setText(draft.*text); },
        [field, text](PlanDraft& draft) { draft.*text = field->text(); });
}

void DraftPanel::bind(TextField* field, const profiler::PlanSetting& setting)
{
    connect(field, &QLineEdit::textEdited, this, &DraftPanel::edited);
    bind([field, key = setting.text.option](
             const PlanDraft& draft) { field->setText(typedNumber(draft, key)); },
        [field, key = setting.text.option](PlanDraft& draft) {
            if (field->text().isEmpty())
                draft.numbers.erase(key);
            else
                draft.numbers[key] = field->text();
        });
}

void DraftPanel::bind(CheckOption* option, bool PlanDraft::*flag)
{
    connect(option, &CheckOption::clicked, this, &DraftPanel::edited);
    bind([option, flag](const PlanDraft& draft) { option->setChecked(draft.*flag); },
        [option, flag](PlanDraft& draft) { draft.*flag = option->isChecked(); });
}

void DraftPanel::addHeadControl(QWidget* control)
{
    m_headRow->insertWidget(m_headRow->count() - 1, control);
}

void DraftPanel::setProblem(const QString& sentence)
{
    m_state->setStatus(sentence.isEmpty() ? Status::Good : Status::Bad,
        sentence.isEmpty() ? tr("checked") : tr("to be corrected"));
    m_problem->setText(emphasized(sentence));
    m_problem->setVisible(!sentence.isEmpty());
}

void DraftPanel::setWaiting()
{
    m_state->setStatus(Status::Neutral, tr("checking…"));
}

} // namespace ui
