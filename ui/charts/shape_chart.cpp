// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/shape_chart.h"

#include "ui/charts/chart_text.h"
#include "ui/figure/axis_ticker.h"
#include "ui/text/text.h"
#include "ui/theme/shapes.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ui {

namespace {

constexpr double shapeMarkerSize = 9;
constexpr double recompileSize = 16; ///< around a marker

/// It compiled for this shape, or compiled again what it had.
bool compiledAnew(const profiler::ShapePoint& point)
{
    return point.recompiles.value_or(0) > 0;
}

} // namespace

void drawRecompile(QPainter& painter, const QColor& colour, QPointF centre, double size)
{
    constexpr double end = 50; // degrees, against the clock from the right
    constexpr double over = 305;
    const double radius = size / 2;
    const QRectF box(centre.x() - radius, centre.y() - radius, size, size);
    QPainterPath arc;
    arc.arcMoveTo(box, end);
    arc.arcTo(box, end, over);
    const double angle = end * std::numbers::pi / 180;
    const QPointF outward(std::cos(angle), -std::sin(angle));
    const QPointF along(-outward.y(), outward.x()); // with the clock
    const QPointF tip = centre + (radius * outward);
    const double head = std::max(2.2, size * 0.22);
    QPainterPath arrow(tip + (head * outward));
    arrow.lineTo(tip - (head * outward));
    arrow.lineTo(tip + (1.5 * head * along));
    arrow.closeSubpath();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.strokePath(arc, QPen(colour, 1.4));
    painter.fillPath(arrow, colour);
    painter.restore();
}

ShapeChart::ShapeChart(const Theme& theme, QWidget* parent)
    : CallTimesChart(theme, tr("Time of a call by size"), parent)
{
    setTicks(
        xAxis, logScale(),
        [this](double low, double high) {
            std::vector<double> places;
            for (const auto size : sizes())
                if (const auto value = static_cast<double>(size); value >= low && value <= high)
                    places.push_back(value);
            if (places.size() > 2) // the ends are the most welcome
                std::swap(places[1], places.back());
            return places;
        },
        [](double size) { return QString::number(std::llround(size)); }, 40);
    axisRect()->setAutoMargins(QCP::msLeft);
    paint(u"main"_qs, Clip::ToAxes, [this](QPainter& painter) { paintPoints(painter); });
    paint(u"legend"_qs, Clip::No, [this](QPainter& painter) {
        drawFoot(painter, 20,
            m_axis < m_series.grid.axes.size() ? qt(m_series.grid.axes[m_axis].name) : QString());
        drawLegend(painter, 43);
    });
}

void ShapeChart::setSeries(profiler::ShapeSeries series, std::size_t axis,
    std::vector<std::int64_t> fixed, int focusedVariant, std::set<int> hidden)
{
    m_drawn.clear(); // they point into the series
    m_series = std::move(series);
    m_axis = axis;
    m_fixed = std::move(fixed);
    m_focused = focusedVariant;
    m_hidden = std::move(hidden);
    collect();
    const bool any
        = std::ranges::any_of(m_drawn, [](const Drawn& each) { return !each.points.empty(); });
    setEmptyText(any ? QString() : tr("No variant has a time at these sizes."));
    if (any)
        chooseScale();
    createLegend();
    showCurves();
}

void ShapeChart::collect()
{
    for (const auto& strategy : m_series.strategies) {
        if (m_hidden.contains(strategy.variant))
            continue;
        Drawn drawn {.strategy = &strategy, .points = {}, .curve = {}};
        for (const auto* point : profiler::pointsAlong(strategy, m_axis, m_fixed))
            if (point->ns)
                drawn.points.push_back(point);
        m_drawn.push_back(std::move(drawn));
    }
}

std::int64_t ShapeChart::sizeOf(const profiler::ShapePoint& point) const
{
    return point.sizes.at(m_axis);
}

std::vector<std::int64_t> ShapeChart::sizes() const
{
    std::set<std::int64_t> all;
    for (const Drawn& drawn : m_drawn)
        for (const auto* point : drawn.points)
            all.insert(sizeOf(*point));
    return {all.begin(), all.end()};
}

void ShapeChart::chooseScale()
{
    double low = std::numeric_limits<double>::max();
    double high = 0;
    for (const Drawn& drawn : m_drawn)
        for (const auto* point : drawn.points) {
            low = std::min(low, point->ns->low);
            high = std::max(high, point->ns->high);
        }
    constexpr double severalTimes = 6;
    chooseTime(low, high > severalTimes * low);
    const auto all = sizes();
    const double from = std::log10(static_cast<double>(all.front()));
    const double to = std::log10(static_cast<double>(all.back()));
    const double side = std::max((to - from) * 0.04, 0.05);
    const double bottom = isLogarithmic() ? time().toAxis(low) : 0;
    const double top = time().toAxis(high);
    const double room = std::max((top - bottom) * 0.08, std::abs(top) * 1e-3);
    setWholeRange(QCPRange(from - side, to + side),
        QCPRange(isLogarithmic() ? bottom - room : 0, top + room));
    setTimeTicks(yAxis, isLogarithmic(), unit(), 5, 26);
}

void ShapeChart::showCurves()
{
    clearGraphs();
    for (Drawn& drawn : m_drawn) {
        CurvePoints points;
        for (const auto* point : drawn.points) {
            const double x = std::log10(static_cast<double>(sizeOf(*point)));
            points.line.append({x, time().toAxis(point->ns->estimate)});
            points.low.append({x, time().toAxis(point->ns->low)});
            points.high.append({x, time().toAxis(point->ns->high)});
        }
        drawn.curve = addCurve(points, Band::Yes);
    }
    restyle();
    replot(QCustomPlot::rpQueuedReplot);
}

void ShapeChart::createLegend()
{
    std::vector<ChartLegend::Entry> entries;
    bool anew = false;
    bool eager = false;
    for (const Drawn& drawn : m_drawn) {
        entries.push_back({qt(drawn.strategy->name), 10,
            [this, index = drawn.strategy->variant](QPainter& painter, const QRectF& box) {
                drawMarker(painter, variant(index), box.center(), shapeMarkerSize);
            }});
        for (const auto* point : drawn.points) {
            anew = anew || compiledAnew(*point);
            eager = eager || point->ranEager;
        }
    }
    if (anew)
        entries.push_back({tr("recompiled"), 16, [this](QPainter& painter, const QRectF& box) {
                               drawRecompile(painter, tokens().text, box.center(), 12);
                           }});
    if (eager)
        entries.push_back({tr("ran eager"), 10, [this](QPainter& painter, const QRectF& box) {
                               drawHollowMarker(painter, variant(1), box.center(), shapeMarkerSize,
                                   tokens().panel);
                           }});
    setLegend(std::move(entries));
}

void ShapeChart::restyle()
{
    Chart::restyle();
    for (const Drawn& drawn : m_drawn) {
        if (drawn.curve.line == nullptr)
            continue;
        const VariantStyle style = variant(drawn.strategy->variant);
        const bool focused = drawn.strategy->variant == m_focused;
        styleCurve(drawn.curve, style.pen(focused ? 2.6 : 2), style.colour,
            tokens().tints ? (focused ? 0.24F : 0.1F) : 0.0F);
    }
}

void ShapeChart::layOut(const QSize& size)
{
    axisRect()->setMargins(QMargins(0, 10, 14, 46 + legendHeight(size)));
}

QPointF ShapeChart::pixelOf(const profiler::ShapePoint& point) const
{
    return {xAxis->coordToPixel(std::log10(static_cast<double>(sizeOf(point)))),
        yAxis->coordToPixel(time().toAxis(point.ns->estimate))};
}

void ShapeChart::paintPoints(QPainter& painter) const
{
    for (const Drawn& drawn : m_drawn)
        for (const auto* point : drawn.points) {
            const VariantStyle style = variant(drawn.strategy->variant);
            const QPointF at = pixelOf(*point);
            if (point->ranEager)
                drawHollowMarker(painter, style, at, shapeMarkerSize, tokens().panel);
            else
                drawMarker(painter, style, at, shapeMarkerSize - 2);
            if (compiledAnew(*point))
                drawRecompile(painter, style.colour, at, recompileSize);
        }
}

std::optional<Reading> ShapeChart::readingAt(QPointF pixel) const
{
    const auto all = sizes();
    if (all.empty())
        return std::nullopt;
    const double place = xAxis->pixelToCoord(pixel.x());
    const auto nearest = *std::ranges::min_element(all, {},
        [place](auto size) { return std::abs(std::log10(static_cast<double>(size)) - place); });
    const double at = std::log10(static_cast<double>(nearest));
    Reading reading {
        qt(m_series.grid.axes[m_axis].name) + QStringLiteral(" = ") + QString::number(nearest), at,
        at, {}};
    for (const Drawn& drawn : m_drawn)
        for (const auto* point : drawn.points) {
            if (sizeOf(*point) != nearest)
                continue;
            QString value = durationText(point->ns->estimate);
            if (point->ranEager)
                value += tr(", ran eager");
            else if (compiledAnew(*point))
                value += tr(", recompiled");
            reading.rows.push_back(
                {drawn.strategy->variant, QString::fromStdString(drawn.strategy->name), value});
        }
    return reading;
}

ChartTable ShapeChart::table() const
{
    const QString word = unitText(unit());
    const double ns = nanosecondsIn(unit());
    ChartTable table {.title = title(), .columns = {tr("variant")}};
    for (const auto& axis : m_series.grid.axes)
        table.columns << qt(axis.name);
    table.columns << tr("time, %1").arg(word) << tr("low") << tr("high") << tr("ran eager")
                  << tr("recompiles");
    for (const Drawn& drawn : m_drawn)
        for (const auto* point : drawn.points) {
            QVariantList cells {QString::fromStdString(drawn.strategy->name)};
            for (const auto size : point->sizes)
                cells << static_cast<qlonglong>(size);
            cells << point->ns->estimate / ns << point->ns->low / ns << point->ns->high / ns
                  << (point->ranEager ? tr("yes") : tr("no"))
                  << (point->recompiles ? QVariant(*point->recompiles) : QVariant());
            table.rows.append(cells);
        }
    return table;
}

} // namespace ui
