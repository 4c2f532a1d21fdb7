// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include "ui/theme/focus.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int side = 14;
constexpr int dash = 20;
constexpr int chipGap = 8;
constexpr int longestName = 150;

} // namespace

Chip::Chip(const Theme& theme, int variant, const QString& name, QWidget* parent)
    : Painted<QAbstractButton>(theme, parent)
    , m_variant(variant)
{
    setText(name);
    setCheckable(true);
    setAccessibleName(variant == 0 ? tr("baseline %1").arg(name) : tr("variant %1").arg(name));
    setFont(uiFont(type::base, QFont::Medium));
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setToolTip(tr("%1\nClick: focus. Ctrl+click: hide or show. Right button: more. Drag: move.")
                   .arg(name));
    connect(this, &QAbstractButton::clicked, this, &Chip::choose);
}

void Chip::setVariantHidden(bool hidden)
{
    m_hidden = hidden;
    QFont font = this->font();
    font.setStrikeOut(hidden);
    setFont(font);
    setAccessibleDescription(hidden ? tr("hidden in charts") : QString());
}

QString Chip::shownName() const
{
    return elidedText(text(), uiFont(type::base, QFont::DemiBold), Qt::ElideMiddle, longestName);
}

int Chip::widthOfName() const
{
    return qRound(widthOfText(uiFont(type::base, QFont::DemiBold), shownName()));
}

QSize Chip::sizeHint() const
{
    int width = 2 * side + dash + chipGap + widthOfName();
    if (m_variant == 0)
        width += chipGap + qRound(widthOfText(uiFont(type::caption), tr("baseline")));
    return {width, 28};
}

void Chip::paint(QPainter& painter, const Tokens& tokens)
{
    const qreal line = isChecked() && !tokens.tints ? 3 : tokens.line;
    const QRectF pill = QRectF(rect()).adjusted(line / 2, line / 2, -line / 2, -line / 2);
    painter.setPen(QPen(isChecked() || showsFocus(*this) ? tokens.accent : tokens.border,
        showsFocus(*this) ? 2 : line));
    painter.setBrush(isChecked() ? tokens.selection : tokens.raised);
    painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2);

    drawDash(painter, theme().variant(m_variant), QRectF(side, 0, dash, height()));
    QFont font = this->font();
    font.setWeight(isChecked() ? QFont::DemiBold : QFont::Medium);
    painter.setFont(font);
    painter.setPen(m_hidden ? tokens.muted : tokens.text);
    const QRect words = rect().adjusted(side + dash + chipGap, 0, 0, 0);
    const int lack = std::max(0, sizeHint().width() - width()); // in the smallest window
    const QString name = lack == 0
        ? shownName()
        : elidedText(painter, text(), Qt::ElideMiddle, widthOfName() - lack);
    drawText(painter, words, Qt::AlignLeft | Qt::AlignVCenter, name);
    if (m_variant == 0) {
        const int x = qRound(widthOfText(painter.font(), name)) + chipGap;
        painter.setFont(uiFont(type::caption));
        painter.setPen(tokens.muted);
        drawText(
            painter, words.adjusted(x, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, tr("baseline"));
    }
}

void Chip::choose()
{
    if (QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier))
        Q_EMIT hideToggled(m_variant);
    else
        Q_EMIT focusChosen(m_variant);
}

void Chip::openMenuBelow()
{
    Q_EMIT menuRequested(m_variant, mapToGlobal(QPoint(0, height() + 2)));
}

void Chip::keyPressEvent(QKeyEvent* event)
{
    const bool control = event->modifiers().testFlag(Qt::ControlModifier);
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (control)
            Q_EMIT hideToggled(m_variant);
        else
            Q_EMIT focusChosen(m_variant);
        return;
    case Qt::Key_Menu:
        return openMenuBelow();
    case Qt::Key_F10:
        if (event->modifiers().testFlag(Qt::ShiftModifier))
            return openMenuBelow();
        break;
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (control) {
            Q_EMIT stepRequested(m_variant, event->key() == Qt::Key_Left ? -1 : 1);
            return;
        }
        break;
    default:
        break;
    }
    QAbstractButton::keyPressEvent(event);
}

void Chip::mousePressEvent(QMouseEvent* event)
{
    m_pressedAt = event->pos();
    m_dragging = false;
    QAbstractButton::mousePressEvent(event);
}

void Chip::mouseMoveEvent(QMouseEvent* event)
{
    const bool far
        = (event->pos() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    // The baseline stays in front.
    if (event->buttons().testFlag(Qt::LeftButton) && m_variant != 0 && (m_dragging || far)) {
        m_dragging = true;
        setDown(false);
        raise();
        Q_EMIT dragged(m_variant, mapToParent(event->pos()).x() - m_pressedAt.x());
        return;
    }
    QAbstractButton::mouseMoveEvent(event);
}

void Chip::mouseReleaseEvent(QMouseEvent* event)
{
    if (m_dragging) {
        m_dragging = false;
        Q_EMIT dropped(m_variant);
        return;
    }
    QAbstractButton::mouseReleaseEvent(event);
}

void Chip::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Keyboard)
        openMenuBelow();
    else
        Q_EMIT menuRequested(m_variant, event->globalPos());
}

} // namespace ui
