// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/chip.h"

#include "ui/parts/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QKeyEvent>
#include <QPainter>

namespace ui {

namespace {

constexpr int side = 14;
constexpr int dash = 20;
constexpr int gap = 8;
constexpr int longestName = 150;

QFont noteFont()
{
    return uiFont(type::caption);
}

} // namespace

Chip::Chip(const Theme& theme, int variant, const QString& name, QWidget* parent)
    : QAbstractButton(parent)
    , m_theme(theme)
    , m_variant(variant)
{
    setText(name);
    setCheckable(true);
    setAccessibleName(variant == 0 ? tr("baseline %1").arg(name) : tr("variant %1").arg(name));
    setFont(uiFont(type::base, QFont::Medium));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(shownName() == name ? QString() : name);
}

void Chip::setVariantHidden(bool hidden)
{
    m_hidden = hidden;
    QFont font = this->font();
    font.setStrikeOut(hidden);
    setFont(font);
}

QString Chip::shownName() const
{
    return QFontMetrics(uiFont(type::base, QFont::DemiBold))
        .elidedText(text(), Qt::ElideMiddle, longestName);
}

QSize Chip::sizeHint() const
{
    const QFontMetrics name(uiFont(type::base, QFont::DemiBold));
    int width = 2 * side + dash + gap + name.horizontalAdvance(shownName());
    if (m_variant == 0)
        width += gap + QFontMetrics(noteFont()).horizontalAdvance(tr("baseline"));
    return {width, 28};
}

void Chip::paintEvent(QPaintEvent* /*event*/)
{
    const Tokens& tokens = m_theme.tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal line = isChecked() && !tokens.tints ? 3 : tokens.line;
    const QRectF pill = QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2);
    painter.setPen(QPen(isChecked() || showsFocus(*this) ? tokens.accent : tokens.border,
        showsFocus(*this) ? 2 : line));
    painter.setBrush(isChecked() ? tokens.selection : tokens.raised);
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);

    drawDash(painter, m_theme.variant(m_variant), QRectF(side, 0, dash, height()));
    QFont font = this->font();
    font.setWeight(isChecked() ? QFont::DemiBold : QFont::Medium);
    painter.setFont(font);
    painter.setPen(m_hidden ? tokens.muted : tokens.text);
    const QRect words = rect().adjusted(side + dash + gap, 0, 0, 0);
    painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, shownName());
    if (m_variant == 0) {
        const int x = painter.fontMetrics().horizontalAdvance(shownName()) + gap;
        painter.setFont(noteFont());
        painter.setPen(tokens.muted);
        painter.drawText(
            words.adjusted(x, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, tr("baseline"));
    }
}

void Chip::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

} // namespace ui
