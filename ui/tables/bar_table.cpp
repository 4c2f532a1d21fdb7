// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/bar_table.h"

#include "ui/figure/chart_parts.h"
#include "ui/figure/painted_document.h"
#include "ui/theme/fonts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

constexpr int footHeight = 22;

BarTable::BarTable(const Theme& theme, const QString& accessibleName, QWidget* legend)
    : DataTable(theme, accessibleName)
{
    setRowHeight(30);
    constexpr int fileWidth = 960;
    new PaintedDocument(theme, *this,
        {.title = accessibleName,
            .table = [this] { return rawTable(); },
            .below = legend == nullptr ? std::vector<QWidget*>() : std::vector {legend},
            .width = fileWidth});
}

BarDelegate* BarTable::delegateOf(int column)
{
    BarDelegate*& delegate = m_delegates[column];
    if (delegate == nullptr) {
        delegate = new BarDelegate(theme(), this);
        setItemDelegateForColumn(column, delegate);
    }
    return delegate;
}

void BarTable::setContent(BarContent table)
{
    DataTable::setContent(std::move(table.content));
    for (const auto& [column, delegate] : m_delegates) {
        const bool stays = std::any_of(table.bars.begin(), table.bars.end(),
            [column = column](const BarColumn& each) { return each.column == column; });
        if (!stays)
            setItemDelegateForColumn(column, nullptr);
    }
    for (BarColumn& each : table.bars) {
        const int column = each.column;
        delegateOf(column)->setColumn(std::move(each));
        setItemDelegateForColumn(column, delegateOf(column));
    }
    viewport()->update();
}

QSize BarTable::sizeHint() const
{
    const bool ticks = std::ranges::any_of(
        m_delegates, [](const auto& each) { return !each.second->column().ticks.empty(); });
    return DataTable::sizeHint() + QSize(0, ticks ? footHeight : 0);
}

void BarTable::paintEvent(QPaintEvent* event)
{
    DataTable::paintEvent(event);
    QPainter painter(viewport());
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [column, delegate] : m_delegates) {
        if (itemDelegateForColumn(column) == delegate && !isColumnHidden(column))
            paintTicks(painter, *delegate);
    }
}

void BarTable::paintTicks(QPainter& painter, const BarDelegate& delegate) const
{
    const int column = delegate.column().column;
    const int rows = model()->rowCount();
    const int top = rows == 0 ? 0 : rowViewportPosition(rows - 1) + rowHeight(rows - 1);
    const QRect cell(columnViewportPosition(column), top, columnWidth(column), footHeight);
    const QRectF axis = delegate.axisBox(cell);
    const QFont font = uiFont(type::small);
    const auto placeOf
        = [&axis](const BarTick& tick) { return axis.left() + (axis.width() * tick.at); };
    const auto label = [&](const BarTick& tick, const QColor& colour) {
        drawLabel(painter, QRectF(placeOf(tick) - 40, cell.top() + 3, 80, footHeight - 6),
            Qt::AlignCenter, font, colour, tick.text);
    };
    const auto& limit = delegate.column().limit;
    double lastRight = -1e9;
    for (const BarTick& tick : delegate.column().ticks) {
        const double half = textWidth(font, tick.text) / 2;
        const bool underLimit = limit && std::abs(placeOf(tick) - placeOf(*limit)) < half + 30;
        if (underLimit || placeOf(tick) - half < lastRight + 6)
            continue;
        lastRight = placeOf(tick) + half;
        label(tick, theme().tokens().muted);
    }
    if (limit)
        label(*limit, theme().tokens().text);
}

} // namespace ui
