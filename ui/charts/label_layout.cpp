// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/label_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

namespace {

constexpr double farthest = 130; ///< from point to label

/// Where a label could stand, from its point: the nearest first. Below right and above left come
/// before the others of the same distance: they leave a rising curve free.
std::vector<QPointF> offsetsOf(const PointLabel& label)
{
    struct Offset {
        QPointF centre;
        double cost = 0;
    };

    constexpr double step = 4;
    std::vector<Offset> offsets;
    const double halfWidth = label.size.width() / 2;
    const double halfHeight = label.size.height() / 2;
    const double reachX = halfWidth + farthest;
    const double reachY = halfHeight + farthest;
    for (double x = -reachX; x <= reachX; x += step) {
        for (double y = -reachY; y <= reachY; y += step) {
            const double gapX = std::max(0.0, std::abs(x) - halfWidth);
            const double gapY = std::max(0.0, std::abs(y) - halfHeight);
            const double distance = std::hypot(gapX, gapY);
            if (distance < label.clearance || distance > farthest)
                continue;
            offsets.push_back({QPointF(x, y), distance + (x * y > 0 ? 0 : 5)});
        }
    }
    std::stable_sort(offsets.begin(), offsets.end(),
        [](const Offset& a, const Offset& b) { return a.cost < b.cost; });
    std::vector<QPointF> centres;
    centres.reserve(offsets.size());
    for (const Offset& offset : offsets)
        centres.push_back(offset.centre);
    return centres;
}

QRectF firstFree(const PointLabel& label, const QRectF& bounds, const std::vector<QRectF>& taken)
{
    QRectF rect(QPointF(0, 0), label.size);
    for (const QPointF& offset : offsetsOf(label)) {
        rect.moveCenter(label.anchor + offset);
        const bool free = bounds.contains(rect)
            && std::none_of(taken.begin(), taken.end(),
                [&](const QRectF& other) { return other.intersects(rect); });
        if (free)
            return rect;
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
