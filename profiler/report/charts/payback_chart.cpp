// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/payback_series.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/charts/chart_frame.h"
#include "profiler/report/charts/report_charts.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/text_width.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace profiler {
namespace {

using namespace report_chart;

constexpr auto paybackChartTitle = "Time saved minus compile time against calls";
constexpr double bendNs = 4e9; ///< linear below, logarithmic above

double bent(double ns)
{
    return std::asinh(ns / bendNs);
}

double exponentOf(std::int64_t calls)
{
    return std::log10(static_cast<double>(calls));
}

void paybackLine(Canvas& canvas, const PaybackLine& line, const Axis& x, const Axis& y)
{
    constexpr int steps = 120;
    std::vector<Point> points;
    std::vector<Point> band;
    for (int i = 0; i <= steps; ++i) {
        const double exponent = x.low + (x.high - x.low) * i / steps;
        const auto saved = savedAfter(line, std::pow(10.0, exponent));
        const double height = bent(saved.estimate);
        if (height >= y.low && height <= y.high) // it leaves the picture, it does not bend
            points.push_back({x.place(exponent), y.place(height)});
        band.push_back({x.place(exponent), y.place(bent(saved.high))});
    }
    for (int i = steps; i >= 0; --i) {
        const double exponent = x.low + (x.high - x.low) * i / steps;
        band.push_back(
            {x.place(exponent), y.place(bent(savedAfter(line, std::pow(10.0, exponent)).low))});
    }
    const bool kept = line.cache == CompileCache::Kept;
    if (!kept)
        canvas.svg().polygon(
            band, fmt::format("fill:{};fill-opacity:0.14", canvas.colourOf(line.variant)));
    canvas.svg().polyline(points,
        canvas.strokeOf(line.variant, false)
            + (kept ? canvas.dashText(std::array {6.0, 4.0}) : std::string()));
}

/// The calls at which a line crosses 0, beside its marker, where there is room.
void crossings(
    Canvas& canvas, const PaybackSeries& series, int subject, const Axis& x, const Axis& y)
{
    const double size = canvas.look().small;
    LabelPlaces places;
    constexpr std::size_t fewLines = 5; // of more only the subject has its number
    for (const auto& line : series.lines) {
        if (!line.crossing || line.crossing->calls <= 0)
            continue;
        const Point at {x.place(exponentOf(line.crossing->calls)), y.place(0)};
        canvas.marker(at, line.variant);
        if (series.lines.size() > fewLines && line.variant != subject)
            continue;
        const auto text = formatCount(line.crossing->calls);
        const double wide = textWidth(text, size);
        const double under = at.y + size * 1.5;
        const double over = at.y - size * 0.8;
        if (at.x + size + wide < x.to && places.take(at.x + size, under - size, wide, size * 1.2))
            canvas.svg().text({at.x + size * 0.7, under}, text, size, canvas.palette().text);
        else if (at.x - size - wide > x.from
            && places.take(at.x - size - wide, over - size, wide, size * 1.2))
            canvas.svg().text(
                {at.x - size * 0.7, over}, text, size, canvas.palette().text, Anchor::End);
    }
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

void paybackTicks(Canvas& canvas, const Axis& x, const Axis& y)
{
    const double size = canvas.look().small;
    LabelPlaces below;
    for (int exponent = static_cast<int>(std::ceil(x.low)); exponent <= x.high; ++exponent) {
        const double place = x.place(exponent);
        canvas.grid({place, y.from}, {place, y.to});
        const auto text
            = formatCount(static_cast<std::int64_t>(std::llround(std::pow(10.0, exponent))));
        const double wide = textWidth(text, size) + size * 0.8;
        const double centre = std::min(place, canvas.look().width - wide / 2);
        if (below.take(centre - wide / 2, 0, wide, 1))
            canvas.muted({centre, y.from + size * 1.4}, text, Anchor::Middle);
    }
    // 0 first: where others would cover it, they go.
    constexpr double marks[] {
        0, -10e9, 10e9, 100e9, -100e9, 600e9, -600e9, 3600e9, -3600e9, 36000e9, -1e9, 1e9};
    LabelPlaces beside;
    for (const double ns : marks) {
        const double place = y.place(bent(ns));
        if (bent(ns) < y.low || bent(ns) > y.high
            || !beside.take(0, place - size * 0.65, 1, size * 1.3))
            continue;
        if (ns == 0)
            canvas.axis({x.from, place}, {x.to, place});
        else
            canvas.grid({x.from, place}, {x.to, place});
        canvas.muted({x.from - size * 0.6, place + size * 0.36}, markText(ns), Anchor::End);
    }
}

void horizon(Canvas& canvas, double exponent, const Axis& x, const Axis& y)
{
    const double size = canvas.look().small;
    const double place = x.place(exponent);
    canvas.dashed({place, y.from}, {place, y.to}, canvas.palette().text);
    const bool right = place - x.from < textWidth("planned", size) + size;
    canvas.muted({place + (right ? 0.4 : -0.4) * size, y.to + size}, "planned",
        right ? Anchor::Start : Anchor::End);
}

} // namespace

int subjectVariant(const ComparisonResult& result, const CaseResult& caseResult)
{
    if (caseResult.recommendation.variant > 0)
        return caseResult.recommendation.variant;
    return result.plan.variants.size() > 1 ? 1 : 0;
}

Picture paybackChart(
    const ComparisonResult& result, const CaseResult& caseResult, const ChartLook& look)
{
    const auto series = paybackSeries(result, caseResult, subjectVariant(result, caseResult));
    if (series.lines.empty())
        return nothing(look, paybackChartTitle,
            series.whyEmpty.empty() ? "No payback is known." : reasonText(series.whyEmpty));
    Canvas canvas(look);
    const Legend legend(result, look);
    const double size = look.small;
    const Axis x {.low = std::log10(series.fromCalls),
        .high = std::log10(series.toCalls),
        .from = textWidth("−100 min", size) + size,
        .to = look.width - size * 1.5};
    const Axis y {.low = bent(series.lowestNs),
        .high = bent(series.highestNs),
        .from = look.height - size * 3.4,
        .to = size * 0.8};
    canvas.svg().rectangle({x.from, y.place(0)}, x.to - x.from, y.from - y.place(0),
        fmt::format("fill:{}", canvas.palette().raised));
    paybackTicks(canvas, x, y);
    for (const auto& line : series.lines)
        paybackLine(canvas, line, x, y);
    if (series.horizonCalls)
        horizon(canvas, exponentOf(*series.horizonCalls), x, y);
    crossings(canvas, series, subjectVariant(result, caseResult), x, y);
    canvas.muted({(x.from + x.to) / 2, look.height - size * 0.6},
        look.isNarrow() ? "calls; dashed: warm cache" : "calls of one process; dashed: warm cache",
        Anchor::Middle);
    legend.draw(canvas, look.height, false);
    return canvas.picture(look.height + legend.height(), paybackChartTitle);
}

Picture legendPicture(const ComparisonResult& result, const ChartLook& look)
{
    Canvas canvas(look);
    const Legend legend(result, look);
    legend.draw(canvas, 0, true);
    return canvas.picture(legend.height(), "Variants");
}

} // namespace profiler
