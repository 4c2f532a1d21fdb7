// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/data_delegate.h"

#include "ui/figure/chart_parts.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"
#include "ui/theme/text_measures.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int padding = 8;
constexpr int dashWidth = 24;
constexpr int dashRoom = dashWidth + 10;
constexpr int sign = 14;

bool isStrong(const DataCell& cell, const DataColumn& column)
{
    return cell.strong || (column.strong && !cell.muted);
}

QFont fontOf(const DataCell& cell, bool strong)
{
    const auto weight = strong ? QFont::DemiBold : QFont::Normal;
    return cell.code ? monoFont(type::small, weight) : uiFont(type::caption, weight);
}

int signsWidth(const DataCell& cell, const DataColumn& column)
{
    return (cell.variant ? dashRoom : 0) + (cell.status ? sign + column.gap : 0);
}

double quietWidth(const DataCell& cell, const DataColumn& column)
{
    return cell.quiet.isEmpty() ? 0 : textWidth(uiFont(type::caption), cell.quiet) + column.gap;
}

} // namespace

DataDelegate::DataDelegate(const Theme& theme, QObject* parent, PaintCell paintCell)
    : PaintedDelegate(theme, parent)
    , m_paintCell(paintCell)
{
}

int DataDelegate::widthOf(const DataCell& cell, const DataColumn& column)
{
    // A name is bold while its row is selected.
    const QFont font = fontOf(cell, cell.strong || column.strong || cell.variant);
    return qRound(textWidth(font, cell.text) + quietWidth(cell, column)) + signsWidth(cell, column)
        + (2 * padding) + 2;
}

void DataDelegate::paintItem(const PaintedItem& item) const
{
    const QModelIndex source = sourceOf(item.index);
    const TableModel& model = tableModelOf(source);
    const DataCell cell = model.cell(source.row(), source.column());
    const DataColumn& column = model.column(source.column());
    QPainter& painter = item.painter;
    painter.setClipRect(item.option.rect);
    paintGround(item);
    if (m_paintCell != nullptr) {
        m_paintCell(item, cell);
        return;
    }
    QRectF box = QRectF(item.option.rect).adjusted(padding, 0, -padding, 0);
    const double content
        = textWidth(fontOf(cell, isStrong(cell, column)), cell.text) + quietWidth(cell, column);
    if (column.align == DataAlign::Number) // signs stand right before a number
        box.setLeft(std::max(box.left(), box.right() - content - signsWidth(cell, column)));
    box = paintSigns(painter, box, cell, column);
    paintText(painter, box, cell, column, item.isSelected());
}

void DataDelegate::paintGround(const PaintedItem& item) const
{
    const auto& [painter, option, index, theme] = item;
    const QModelIndex source = sourceOf(index);
    const TableModel& model = tableModelOf(source);
    const Tokens& tokens = theme.tokens();
    const bool selected = paintRowGround(painter, tokens, option, index.column(), m_bar);
    if (!selected && tokens.tints && model.isShaded(source.row()))
        painter.fillRect(option.rect, tokens.raised);
    if (model.isTotal(source.row()))
        painter.fillRect(
            QRectF(option.rect.left(), option.rect.top(), option.rect.width(), tokens.line),
            tokens.border);
}

QRectF DataDelegate::paintSigns(
    QPainter& painter, QRectF box, const DataCell& cell, const DataColumn& column) const
{
    if (cell.variant) {
        drawDash(painter, theme().variant(*cell.variant),
            QRectF(box.left(), box.top(), dashWidth, box.height()), 2.6);
        box.setLeft(box.left() + dashRoom);
    }
    if (cell.status) {
        drawStatus(painter, theme().tokens(), *cell.status,
            QRectF(box.left(), box.center().y() - (sign / 2.0), sign, sign));
        box.setLeft(box.left() + sign + column.gap);
    }
    return box;
}

void DataDelegate::paintText(QPainter& painter, const QRectF& box, const DataCell& cell,
    const DataColumn& column, bool selected) const
{
    const Tokens& tokens = theme().tokens();
    const QFont font = fontOf(cell, isStrong(cell, column) || (selected && cell.variant));
    const QColor& ink = cell.muted ? tokens.muted : tokens.text;
    const double quiet = quietWidth(cell, column);
    const auto middle = Qt::AlignVCenter;
    if (column.align == DataAlign::Number) {
        drawLabel(
            painter, box, Qt::AlignRight | middle, uiFont(type::caption), tokens.muted, cell.quiet);
        drawLabel(painter, box.adjusted(0, 0, -quiet, 0), Qt::AlignRight | middle, font, ink,
            elidedText(cell.text, font, column.elide, box.width() - quiet));
        return;
    }
    if (cell.quietYields && textWidth(font, cell.text) + quiet > box.width()) {
        drawLabel(painter, box, Qt::AlignLeft | middle, font, ink,
            elidedText(cell.text, font, column.elide, box.width()));
        return;
    }
    const QString text
        = elidedText(cell.text, font, column.elide, std::max(30.0, box.width() - quiet));
    drawLabel(painter, box, Qt::AlignLeft | middle, font, ink, text);
    drawLabel(painter, box.adjusted(textWidth(font, text) + column.gap, 0, 0, 0),
        Qt::AlignLeft | middle, uiFont(type::caption), tokens.muted, cell.quiet);
}

} // namespace ui
