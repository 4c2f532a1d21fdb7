// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/check_option.h"

#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

namespace ui {

namespace {

constexpr int box = 15;
constexpr int checkGap = 7;

QFont wordFont()
{
    return uiFont(type::base, QFont::Medium);
}

} // namespace

CheckOption::CheckOption(const Theme& theme, const QString& text, const QString& note)
    : Painted<QAbstractButton>(theme)
    , m_note(note)
{
    setText(text);
    setAccessibleName(text);
    setAccessibleDescription(note);
    setCheckable(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void CheckOption::setNote(const QString& note)
{
    m_note = note;
    setAccessibleDescription(note);
    updateGeometry();
    update();
}

QSize CheckOption::sizeHint() const
{
    const int note = m_note.isEmpty()
        ? 0
        : QFontMetrics(uiFont(type::caption)).horizontalAdvance(m_note) + checkGap;
    return {box + checkGap + QFontMetrics(wordFont()).horizontalAdvance(text()) + note + 2, 24};
}

void CheckOption::paint(QPainter& painter, const Tokens& tokens)
{
    const QRectF sign(1, (height() - box) / 2.0, box, box);
    painter.setPen(QPen(isChecked() ? tokens.accent : tokens.muted, 1.4));
    painter.setBrush(isChecked() ? tokens.accent : tokens.window);
    painter.drawRoundedRect(sign.adjusted(0.7, 0.7, -0.7, -0.7), 3, 3);
    if (isChecked())
        drawIcon(painter, Icon::Check, sign.adjusted(2, 2, -2, -2), tokens.onAccent);
    if (showsFocus(*this))
        drawFocusRing(painter, tokens.accent, rect());
    painter.setFont(wordFont());
    painter.setPen(isEnabled() ? tokens.text : tokens.muted);
    QRect words = rect().adjusted(box + checkGap + 1, 0, 0, 0);
    drawText(painter, words, Qt::AlignLeft | Qt::AlignVCenter, text());
    words.adjust(painter.fontMetrics().horizontalAdvance(text()) + checkGap, 0, 0, 0);
    painter.setFont(uiFont(type::caption));
    painter.setPen(tokens.muted);
    drawText(painter, words, Qt::AlignLeft | Qt::AlignVCenter, m_note);
}

} // namespace ui
