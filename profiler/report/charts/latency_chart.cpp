// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/percentile_series.h"
#include "profiler/model/comparison_result.h"
#include "profiler/report/charts/chart_frame.h"
#include "profiler/report/charts/report_charts.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/text_width.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace profiler {
namespace {

using namespace report_chart;

constexpr auto latencyChartTitle = "Latency of each variant by percentile";

/// The tail is stretched: 90 %, 99 % and 99.9 % are as far from each other.
double tail(double p)
{
    return -std::log10(1 - std::min(p, 0.99999));
}

void latencyBand(Canvas& canvas, const PercentileVariant& variant, const Axis& x, const Axis& y)
{
    std::vector<Point> band;
    for (const auto& point : variant.curve)
        if (point.lowNs && point.highNs && *point.lowNs > 0)
            band.push_back({x.place(tail(point.p)), y.place(std::log(*point.highNs))});
    for (auto point = variant.curve.rbegin(); point != variant.curve.rend(); ++point)
        if (point->lowNs && point->highNs && *point->lowNs > 0)
            band.push_back({x.place(tail(point->p)), y.place(std::log(*point->lowNs))});
    if (band.size() > 2)
        canvas.svg().polygon(
            band, fmt::format("fill:{};fill-opacity:0.14", canvas.colourOf(variant.variant)));
}

void latencyCurve(Canvas& canvas, const PercentileVariant& variant, const Axis& x, const Axis& y)
{
    std::vector<Point> points;
    for (const auto& point : variant.curve)
        points.push_back({x.place(tail(point.p)), y.place(std::log(point.ns))});
    latencyBand(canvas, variant, x, y);
    canvas.svg().polyline(points, canvas.strokeOf(variant.variant, true));
    if (variant.headline.ns && *variant.headline.ns > 0)
        canvas.marker({x.place(tail(variant.headline.p)), y.place(std::log(*variant.headline.ns))},
            variant.variant);
}

std::pair<double, double> latencyRange(const PercentileSeries& series)
{
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
    for (const auto& variant : series.variants)
        for (const auto& point : variant.curve) {
            low = std::min(low, point.ns);
            high = std::max(high, point.ns);
        }
    return {low, high};
}

void percentileTicks(Canvas& canvas, const Axis& x, const Axis& y)
{
    struct Tick {
        double p;
        const char* text;
    };

    constexpr Tick ticks[] {
        {0, "fastest"}, {0.99, "99 %"}, {0.5, "50 %"}, {0.9, "90 %"}, {0.999, "99.9 %"}};
    const double size = canvas.look().small;
    LabelPlaces places;
    for (const auto& tick : ticks) {
        const double place = x.place(tail(tick.p));
        if (tail(tick.p) > x.high + 1e-9)
            continue;
        canvas.grid({place, y.from}, {place, y.to});
        const double wide = textWidth(tick.text, size) + size * 0.6;
        const double centre
            = std::clamp(place, x.from - size + wide / 2, canvas.look().width - wide / 2);
        if (places.take(centre - wide / 2, 0, wide, 1))
            canvas.muted({centre, y.from + size * 1.4}, tick.text, Anchor::Middle);
    }
}

/// Logarithms of round times; a range without two of them keeps its ends.
std::vector<double> latencyLevels(double lowNs, double highNs)
{
    constexpr int few = 4;
    auto levels = roundLevels(lowNs, highNs, few);
    if (levels.size() < 2)
        levels = {lowNs, highNs};
    for (double& level : levels)
        level = std::log(level);
    return levels;
}

/// Their texts, the higher ones first: where two would stand in one another, one goes.
void latencyTicks(Canvas& canvas, const std::vector<double>& levels, const Axis& x, const Axis& y)
{
    const double size = canvas.look().small;
    LabelPlaces places;
    for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
        canvas.grid({x.from, y.place(*level)}, {x.to, y.place(*level)});
        if (places.take(0, y.place(*level) - size * 0.6, 1, size * 1.2))
            canvas.muted({x.from - size * 0.6, y.place(*level) + size * 0.36},
                roundDuration(std::exp(*level)), Anchor::End);
    }
}

void limitLine(Canvas& canvas, double limitNs, const Axis& x, const Axis& y)
{
    if (std::log(limitNs) < y.low || std::log(limitNs) > y.high)
        return; // outside: the table says by how much it is met or missed
    const double place = y.place(std::log(limitNs));
    canvas.dashed({x.from, place}, {x.to, place}, canvas.palette().warn);
    canvas.muted(
        {x.from + canvas.look().small * 0.4, place - canvas.look().small * 0.4}, "limit of p99");
}

} // namespace

Picture latencyChart(const ComparisonResult& result, const ComparisonData& data,
    const CaseResult& caseResult, const ChartLook& look)
{
    const auto series = percentileSeries(data, caseResult, result.plan.goal);
    const auto [low, high] = latencyRange(series);
    if (high <= 0 || low <= 0)
        return nothing(look, latencyChartTitle,
            series.whyEmpty.empty() ? "No steady call was measured." : reasonText(series.whyEmpty));
    Canvas canvas(look);
    const Legend legend(result, look);
    const double size = look.small;
    Axis y {.low = std::log(low),
        .high = std::log(high),
        .from = look.height - size * 3.4,
        .to = size * 0.8};
    const auto levels = latencyLevels(low, high);
    double labels = 0;
    for (const double level : levels)
        labels = std::max(labels, textWidth(roundDuration(std::exp(level)), size));
    double end = 0;
    for (const auto& variant : series.variants)
        end = std::max(end, variant.shownUpTo);
    const Axis x {.low = 0,
        .high = tail(std::max(end, 0.9)),
        .from = labels + size * 1.5,
        .to = look.width - size * 1.5};
    percentileTicks(canvas, x, y);
    latencyTicks(canvas, levels, x, y);
    for (const auto& variant : series.variants)
        latencyCurve(canvas, variant, x, y);
    if (series.limitNs && *series.limitNs > 0)
        limitLine(canvas, *series.limitNs, x, y);
    canvas.muted({(x.from + x.to) / 2, look.height - size * 0.6},
        look.isNarrow() ? "share of calls" : "share of calls that take at most so long",
        Anchor::Middle);
    legend.draw(canvas, look.height, true);
    return canvas.picture(look.height + legend.height(), latencyChartTitle);
}

} // namespace profiler
