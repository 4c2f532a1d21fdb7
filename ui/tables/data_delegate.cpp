// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/data_delegate.h"

#include "ui/figure/chart_parts.h"
#include "ui/tables/row_background.h"
#include "ui/theme/fonts.h"
#include "ui/theme/shapes.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int padding = 8;
constexpr int dashWidth = 24;
constexpr int dashRoom = dashWidth + 10;
constexpr int sign = 14;
constexpr int signRoom = sign + 6;
constexpr int quietGap = 6;

QFont fontOf(const DataCell& cell)
{
    const auto weight = cell.strong ? QFont::DemiBold : QFont::Normal;
    return cell.code ? monoFont(type::small, weight) : uiFont(type::caption, weight);
}

int signsWidth(const DataCell& cell)
{
    return (cell.variant ? dashRoom : 0) + (cell.status ? signRoom : 0);
}

double quietWidth(const DataCell& cell)
{
    return cell.quiet.isEmpty() ? 0 : textWidth(uiFont(type::caption), cell.quiet) + quietGap;
}

} // namespace

DataDelegate::DataDelegate(
    const Theme& theme, const DataModel& model, const DataSorter& sorter, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_theme(theme)
    , m_model(model)
    , m_sorter(sorter)
{
}

int DataDelegate::widthOf(const DataCell& cell)
{
    DataCell widest = cell;
    widest.strong = cell.strong || cell.variant; // a name is bold while its row is selected
    return qRound(textWidth(fontOf(widest), cell.text) + quietWidth(cell)) + signsWidth(cell)
        + (2 * padding) + 2;
}

void DataDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const DataCell& cell = m_model.cell(sourceRow(index), index.column());
    const DataColumn& column = m_model.column(index.column());
    painter->save();
    painter->setClipRect(option.rect);
    painter->setRenderHint(QPainter::Antialiasing);
    paintGround(*painter, option, index);
    QRectF box = QRectF(option.rect).adjusted(padding, 0, -padding, 0);
    const double content = textWidth(fontOf(cell), cell.text) + quietWidth(cell);
    if (column.align == DataAlign::Number) // signs stand right before a number
        box.setLeft(std::max(box.left(), box.right() - content - signsWidth(cell)));
    box = paintSigns(*painter, box, cell);
    paintText(*painter, box, cell, column, option.state.testFlag(QStyle::State_Selected));
    painter->restore();
}

void DataDelegate::paintGround(
    QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const DataRow& row = m_model.row(sourceRow(index));
    const Tokens& tokens = m_theme.tokens();
    const bool selected = paintRowGround(painter, tokens, option, index.column());
    if (!selected && row.shaded && tokens.tints)
        painter.fillRect(option.rect, tokens.raised);
    if (row.total)
        painter.fillRect(
            QRectF(option.rect.left(), option.rect.top(), option.rect.width(), tokens.line),
            tokens.border);
}

QRectF DataDelegate::paintSigns(QPainter& painter, QRectF box, const DataCell& cell) const
{
    if (cell.variant) {
        drawDash(painter, m_theme.variant(*cell.variant),
            QRectF(box.left(), box.top(), dashWidth, box.height()), 2.6);
        box.setLeft(box.left() + dashRoom);
    }
    if (cell.status) {
        drawStatus(painter, m_theme.tokens(), *cell.status,
            QRectF(box.left(), box.center().y() - (sign / 2.0), sign, sign));
        box.setLeft(box.left() + signRoom);
    }
    return box;
}

void DataDelegate::paintText(QPainter& painter, const QRectF& box, const DataCell& cell,
    const DataColumn& column, bool selected) const
{
    const Tokens& tokens = m_theme.tokens();
    DataCell shown = cell;
    shown.strong = cell.strong || (selected && cell.variant);
    const QFont font = fontOf(shown);
    const QColor& ink = cell.muted ? tokens.muted : tokens.text;
    const double quiet = quietWidth(cell);
    const auto middle = Qt::AlignVCenter;
    if (column.align == DataAlign::Number) {
        drawLabel(
            painter, box, Qt::AlignRight | middle, uiFont(type::caption), tokens.muted, cell.quiet);
        drawLabel(painter, box.adjusted(0, 0, -quiet, 0), Qt::AlignRight | middle, font, ink,
            shortened(cell.text, font, box.width() - quiet));
        return;
    }
    if (cell.quietYields && textWidth(font, cell.text) + quiet > box.width()) {
        drawLabel(painter, box, Qt::AlignLeft | middle, font, ink,
            shortened(cell.text, font, box.width()));
        return;
    }
    const QString text = shortened(cell.text, font, std::max(30.0, box.width() - quiet));
    drawLabel(painter, box, Qt::AlignLeft | middle, font, ink, text);
    drawLabel(painter, box.adjusted(textWidth(font, text) + quietGap, 0, 0, 0),
        Qt::AlignLeft | middle, uiFont(type::caption), tokens.muted, cell.quiet);
}

} // namespace ui
