// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/case_selector.h"

#include "profiler/report/format.h"
#include "ui/models/text.h"
#include "ui/parts/focus.h"
#include "ui/parts/icons.h"
#include "ui/theme/fonts.h"

#include <QActionGroup>
#include <QMenu>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int longest = 230;

QString caseText(const profiler::CaseResult& caseResult)
{
    const QString name = qt(caseResult.name);
    const QString inputs = qt(caseResult.inputs);
    if (inputs.isEmpty())
        return name;
    return name == QLatin1String("default") ? inputs : name + QStringLiteral(" · ") + inputs;
}

QString menuText(const profiler::CaseResult& caseResult)
{
    QString text = caseText(caseResult);
    const auto spokenOf = static_cast<std::size_t>(caseResult.recommendation.variant);
    if (spokenOf < caseResult.variants.size() && caseResult.variants.at(spokenOf).speedUp)
        text += QLatin1Char('\t')
            + qt(profiler::formatRatio(caseResult.variants.at(spokenOf).speedUp->ratio.estimate))
            + QLatin1Char(' ');
    else
        text += QLatin1Char('\t');
    return text + qt(profiler::recommendationWord(caseResult.recommendation.kind));
}

} // namespace

CaseSelector::CaseSelector(const Theme& theme, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    connect(this, &QAbstractButton::clicked, this, &CaseSelector::openMenu);
}

void CaseSelector::showView(const ComparisonView& view)
{
    m_view = view;
    const profiler::CaseResult* shown = view.caseResult();
    setVisible(shown != nullptr);
    if (shown == nullptr)
        return;
    setText(caseText(*shown));
    setAccessibleName(tr("Case %1").arg(text()));
    setToolTip(tr("%1 – press [ or ] for the previous or next case").arg(text()));
    updateGeometry();
    update();
}

QSize CaseSelector::sizeHint() const
{
    const int label = QFontMetrics(uiFont(type::caption)).horizontalAdvance(tr("Case"));
    const int words = QFontMetrics(uiFont(type::base, QFont::DemiBold)).horizontalAdvance(text());
    return {12 + label + 6 + std::min(words, longest) + 36, 32};
}

void CaseSelector::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal line = showsFocus(*this) ? 2 : tokens.line;
    painter.setPen(QPen(showsFocus(*this) ? tokens.accent : tokens.border, line));
    painter.setBrush(tokens.raised);
    painter.drawRoundedRect(
        QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2), 6, 6);
    painter.setFont(uiFont(type::caption));
    painter.setPen(tokens.muted);
    const QRect box = rect().adjusted(12, 0, -30, 0);
    painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, tr("Case"));
    const QRect words
        = box.adjusted(painter.fontMetrics().horizontalAdvance(tr("Case")) + 6, 0, 0, 0);
    painter.setFont(uiFont(type::base, QFont::DemiBold));
    painter.setPen(tokens.text);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
        painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, words.width()));
    drawIcon(
        painter, Icon::ChevronDown, QRectF(width() - 24, height() / 2.0 - 6, 12, 12), tokens.muted);
}

void CaseSelector::openMenu()
{
    if (m_view.comparison == nullptr)
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    auto* group = new QActionGroup(menu);
    const auto& cases = m_view.comparison->result.cases;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        QAction* action = menu->addAction(menuText(cases.at(i)));
        action->setCheckable(true);
        action->setChecked(static_cast<int>(i) == m_view.caseIndex);
        group->addAction(action);
        connect(action, &QAction::triggered, this,
            [this, index = static_cast<int>(i)] { Q_EMIT caseChosen(index); });
    }
    menu->popup(mapToGlobal(QPoint(0, height() + 2)));
}

} // namespace ui
