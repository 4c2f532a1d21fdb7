// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_delegates.h"

#include "ui/charts/chart_parts.h"
#include "ui/theme/fonts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int side = 8;
constexpr double chevronRoom = 18;
constexpr double childIndent = 26;
constexpr double swatch = 10;
constexpr double swatchRoom = 18;
constexpr double numberRoom = 86;
constexpr double barHeight = 11;

void drawChevron(QPainter& painter, const QColor& colour, const QPointF& centre, bool open)
{
    painter.setPen(QPen(colour, 1.4));
    const double reach = 3.2;
    const QPointF one = open ? QPointF(-reach, -reach / 2) : QPointF(-reach / 2, -reach);
    const QPointF tip = open ? QPointF(0, reach / 2) : QPointF(reach / 2, 0);
    const QPointF other = open ? QPointF(reach, -reach / 2) : QPointF(-reach / 2, reach);
    painter.drawPolyline(QPolygonF {{centre + one, centre + tip, centre + other}});
}

} // namespace

WorkNameDelegate::WorkNameDelegate(const Theme& theme, const DataModel& model,
    const DataSorter& sorter, const std::vector<WorkSign>& signs, QObject* parent)
    : DataDelegate(theme, model, sorter, parent)
    , m_signs(signs)
{
}

double WorkNameDelegate::paintSign(QPainter& painter, const QRectF& box, const WorkSign& sign) const
{
    const Tokens& tokens = theme().tokens();
    double left = box.left() + side;
    if (sign.open)
        drawChevron(painter, tokens.muted, {left + 4, box.center().y()}, *sign.open);
    left += sign.child ? childIndent : chevronRoom;
    const QRectF square(left, box.center().y() - (swatch / 2) + 0.5, swatch, swatch);
    if (sign.workClass)
        painter.fillRect(square, tokens.workClass(*sign.workClass));
    else if (sign.pattern)
        drawIdle(painter, tokens, *sign.pattern, square);
    else
        return left;
    return left + swatchRoom - side; // the text keeps its own distance
}

void WorkNameDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(sourceRow(index));
    if (row >= m_signs.size()) {
        DataDelegate::paint(painter, option, index);
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintGround(*painter, option, index);
    const double left = paintSign(*painter, option.rect, m_signs[row]);
    painter->restore();
    QStyleOptionViewItem rest = option;
    rest.rect.setLeft(qRound(left));
    DataDelegate::paint(painter, rest, index);
}

WorkChangeDelegate::WorkChangeDelegate(const Theme& theme, const DataModel& model,
    const DataSorter& sorter, const std::vector<WorkSign>& signs, QObject* parent)
    : DataDelegate(theme, model, sorter, parent)
    , m_data(model)
    , m_signs(signs)
{
}

void WorkChangeDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    DataDelegate::paint(painter, option, index);
    const auto row = static_cast<std::size_t>(sourceRow(index));
    if (row >= m_signs.size() || !m_data.cell(sourceRow(index), index.column()).value.isValid())
        return;
    const WorkSign& sign = m_signs[row];
    const Tokens& tokens = theme().tokens();
    const QRectF axis = QRectF(option.rect).adjusted(side, 0, -numberRoom, 0);
    const double zero = axis.center().x();
    painter->save();
    painter->setClipRect(option.rect);
    painter->setPen(QPen(tokens.grid, 1));
    painter->drawLine(QPointF(zero, option.rect.top()), QPointF(zero, option.rect.bottom() + 1));
    const double length = std::clamp(sign.change, -1.0, 1.0) * axis.width() / 2;
    if (std::abs(length) > 0) {
        const double shown = std::max(1.0, std::abs(length));
        const QRectF bar(length < 0 ? zero - shown : zero, axis.center().y() - (barHeight / 2),
            shown, barHeight);
        const bool neutral = sign.status == Status::Neutral;
        painter->fillRect(bar, neutral ? tokens.muted : tokens.status(sign.status));
    }
    painter->restore();
}

} // namespace ui
