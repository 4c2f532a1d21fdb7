// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/new_comparison/checks_panel.h"

#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/widgets/button.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/painted_widget.h"
#include "ui/widgets/status_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace ui {

namespace {

/// A tinted frame with a status shape.
class CheckCard : public PaintedWidget {
public:
    CheckCard(const Theme& theme, Status status)
        : PaintedWidget(theme)
        , m_status(status)
    {
    }

private:
    void paint(QPainter& painter, const Tokens& tokens) override
    {
        const QColor& colour = tokens.status(m_status);
        painter.setPen(QPen(blend(colour, tokens.panel, tokens.tints ? 0.55 : 1), tokens.line));
        painter.setBrush(tokens.tints ? blend(colour, tokens.panel, 0.1) : tokens.panel);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7);
        drawStatus(painter, tokens, m_status, QRectF(10, 10, 14, 14));
    }

    Status m_status;
};

bool isCommand(const QString& remedy)
{
    static const std::array heads {QLatin1String("apt"), QLatin1String("sudo"), QLatin1String("/"),
        QLatin1String("pip"), QLatin1String("python")};
    return std::any_of(
        heads.begin(), heads.end(), [&](QLatin1String head) { return remedy.startsWith(head); });
}

} // namespace

ChecksPanel::ChecksPanel(const Theme& theme)
    : Panel(theme, tr("Checks"))
    , m_theme(theme)
    , m_again(makeCompactButton(theme, tr("Check again")))
    , m_cards(new QVBoxLayout)
{
    addControl(m_again);
    m_cards->setSpacing(8);
    body()->addLayout(m_cards);
    connect(m_again, &Button::clicked, this, &ChecksPanel::againRequested);
    setChecking();
}

void ChecksPanel::setChecking(const QString& machine)
{
    setCaption(machine.isEmpty() ? tr("asking the machine…") : tr("asking %1…").arg(machine));
    m_again->setEnabled(false);
}

QWidget* ChecksPanel::createCard(const MachineCheck& check)
{
    const bool stops = check.result == CheckResult::Stops;
    auto* card = new CheckCard(m_theme, stops ? Status::Bad : Status::Warning);
    card->setAccessibleName(checkTitle(check.name) + QStringLiteral(": ") + check.sentence);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(32, 7, 10, 9);
    column->setSpacing(3);
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(checkTitle(check.name), uiFont(type::base, QFont::DemiBold)), 1);
    head->addWidget(makeLabel(stops ? tr("stops") : tr("warning"),
        uiFont(type::caption, QFont::DemiBold), QPalette::PlaceholderText));
    column->addLayout(head);
    QLabel* sentence = makeParagraph(uiFont(type::caption));
    sentence->setText(emphasized(check.sentence));
    column->addWidget(sentence);
    if (isCommand(check.remedy)) {
        auto* line = new CodeLine(m_theme);
        line->setCode(check.remedy);
        column->addWidget(line);
        connect(line, &CodeLine::copyRequested, this, &ChecksPanel::copyRequested);
    } else if (!check.remedy.isEmpty()) {
        QLabel* remedy = makeParagraph(uiFont(type::caption), QPalette::PlaceholderText);
        remedy->setText(emphasized(tr("What helps: %1").arg(check.remedy)));
        column->addWidget(remedy);
    }
    return card;
}

void ChecksPanel::showChecks(const std::vector<MachineCheck>& checks)
{
    clearLayout(*m_cards);
    m_again->setEnabled(true);
    auto* passed = new QWidget;
    auto* flow = new FlowLayout(14, passed);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    passed->setSizePolicy(policy);
    int ok = 0;
    for (const MachineCheck& check : checks) {
        if (check.result != CheckResult::Ok) {
            m_cards->addWidget(createCard(check));
            continue;
        }
        ++ok;
        auto* label = new StatusLabel(m_theme, Status::Good, checkTitle(check.name));
        label->setToolTip(check.sentence);
        label->setAccessibleDescription(check.sentence);
        flow->addWidget(label);
    }
    m_cards->addWidget(passed);
    setCaption(tr("%1 of %2 passed").arg(ok).arg(checks.size()));
}

} // namespace ui
