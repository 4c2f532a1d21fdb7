// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/bar_delegate.h"

#include "ui/figure/chart_parts.h"
#include "ui/theme/fonts.h"

#include <QAbstractItemView>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace ui {

namespace {

constexpr double tallest = 19;
constexpr double markerSize = 11;

QFont labelFont()
{
    return uiFont(type::small, QFont::DemiBold);
}

double placeIn(const QRectF& axis, double place)
{
    return axis.left() + (axis.width() * std::clamp(place, 0.0, 1.0));
}

} // namespace

const BarCell* BarDelegate::cellAt(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(sourceOf(index).row());
    return row < m_column.cells.size() ? &m_column.cells[row] : nullptr;
}

void BarDelegate::setColumn(BarColumn column)
{
    m_column = std::move(column);
    m_endRoom = cellSide + 6;
    const QFontMetricsF metrics(labelFont());
    for (const BarCell& each : m_column.cells) {
        if (!each.end.isEmpty())
            m_endRoom = std::max(m_endRoom, metrics.horizontalAdvance(each.end) + 8);
    }
}

QRectF BarDelegate::axisBox(const QRect& cell) const
{
    return QRectF(cell).adjusted(cellSide, 0, -m_endRoom, 0);
}

void BarDelegate::paintItem(const PaintedItem& item) const
{
    const auto& [painter, option, index, theme] = item;
    painter.setClipRect(option.rect);
    paintGround(item);
    paintAxis(painter, option.rect);
    const BarCell* cell = cellAt(index);
    if (cell != nullptr) {
        const QRectF axis = axisBox(option.rect);
        const double height = std::min(tallest, axis.height() - 8);
        const QRectF bar(axis.left(), axis.center().y() - (height / 2), axis.width(), height);
        for (const BarPart& part : cell->parts)
            paintPart(painter, bar, part);
        if (cell->marker)
            drawMarker(painter, theme.variant(cell->variant),
                QPointF(placeIn(axis, *cell->marker), axis.center().y()), markerSize);
        paintEnd(painter, axis, *cell);
    }
}

void BarDelegate::paintAxis(QPainter& painter, const QRect& cell) const
{
    const Tokens& tokens = theme().tokens();
    const QRectF axis = axisBox(cell);
    const auto line = [&](double place) {
        const double x = placeIn(axis, place);
        painter.drawLine(QPointF(x, cell.top()), QPointF(x, cell.bottom() + 1));
    };
    painter.setPen(QPen(tokens.grid, 1));
    for (const BarTick& tick : m_column.ticks)
        line(tick.at);
    if (!m_column.limit)
        return;
    painter.setPen(QPen(tokens.text, 1.3, Qt::DashLine));
    line(m_column.limit->at);
}

void BarDelegate::paintPart(QPainter& painter, const QRectF& bar, const BarPart& part) const
{
    const Tokens& tokens = theme().tokens();
    const double left = placeIn(bar, part.from);
    const double right = placeIn(bar, part.to);
    if (right <= left)
        return;
    // A gap keeps neighbours apart without colour; what is thinner than it stays a line.
    const QRectF box(left, bar.top(), std::max(1.0, right - left - 1), bar.height());
    QColor ground = tokens.panel;
    if (part.workClass)
        ground = tokens.workClass(*part.workClass);
    else if (part.variant)
        ground = tokens.variant(*part.variant);
    if (part.pattern) {
        painter.fillRect(box, tokens.panel);
        if (box.width() > 3)
            drawIdle(painter, tokens, *part.pattern, box);
        else
            painter.fillRect(box, tokens.muted);
    } else {
        painter.fillRect(box, ground);
    }
    const double width = textWidth(labelFont(), part.label);
    if (part.label.isEmpty() || width + 8 > box.width())
        return;
    if (part.pattern)
        painter.fillRect(
            QRectF(box.center().x() - (width / 2) - 3, box.top() + 2, width + 6, box.height() - 4),
            tokens.panel);
    drawLabel(painter, box, Qt::AlignCenter, labelFont(),
        part.pattern ? tokens.text : readableOn(ground), part.label);
}

void BarDelegate::paintEnd(QPainter& painter, const QRectF& axis, const BarCell& cell) const
{
    const Tokens& tokens = theme().tokens();
    if (!cell.note.isEmpty()) {
        const QFont font = uiFont(type::caption);
        const bool fits = textWidth(font, cell.note) <= axis.width(); // else the tooltip has it
        drawLabel(painter, axis, Qt::AlignLeft | Qt::AlignVCenter, font, tokens.muted,
            fits ? cell.note : QStringLiteral("–"));
        return;
    }
    if (cell.end.isEmpty())
        return;
    double right = placeIn(axis, cell.marker.value_or(0)) + (cell.marker ? markerSize / 2 : 0);
    for (const BarPart& part : cell.parts)
        right = std::max(right, placeIn(axis, part.to));
    drawLabel(painter, QRectF(right + 6, axis.top(), 10, axis.height()),
        Qt::AlignLeft | Qt::AlignVCenter, labelFont(), tokens.text, cell.end);
}

bool BarDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
    const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const BarCell* cell = index.isValid() ? cellAt(index) : nullptr;
    if (cell != nullptr && event->type() == QEvent::ToolTip) {
        const QRectF axis = axisBox(option.rect);
        for (const BarPart& part : cell->parts) {
            if (event->pos().x() < placeIn(axis, part.from)
                || event->pos().x() > placeIn(axis, part.to) || part.explanation.isEmpty())
                continue;
            QToolTip::showText(event->globalPos(), part.explanation, view);
            return true;
        }
    }
    return DataDelegate::helpEvent(event, view, option, index);
}

} // namespace ui
