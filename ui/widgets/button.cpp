// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/button.h"

#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

#include <array>

namespace ui {

constexpr int signSize = 14;
constexpr int iconGap = 7;
constexpr qreal buttonCorner = 6;

Button::Button(const Theme& theme, ButtonKind kind, const QString& text, std::optional<Icon> icon,
    QWidget* parent)
    : PaintedButton(theme, parent)
    , m_kind(kind)
    , m_icon(icon)
{
    setText(text);
    setAccessibleName(text);
    setFont(uiFont(type::base, QFont::Medium));
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Button::setButtonSize(ButtonSize size)
{
    m_size = size;
    updateGeometry();
}

void Button::setTextLeft(bool left)
{
    m_textLeft = left;
    setSizePolicy(left ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Fixed);
}

int Button::contentWidth() const
{
    const int words = text().isEmpty() ? 0 : fontMetrics().horizontalAdvance(text());
    const int sign = m_icon ? signSize + (text().isEmpty() ? 0 : iconGap) : 0;
    return words + sign;
}

QSize Button::sizeHint() const
{
    const int side = text().isEmpty() ? 9 : 12;
    constexpr std::array heights {34, 28, 22};
    return {contentWidth() + 2 * side, heights.at(static_cast<std::size_t>(m_size))};
}

QColor Button::ground() const
{
    const Tokens& tokens = theme().tokens();
    const bool hot = isEnabled() && (underMouse() || isDown());
    switch (m_kind) {
    case ButtonKind::Primary:
        return !isEnabled() ? blend(tokens.accent, tokens.panel, 0.4)
            : hot           ? blend(tokens.accent, tokens.text, 0.88)
                            : tokens.accent;
    case ButtonKind::Secondary:
        if (isChecked())
            return tokens.selection;
        return hot ? blend(tokens.muted, tokens.raised, 0.15) : tokens.raised;
    case ButtonKind::Quiet:
        break;
    }
    return hot ? tokens.raised : QColor(Qt::transparent);
}

QColor Button::ink() const
{
    const Tokens& tokens = theme().tokens();
    if (m_kind == ButtonKind::Primary)
        return tokens.onAccent;
    return isEnabled() ? tokens.text : tokens.faint;
}

void Button::paint(QPainter& painter, const Tokens& tokens)
{
    const qreal inset = tokens.line / 2;
    const QRectF box = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
    const QColor edge = isChecked() ? tokens.accent : tokens.border;
    painter.setPen(m_kind == ButtonKind::Secondary ? QPen(edge, tokens.line) : QPen(Qt::NoPen));
    painter.setBrush(ground());
    painter.drawRoundedRect(box, buttonCorner, buttonCorner);
    if (showsFocus(*this))
        drawFocusRing(painter, m_kind == ButtonKind::Primary ? tokens.text : tokens.accent, rect(),
            buttonCorner);
    int x = m_textLeft ? 14 : (width() - contentWidth()) / 2;
    if (m_icon) {
        drawIcon(
            painter, *m_icon, QRectF(x, (height() - signSize) / 2.0, signSize, signSize), ink());
        x += signSize + iconGap;
    }
    painter.setPen(ink());
    drawText(painter, QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter, text());
}

Button* makeCompactButton(const Theme& theme, const QString& text, std::optional<Icon> icon)
{
    auto* button = new Button(theme, ButtonKind::Secondary, text, icon);
    button->setButtonSize(ButtonSize::Compact);
    return button;
}

} // namespace ui
