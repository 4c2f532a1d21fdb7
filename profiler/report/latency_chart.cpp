// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/percentile_series.h"
#include "profiler/report/chart_frame.h"
#include "profiler/report/format.h"
#include "profiler/report/report_charts.h"
#include "profiler/report/svg.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace profiler {
namespace {

using namespace report_chart;

/// The tail is stretched: 90 %, 99 % and 99.9 % are as far from each other.
double tail(double p)
{
    return -std::log10(1 - std::min(p, 0.99999));
}

void latencyCurve(Svg& svg, const PercentileVariant& variant, const Axis& x, const Axis& y)
{
    std::vector<Point> points;
    std::vector<Point> band;
    for (const auto& point : variant.curve)
        points.push_back({x.place(tail(point.p)), y.place(std::log(point.ns))});
    for (const auto& point : variant.curve)
        if (point.highNs)
            band.push_back({x.place(tail(point.p)), y.place(std::log(*point.highNs))});
    for (auto point = variant.curve.rbegin(); point != variant.curve.rend(); ++point)
        if (point->lowNs && point->highNs && *point->lowNs > 0)
            band.push_back({x.place(tail(point->p)), y.place(std::log(*point->lowNs))});
    if (band.size() > 2)
        svg.polygon(band, fmt::format("fill:{};opacity:0.12", lookOf(variant.variant).colour));
    svg.polyline(points, strokeOf(variant.variant));
    if (variant.headline.ns && *variant.headline.ns > 0)
        svg.marker({x.place(tail(variant.headline.p)), y.place(std::log(*variant.headline.ns))},
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

void latencyTicks(Svg& svg, const Axis& x, const Axis& y)
{
    struct Tick {
        double p;
        const char* text;
    };

    constexpr Tick ticks[] {
        {0, "fastest"}, {0.5, "50 %"}, {0.9, "90 %"}, {0.99, "99 %"}, {0.999, "99.9 %"}};
    for (const auto& tick : ticks) {
        const double place = x.place(tail(tick.p));
        if (tail(tick.p) > x.high + 1e-9)
            break;
        svg.line({place, y.from}, {place, y.to}, gridStyle);
        svg.text({place, y.from + 15}, tick.text, Anchor::Middle, mutedText);
    }
    constexpr int lines = 5;
    for (int i = 0; i < lines; ++i) {
        const double value = y.low + (y.high - y.low) * i / (lines - 1);
        const double place = y.place(value);
        svg.line({x.from, place}, {x.to, place}, gridStyle);
        svg.text({x.from - 6, place + 4}, formatDuration(std::exp(value)), Anchor::End, mutedText);
    }
}

} // namespace

std::string latencyChart(
    const ComparisonResult& result, const ComparisonData& data, const CaseResult& caseResult)
{
    const auto series = percentileSeries(data, caseResult, result.plan.goal);
    const auto [low, high] = latencyRange(series);
    if (high <= 0 || low <= 0)
        return nothing(series.whyEmpty.empty() ? "No steady call was measured." : series.whyEmpty);
    const Legend legend(result);
    Svg svg(width, chartHeight + legend.height(), "Latency of each variant by percentile");
    double end = 0;
    for (const auto& variant : series.variants)
        end = std::max(end, variant.shownUpTo);
    const Axis x {.low = 0, .high = tail(std::max(end, 0.9)), .from = 80, .to = width - 30};
    const Axis y {.low = std::log(low), .high = std::log(high), .from = 210, .to = 10};
    latencyTicks(svg, x, y);
    for (const auto& variant : series.variants)
        latencyCurve(svg, variant, x, y);
    if (series.limitNs && *series.limitNs > 0) {
        const double place = y.place(std::log(*series.limitNs));
        svg.line({x.from, place}, {x.to, place}, "stroke:#875000;stroke-dasharray:5 4");
        svg.text({x.to, place - 4}, "limit of p99", Anchor::End, mutedText);
    }
    svg.text(
        {width / 2, 242}, "share of calls that take at most so long", Anchor::Middle, mutedText);
    legend.draw(svg, chartHeight, true);
    return svg.markup();
}

} // namespace profiler
