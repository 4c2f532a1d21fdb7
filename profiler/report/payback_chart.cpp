// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/payback_series.h"
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

constexpr double bendNs = 4e9; ///< linear below, logarithmic above

double bent(double ns)
{
    return std::asinh(ns / bendNs);
}

void paybackLine(Svg& svg, const PaybackLine& line, const Axis& x, const Axis& y)
{
    constexpr int steps = 160;
    std::vector<Point> points;
    std::vector<Point> band;
    for (int i = 0; i <= steps; ++i) {
        const double exponent = x.low + (x.high - x.low) * i / steps;
        const auto saved = savedAfter(line, std::pow(10.0, exponent));
        points.push_back({x.place(exponent), y.place(bent(saved.estimate))});
        band.push_back({x.place(exponent), y.place(bent(saved.high))});
    }
    for (int i = steps; i >= 0; --i) {
        const double exponent = x.low + (x.high - x.low) * i / steps;
        band.push_back(
            {x.place(exponent), y.place(bent(savedAfter(line, std::pow(10.0, exponent)).low))});
    }
    const auto colour = lookOf(line.variant).colour;
    const bool kept = line.cache == CompileCache::Kept;
    if (!kept)
        svg.polygon(band, fmt::format("fill:{};opacity:0.12", colour));
    svg.polyline(points,
        fmt::format("stroke:{};stroke-width:2{}", colour, kept ? ";stroke-dasharray:6 4" : ""));
    if (line.crossing && line.crossing->calls > 0)
        svg.marker({x.place(std::log10(static_cast<double>(line.crossing->calls))), y.place(0)},
            line.variant);
}

/// Round times: "−100 s", "10 min", "1 h".
std::string markText(double ns)
{
    const auto whole = [](double count) { return formatCount(std::llround(count)); };
    constexpr double minute = 60e9;
    if (std::abs(ns) < 10 * minute)
        return ns == 0 ? "0" : whole(ns / 1e9) + " s";
    return std::abs(ns) < 60 * minute ? whole(ns / minute) + " min"
                                      : whole(ns / minute / 60) + " h";
}

void paybackTicks(Svg& svg, const Axis& x, const Axis& y)
{
    for (int exponent = static_cast<int>(std::ceil(x.low)); exponent <= x.high; ++exponent) {
        const double place = x.place(exponent);
        svg.line({place, y.from}, {place, y.to}, gridStyle);
        svg.text({place, y.from + 15},
            formatCount(static_cast<std::int64_t>(std::llround(std::pow(10.0, exponent)))),
            Anchor::Middle, mutedText);
    }
    // 0 first: where others would cover it, they go.
    constexpr double marks[] {
        0, -10e9, 10e9, 100e9, -100e9, 600e9, -600e9, 3600e9, -3600e9, 36000e9, -1e9, 1e9};
    std::vector<double> taken;
    for (const double ns : marks) {
        const double place = y.place(bent(ns));
        const auto near = [&](double other) { return std::abs(other - place) < 14; };
        if (bent(ns) < y.low || bent(ns) > y.high || std::any_of(taken.begin(), taken.end(), near))
            continue;
        taken.push_back(place);
        svg.line({x.from, place}, {x.to, place}, ns == 0 ? axisStyle : gridStyle);
        svg.text({x.from - 6, place + 4}, markText(ns), Anchor::End, mutedText);
    }
}

/// The variant that the warm line is drawn for: the one spoken of, else the first compiled one.
int focusedVariant(const ComparisonResult& result, const CaseResult& caseResult)
{
    if (caseResult.recommendation.variant > 0)
        return caseResult.recommendation.variant;
    return result.plan.variants.size() > 1 ? 1 : 0;
}

} // namespace

std::string paybackChart(const ComparisonResult& result, const CaseResult& caseResult)
{
    const auto series = paybackSeries(result, caseResult, focusedVariant(result, caseResult));
    if (series.lines.empty())
        return nothing(series.whyEmpty.empty() ? "No payback is known." : series.whyEmpty);
    const Legend legend(result);
    Svg svg(width, chartHeight + legend.height(), "Time saved minus compile time against calls");
    const Axis x {.low = std::log10(series.fromCalls),
        .high = std::log10(series.toCalls),
        .from = 80,
        .to = width - 40};
    const Axis y {
        .low = bent(series.lowestNs), .high = bent(series.highestNs), .from = 210, .to = 10};
    svg.rectangle({x.from, y.place(0)}, x.to - x.from, y.from - y.place(0), "fill:#f3f5f8");
    paybackTicks(svg, x, y);
    for (const auto& line : series.lines)
        paybackLine(svg, line, x, y);
    if (series.horizonCalls) {
        const double place = x.place(std::log10(static_cast<double>(*series.horizonCalls)));
        svg.line({place, y.from}, {place, y.to}, "stroke:#18202b;stroke-dasharray:5 4");
        svg.text({place - 4, y.to + 12}, "planned", Anchor::End, mutedText);
    }
    svg.text({width / 2, 242}, "calls of one process; dashed: compile cache kept", Anchor::Middle,
        mutedText);
    legend.draw(svg, chartHeight, false);
    return svg.markup();
}

} // namespace profiler
