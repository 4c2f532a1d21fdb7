// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/label_layout.h"

#include <QFontMetrics>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace ui {

namespace {

constexpr double farthest = 130; ///< from point to label

/// Which of the bounds is taken, asked for many rectangles: sums over a grid of small cells.
class Occupancy {
public:
    Occupancy(const QRectF& bounds, const std::vector<QRectF>& taken)
        : m_bounds(bounds)
        , m_columns(cellsIn(bounds.width()))
        , m_rows(cellsIn(bounds.height()))
        , m_sums(static_cast<std::size_t>(m_columns + 1) * static_cast<std::size_t>(m_rows + 1), 0)
    {
        for (const QRectF& each : taken)
            mark(each);
        for (int row = 1; row <= m_rows; ++row)
            for (int column = 1; column <= m_columns; ++column)
                at(column, row)
                    += at(column - 1, row) + at(column, row - 1) - at(column - 1, row - 1);
    }

    /// `rect` lies inside the bounds.
    [[nodiscard]] bool isFree(const QRectF& rect) const
    {
        const Cells cells = cellsOf(rect);
        return at(cells.right, cells.bottom) - at(cells.left, cells.bottom)
            - at(cells.right, cells.top) + at(cells.left, cells.top)
            == 0;
    }

private:
    static constexpr double cell = 2; ///< px

    struct Cells {
        int left;
        int top;
        int right; ///< the first beyond
        int bottom;
    };

    static int cellsIn(double length)
    {
        return std::max(0, static_cast<int>(std::ceil(length / cell)));
    }

    [[nodiscard]] Cells cellsOf(const QRectF& rect) const
    {
        const auto place
            = [](double value, int most) { return std::clamp(static_cast<int>(value), 0, most); };
        return {place(std::floor((rect.left() - m_bounds.left()) / cell), m_columns),
            place(std::floor((rect.top() - m_bounds.top()) / cell), m_rows),
            place(std::ceil((rect.right() - m_bounds.left()) / cell), m_columns),
            place(std::ceil((rect.bottom() - m_bounds.top()) / cell), m_rows)};
    }

    void mark(const QRectF& rect)
    {
        const Cells cells = cellsOf(rect);
        for (int row = cells.top; row < cells.bottom; ++row)
            for (int column = cells.left; column < cells.right; ++column)
                at(column + 1, row + 1) = 1;
    }

    [[nodiscard]] std::size_t indexOf(int column, int row) const
    {
        return (static_cast<std::size_t>(row) * static_cast<std::size_t>(m_columns + 1))
            + static_cast<std::size_t>(column);
    }

    int& at(int column, int row) { return m_sums[indexOf(column, row)]; }

    [[nodiscard]] int at(int column, int row) const { return m_sums[indexOf(column, row)]; }

    QRectF m_bounds;
    int m_columns;
    int m_rows;
    std::vector<int> m_sums;
};

/// How far a place is from its point. Below right and above left come before the others of the
/// same distance: they leave a rising curve free. Nothing: too near or too far.
std::optional<double> costOf(const PointLabel& label, const QPointF& offset)
{
    const double gapX = std::max(0.0, std::abs(offset.x()) - (label.size.width() / 2));
    const double gapY = std::max(0.0, std::abs(offset.y()) - (label.size.height() / 2));
    const double distance = std::hypot(gapX, gapY);
    if (distance < label.clearance || distance > farthest)
        return std::nullopt;
    return distance + (offset.x() * offset.y() > 0 ? 0 : 5);
}

/// The nearest place where nothing is; empty: there is none.
QRectF nearestFree(const PointLabel& label, const QRectF& bounds, const Occupancy& occupancy,
    const std::vector<QRectF>& placed)
{
    constexpr double step = 4;
    const double reachX = (label.size.width() / 2) + farthest;
    const double reachY = (label.size.height() / 2) + farthest;
    QRectF best;
    double least = std::numeric_limits<double>::infinity();
    for (double x = -reachX; x <= reachX; x += step) {
        for (double y = -reachY; y <= reachY; y += step) {
            const auto cost = costOf(label, {x, y});
            if (!cost || *cost >= least)
                continue;
            QRectF rect(QPointF(0, 0), label.size);
            rect.moveCenter(label.anchor + QPointF(x, y));
            if (!bounds.contains(rect) || !occupancy.isFree(rect)
                || std::any_of(placed.begin(), placed.end(),
                    [&rect](const QRectF& other) { return other.intersects(rect); }))
                continue;
            least = *cost;
            best = rect;
        }
    }
    return best;
}

} // namespace

std::vector<QRectF> placeBesidePoints(
    const std::vector<PointLabel>& labels, const QRectF& bounds, const std::vector<QRectF>& taken)
{
    const Occupancy occupancy(bounds, taken);
    std::vector<QRectF> places;
    std::vector<QRectF> placed;
    places.reserve(labels.size());
    for (const PointLabel& label : labels) {
        places.push_back(nearestFree(label, bounds, occupancy, placed));
        if (!places.back().isEmpty())
            placed.push_back(places.back().adjusted(-2, -1, 2, 1));
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

QStringList inTwoLines(const QString& text, const QFont& font, int width)
{
    const QFontMetrics metrics(font);
    const auto elided
        = [&](const QString& line) { return metrics.elidedText(line, Qt::ElideMiddle, width); };
    if (metrics.horizontalAdvance(text) <= width)
        return {text};
    constexpr QStringView joints = u" /_-";
    QStringList best;
    int bestWidth = std::numeric_limits<int>::max();
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (!joints.contains(text[i]))
            continue;
        const QStringList lines {text.left(i + 1).trimmed(), text.mid(i + 1)};
        const int wider = std::max(
            metrics.horizontalAdvance(lines.first()), metrics.horizontalAdvance(lines.last()));
        if (wider < bestWidth) {
            best = lines;
            bestWidth = wider;
        }
    }
    if (best.isEmpty())
        return {elided(text)};
    return {elided(best.first()), elided(best.last())};
}

} // namespace ui
