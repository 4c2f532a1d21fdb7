// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/fusescope_style.h"

#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>
#include <QStringList>
#include <QStyleFactory>
#include <QStyleOption>

namespace ui {

constexpr int scrollBarExtent = 10;

FusescopeStyle::FusescopeStyle(const QObject& theme, std::function<const Tokens&()> tokensNow)
    : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion")))
    , m_theme(&theme)
    , m_tokensNow(std::move(tokensNow))
{
}

const Tokens& FusescopeStyle::tokens() const
{
    return m_theme.isNull() ? tokensOf(ThemeKind::Dark) : m_tokensNow();
}

void FusescopeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
    QPainter* painter, const QWidget* widget) const
{
    const Tokens& tokens = this->tokens();
    switch (element) {
    case PE_FrameFocusRect:
        painter->save();
        drawFocusRing(*painter, tokens.accent, option->rect);
        painter->restore();
        return;
    case PE_IndicatorHeaderArrow: // drawn with the label
    case PE_PanelScrollAreaCorner: // between two scroll bars stands the ground
    case PE_PanelItemViewRow: // items draw their selection themselves
        return;
    case PE_FrameMenu:
    case PE_PanelTipLabel:
        painter->save();
        painter->setPen(QPen(tokens.border, tokens.line));
        painter->setBrush(tokens.raised);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        painter->restore();
        return;
    default:
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void FusescopeStyle::drawControl(ControlElement element, const QStyleOption* option,
    QPainter* painter, const QWidget* widget) const
{
    const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea)
        drawHeaderSection(*option, *painter);
    else if (element == CE_HeaderLabel && header != nullptr)
        drawHeaderLabel(*header, *painter);
    else
        QProxyStyle::drawControl(element, option, painter, widget);
}

void FusescopeStyle::drawHeaderSection(const QStyleOption& option, QPainter& painter) const
{
    const Tokens& tokens = this->tokens();
    painter.save();
    painter.fillRect(option.rect, tokens.panel);
    painter.fillRect(QRectF(option.rect.left(), option.rect.bottom() + 1 - tokens.line,
                         option.rect.width(), tokens.line),
        tokens.border);
    painter.restore();
}

void FusescopeStyle::drawHeaderLabel(const QStyleOptionHeader& option, QPainter& painter) const
{
    const Tokens& tokens = this->tokens();
    const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
    painter.save();
    painter.setPen(sorted ? tokens.text : tokens.muted);
    const QRect box = option.rect.adjusted(4, 0, -4, 0);
    QString text = option.text;
    if (sorted)
        text += option.sortIndicator == QStyleOptionHeader::SortDown ? QStringLiteral(" ↑")
                                                                     : QStringLiteral(" ↓");
    QStringList lines = text.split(u'\n');
    for (QString& line : lines)
        line = elidedText(painter, line, Qt::ElideRight, box.width());
    drawText(painter, box, static_cast<int>(option.textAlignment), lines.join(u'\n'));
    painter.restore();
}

void FusescopeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
    QPainter* painter, const QWidget* widget) const
{
    const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option);
    if (control == CC_ScrollBar && slider != nullptr)
        drawScrollBar(*slider, *painter, widget);
    else
        QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void FusescopeStyle::drawScrollBar(
    const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const
{
    const Tokens& tokens = this->tokens();
    const QRect handle = subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, widget);
    const bool active = option.activeSubControls.testFlag(SC_ScrollBarSlider)
        && option.state.testFlag(State_MouseOver);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(active ? tokens.muted : blend(tokens.muted, tokens.window, 0.45));
    const QRectF bar = QRectF(handle).adjusted(2, 2, -2, -2);
    painter.drawRoundedRect(bar, 3, 3);
    painter.restore();
}

int FusescopeStyle::pixelMetric(
    PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return scrollBarExtent;
    case PM_ScrollBarSliderMin:
        return 28;
    case PM_HeaderMarkSize:
    case PM_HeaderMargin:
        return 4;
    case PM_MenuPanelWidth:
    case PM_DockWidgetSeparatorExtent:
        return 1;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int FusescopeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
    QStyleHintReturn* returnData) const
{
    switch (hint) {
    case SH_ToolTip_WakeUpDelay:
        return 400;
    case SH_ScrollBar_LeftClickAbsolutePosition:
        return 1;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

} // namespace ui
