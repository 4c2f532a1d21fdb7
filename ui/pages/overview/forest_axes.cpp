// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/forest_axes.h"

#include "ui/charts/chart_text.h"
#include "ui/figure/scale.h"
#include "ui/theme/text_measures.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

namespace {

constexpr double furthest = 1.5; ///< an interval is drawn up to so many times beyond the ratios
constexpr double farthestTail = 2.5; ///< the time axis reaches so many medians

struct ForestRange {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(double value)
    {
        low = std::min(low, value);
        high = std::max(high, value);
    }

    [[nodiscard]] bool isEmpty() const { return low > high; }
};

double niceStep(double span, int count)
{
    const double rough = span / count;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double step : {1.0, 2.0, 5.0})
        if (rough <= step * power)
            return step * power;
    return 10 * power;
}

ColumnAxis axisOver(ForestRange range, double padding, int tickCount)
{
    if (range.isEmpty())
        return {};
    const double span = std::max(range.high - range.low, std::abs(range.high) * 0.02);
    ColumnAxis axis {.low = range.low - padding * span, .high = range.high + padding * span};
    const double step = niceStep(axis.high - axis.low, tickCount);
    for (double tick = std::ceil(axis.low / step) * step; tick <= axis.high; tick += step)
        axis.ticks.push_back(std::abs(tick) < step / 2 ? 0 : tick);
    return axis;
}

} // namespace

double ColumnAxis::toX(const QRectF& column, double value) const
{
    const double share = logarithmic
        ? std::log(std::max(value, 1e-300) / low) / std::log(high / low)
        : (value - low) / (high - low);
    return column.left() + share * column.width();
}

ColumnAxis timeAxis(const Forest& forest)
{
    ForestRange medians;
    ForestRange range;
    for (const ForestRow& row : forest.rows) {
        if (row.medianNs)
            medians.add(*row.medianNs);
        if (row.violin) {
            range.add(row.violin->min);
            range.add(row.violin->p99.value_or(row.violin->q3));
        }
    }
    if (medians.isEmpty())
        return {};
    // On a busy machine a p99 is a thousand medians away; its number stands in the next column, and
    // the shapes stay readable.
    range.low = std::clamp(range.low, medians.low / farthestTail, medians.low);
    range.high = std::clamp(range.high, medians.high, medians.high * farthestTail);
    return axisOver(range, 0.05, 4);
}

ColumnAxis ratioAxis(const Forest& forest)
{
    ForestRange estimates;
    estimates.add(1);
    for (const ForestRow& row : forest.rows)
        if (row.ratio)
            estimates.add(row.ratio->estimate);
    ForestRange range = estimates;
    range.add(forest.bandLow);
    range.add(forest.bandHigh);
    for (const ForestRow& row : forest.rows) {
        if (!row.ratio)
            continue;
        range.add(std::max(row.ratio->low, estimates.low / furthest));
        range.add(std::min(row.ratio->high, estimates.high * furthest));
    }
    constexpr double padding = 0.06;
    constexpr int mostTicks = 7;
    const double room = std::pow(std::max(range.high / range.low, 1.02), padding);
    ColumnAxis axis {.low = range.low / room, .high = range.high * room, .logarithmic = true};
    axis.ticks = ratioCandidates(axis.low, axis.high, mostTicks);
    return axis;
}

QString tickText(const ColumnAxis& axis, double tick)
{
    if (axis.logarithmic)
        return ratioTickText(tick);
    const double step = axis.ticks.size() > 1 ? axis.ticks.at(1) - axis.ticks.at(0) : 1;
    const int decimals = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
    return QLocale::c().toString(tick, 'f', decimals);
}

void paintTickLines(QPainter& painter, const Tokens& tokens, const ColumnAxis& axis,
    const QRectF& box, const QRect& cell)
{
    painter.setPen(QPen(tokens.grid, 1));
    for (const double tick : axis.ticks) {
        const double x = axis.toX(box, tick);
        painter.drawLine(QPointF(x, cell.top()), QPointF(x, cell.bottom() + 1));
    }
}

void paintTickTexts(QPainter& painter, const ColumnAxis& axis, const QRectF& box, double scale)
{
    ColumnAxis shown = axis;
    for (double& tick : shown.ticks)
        tick /= scale;
    double lastRight = -1e9;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const QString text = tickText(shown, shown.ticks.at(i));
        const double width = qRound(widthOfText(painter.font(), text));
        const double x = axis.toX(box, axis.ticks.at(i));
        if (x - width / 2 < lastRight + 6)
            continue;
        lastRight = x + width / 2;
        drawText(
            painter, QRectF(x - 40, box.top() + 3, 80, box.height() - 4), Qt::AlignCenter, text);
    }
}

} // namespace ui
