// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_delegates.h"

#include "ui/figure/chart_parts.h"
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
constexpr double thinBarHeight = 3;
constexpr int narrow = 140; ///< a column without room beside the number

void drawChevron(QPainter& painter, const QColor& colour, const QPointF& centre, bool open)
{
    painter.setPen(QPen(colour, 1.4));
    const double reach = 3.2;
    const QPointF one = open ? QPointF(-reach, -reach / 2) : QPointF(-reach / 2, -reach);
    const QPointF tip = open ? QPointF(0, reach / 2) : QPointF(reach / 2, 0);
    const QPointF other = open ? QPointF(reach, -reach / 2) : QPointF(-reach / 2, reach);
    painter.drawPolyline(QPolygonF {{centre + one, centre + tip, centre + other}});
}

/// Where the bar of a change is drawn.
struct BarPlace {
    double zero = 0;
    double reach = 0; ///< to either side
    double top = 0;
    double height = 0;
    double lineTop = 0; ///< of the line of no change; it crosses no number
};

BarPlace barPlaceIn(const QRect& cell)
{
    const bool under = cell.width() < narrow;
    const QRectF axis = QRectF(cell).adjusted(side, 0, under ? -side : -numberRoom, 0);
    const double height = under ? thinBarHeight : barHeight;
    const double top = under ? axis.bottom() - height : axis.center().y() - (height / 2);
    return {.zero = axis.center().x(),
        .reach = axis.width() / 2,
        .top = top,
        .height = height,
        .lineTop = under ? top - 1 : axis.top()};
}

} // namespace

WorkNameDelegate::WorkNameDelegate(
    const Theme& theme, const std::vector<WorkSign>& signs, QObject* parent)
    : DataDelegate(theme, parent)
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
    const auto row = static_cast<std::size_t>(sourceOf(index).row());
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

WorkChangeDelegate::WorkChangeDelegate(
    const Theme& theme, const std::vector<WorkSign>& signs, std::size_t which, QObject* parent)
    : DataDelegate(theme, parent)
    , m_signs(signs)
    , m_which(which)
{
}

void WorkChangeDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    DataDelegate::paint(painter, option, index);
    const auto row = static_cast<std::size_t>(sourceOf(index).row());
    if (row >= m_signs.size() || m_which >= m_signs[row].changes.size()
        || !index.data(DataModel::SortRole).isValid())
        return;
    const WorkChange& change = m_signs[row].changes[m_which];
    const Tokens& tokens = theme().tokens();
    const BarPlace place = barPlaceIn(option.rect);
    painter->save();
    painter->setClipRect(option.rect);
    painter->setPen(QPen(tokens.grid, 1));
    painter->drawLine(
        QPointF(place.zero, place.lineTop), QPointF(place.zero, option.rect.bottom() + 1));
    const double length = std::clamp(change.share, -1.0, 1.0) * place.reach;
    if (std::abs(length) > 0) {
        const double shown = std::max(1.0, std::abs(length));
        const QRectF bar(
            length < 0 ? place.zero - shown : place.zero, place.top, shown, place.height);
        const bool neutral = change.status == Status::Neutral;
        painter->fillRect(bar, neutral ? tokens.muted : tokens.status(change.status));
    }
    painter->restore();
}

} // namespace ui
