// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/label_layout.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace ui {

namespace {

/// The label's rectangle in one of eight directions around its point; distance 0 is next to it.
QRectF candidate(const PointLabel& label, QPointF direction, double distance)
{
    const double reachX = label.clearance + (label.size.width() / 2) + distance;
    const double reachY = label.clearance + (label.size.height() / 2) + distance;
    QRectF rect(QPointF(0, 0), label.size);
    rect.moveCenter(label.anchor + QPointF(direction.x() * reachX, direction.y() * reachY));
    return rect;
}

QRectF firstFree(const PointLabel& label, const QRectF& bounds, const std::vector<QRectF>& taken)
{
    // Below right and above left leave a rising curve free; then the other sides.
    constexpr std::array<std::array<double, 2>, 8> directions {
        {{1, 0.75}, {-1, -0.75}, {1, -0.75}, {-1, 0.75}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}}};
    for (double distance = 0; distance < 240; distance += 6) {
        for (const auto& direction : directions) {
            const QRectF rect = candidate(label, QPointF(direction[0], direction[1]), distance);
            const bool free = std::none_of(taken.begin(), taken.end(),
                [&](const QRectF& other) { return other.intersects(rect); });
            if (free && bounds.contains(rect))
                return rect;
        }
    }
    return {};
}

} // namespace

std::vector<QRectF> placeBesidePoints(
    const std::vector<PointLabel>& labels, const QRectF& bounds, std::vector<QRectF> taken)
{
    std::vector<QRectF> places;
    places.reserve(labels.size());
    for (const PointLabel& label : labels) {
        places.push_back(firstFree(label, bounds, taken));
        if (!places.back().isEmpty())
            taken.push_back(places.back().adjusted(-2, -1, 2, 1));
    }
    return places;
}

std::vector<double> placeInColumn(
    const std::vector<ColumnLabel>& labels, double top, double bottom, double gap)
{
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), std::size_t {0});
    std::stable_sort(order.begin(), order.end(),
        [&](std::size_t a, std::size_t b) { return labels[a].wantedTop < labels[b].wantedTop; });
    std::vector<double> tops(labels.size(), top);
    double next = top;
    for (const std::size_t index : order) {
        tops[index] = std::max(next, labels[index].wantedTop);
        next = tops[index] + labels[index].height + gap;
    }
    // Push what ran over the end back up, from the last label.
    double limit = bottom;
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
        tops[*it] = std::min(tops[*it], limit - labels[*it].height);
        limit = tops[*it] - gap;
    }
    const double overrun = order.empty() ? 0 : top - tops[order.front()];
    if (overrun > 0) {
        double at = top;
        for (const std::size_t index : order) {
            tops[index] = at;
            at += labels[index].height + gap;
        }
    }
    return tops;
}

} // namespace ui
