// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/report_charts.h"

#include "profiler/analysis/payback_series.h"
#include "profiler/analysis/percentile_series.h"
#include "profiler/report/format.h"
#include "profiler/report/remarks.h"
#include "profiler/report/svg.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace profiler {
namespace {

constexpr double width = 720;
constexpr auto gridStyle = "stroke:#e9edf2";
constexpr auto axisStyle = "stroke:#8b97a8";
constexpr auto mutedText = "fill:#566274;font-size:11px";
constexpr auto strongText = "font-weight:600";

/// Maps values to places on the page, both ends included.
struct Axis {
    double low = 0;
    double high = 1;
    double from = 0;
    double to = 1;

    [[nodiscard]] double place(double value) const
    {
        const double span = high > low ? high - low : 1;
        return from + (std::clamp(value, low, high) - low) / span * (to - from);
    }
};

std::string strokeOf(int variant, double strokeWidth = 2)
{
    const auto look = lookOf(variant);
    return fmt::format("stroke:{};stroke-width:{};stroke-linejoin:round{}{}", look.colour,
        strokeWidth, look.dash.empty() ? "" : ";stroke-dasharray:", look.dash);
}

std::string nothing(const std::string& why)
{
    return "<p class=\"missing\">" + escaped(why) + "</p>\n";
}

/// Marker, dash and name of each variant on one line under a chart.
void legend(Svg& svg, const ComparisonResult& result, double y)
{
    double x = 10;
    for (std::size_t i = 0; i < result.plan.variants.size(); ++i) {
        const auto variant = static_cast<int>(i);
        svg.line({x, y}, {x + 26, y}, strokeOf(variant));
        svg.marker({x + 13, y}, variant);
        const auto& name = result.plan.variants[i].name;
        svg.text({x + 32, y + 4}, name, Anchor::Start, "font-size:11px");
        x += 32 + 7.0 * static_cast<double>(name.size()) + 18;
    }
}

// ---- forest

bool hasRatio(const VariantResult& variant)
{
    return variant.speedUp && variant.verdict != Verdict::Baseline
        && variant.verdict != Verdict::RanEager && variant.verdict != Verdict::Failed
        && variant.verdict != Verdict::NotComparable;
}

/// Ratios are placed by their logarithm: 2× faster and 2× slower are as far from 1.
Axis forestAxis(const CaseResult& caseResult, double from, double to)
{
    double low = std::log(0.9);
    double high = std::log(1.2);
    for (const auto& variant : caseResult.variants) {
        if (!hasRatio(variant))
            continue;
        const auto& ratio = variant.speedUp->ratio;
        // One wild interval must not squeeze all others.
        low = std::min(low, std::log(std::max(ratio.low, ratio.estimate / 3)));
        high = std::max(high, std::log(std::min(ratio.high, ratio.estimate * 3)));
    }
    const double room = (high - low) * 0.04;
    return {.low = low - room, .high = high + room, .from = from, .to = to};
}

void forestRow(Svg& svg, const VariantResult& variant, const Axis& axis, double y)
{
    svg.marker({16, y}, variant.variant);
    svg.text({30, y + 4}, variant.name);
    if (!hasRatio(variant)) {
        svg.text({width - 10, y + 4}, verdictWord(variant.verdict), Anchor::End, mutedText);
        return;
    }
    const auto& ratio = variant.speedUp->ratio;
    const auto colour = lookOf(variant.variant).colour;
    const double one = axis.place(0);
    const double estimate = axis.place(std::log(ratio.estimate));
    const double low = axis.place(std::log(ratio.low));
    const double high = axis.place(std::log(ratio.high));
    svg.rectangle({std::min(one, estimate), y - 5}, std::abs(estimate - one), 10,
        fmt::format("fill:{};opacity:0.35", colour));
    const auto stroke = fmt::format("stroke:{};stroke-width:2", colour);
    svg.line({low, y}, {high, y}, stroke);
    svg.line({low, y - 6}, {low, y + 6}, stroke);
    svg.line({high, y - 6}, {high, y + 6}, stroke);
    svg.marker({estimate, y}, variant.variant);
    svg.text({width - 110, y + 4},
        formatRatio(ratio.estimate) + " (" + formatRatioInterval(ratio) + ")", Anchor::End,
        strongText);
    svg.text({width - 10, y + 4}, verdictWord(variant.verdict), Anchor::End, mutedText);
}

/// Ticks of a ratio axis that fall into it.
void forestTicks(Svg& svg, const Axis& axis, double top, double bottom)
{
    constexpr double ticks[] {0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16};
    double last = -100;
    for (const double tick : ticks) {
        const double value = std::log(tick);
        if (value < axis.low || value > axis.high || axis.place(value) - last < 44)
            continue;
        last = axis.place(value);
        svg.line({last, top}, {last, bottom}, tick == 1 ? axisStyle : gridStyle);
        svg.text({last, bottom + 14}, formatRatio(tick), Anchor::Middle, mutedText);
    }
}

// ---- payback

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

void paybackTicks(Svg& svg, const Axis& x, const Axis& y)
{
    for (int exponent = static_cast<int>(std::ceil(x.low)); exponent <= x.high; ++exponent) {
        const double place = x.place(exponent);
        svg.line({place, y.from}, {place, y.to}, gridStyle);
        svg.text({place, y.from + 15},
            formatCount(static_cast<std::int64_t>(std::llround(std::pow(10.0, exponent)))),
            Anchor::Middle, mutedText);
    }
    constexpr double seconds[] {
        -3600e9, -600e9, -100e9, -10e9, -1e9, 0, 1e9, 10e9, 100e9, 600e9, 3600e9, 36000e9};
    double last = std::numeric_limits<double>::infinity();
    for (const double ns : seconds) {
        const double place = y.place(bent(ns));
        if (bent(ns) < y.low || bent(ns) > y.high || std::abs(last - place) < 14)
            continue;
        last = place;
        svg.line({x.from, place}, {x.to, place}, ns == 0 ? axisStyle : gridStyle);
        svg.text(
            {x.from - 6, place + 4}, ns == 0 ? "0" : formatDuration(ns), Anchor::End, mutedText);
    }
}

/// The variant that the warm line is drawn for: the one spoken of, else the first compiled one.
int focusedVariant(const ComparisonResult& result, const CaseResult& caseResult)
{
    if (caseResult.recommendation.variant > 0)
        return caseResult.recommendation.variant;
    return result.plan.variants.size() > 1 ? 1 : 0;
}

// ---- latency

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

std::string forestChart(const ComparisonResult& result, const CaseResult& caseResult)
{
    constexpr double rowHeight = 30;
    constexpr double top = 10;
    const double bottom = top + rowHeight * static_cast<double>(caseResult.variants.size());
    Svg svg(
        width, bottom + 22, "Speed-up of each variant over " + result.plan.variants.front().name);
    const auto axis = forestAxis(caseResult, 170, width - 260);
    const double minimum = negligibleLn(result);
    svg.rectangle({axis.place(-minimum), top}, axis.place(minimum) - axis.place(-minimum),
        bottom - top, "fill:#dde3ea;opacity:0.6");
    forestTicks(svg, axis, top, bottom);
    double y = top + rowHeight / 2;
    for (const auto& variant : caseResult.variants) {
        forestRow(svg, variant, axis, y);
        y += rowHeight;
    }
    return svg.markup();
}

std::string paybackChart(const ComparisonResult& result, const CaseResult& caseResult)
{
    const auto series = paybackSeries(result, caseResult, focusedVariant(result, caseResult));
    if (series.lines.empty())
        return nothing(series.whyEmpty.empty() ? "No payback is known." : series.whyEmpty);
    constexpr double height = 270;
    Svg svg(width, height, "Time saved minus compile time against calls");
    const Axis x {.low = std::log10(series.fromCalls),
        .high = std::log10(series.toCalls),
        .from = 80,
        .to = width - 20};
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
    svg.text({width / 2, 242}, "calls of one process", Anchor::Middle, mutedText);
    legend(svg, result, 260);
    return svg.markup();
}

std::string latencyChart(
    const ComparisonResult& result, const ComparisonData& data, const CaseResult& caseResult)
{
    const auto series = percentileSeries(data, caseResult, result.plan.goal);
    const auto [low, high] = latencyRange(series);
    if (high <= 0 || low <= 0)
        return nothing(series.whyEmpty.empty() ? "No steady call was measured." : series.whyEmpty);
    constexpr double height = 270;
    Svg svg(width, height, "Latency of each variant by percentile");
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
    legend(svg, result, 260);
    return svg.markup();
}

} // namespace profiler
