// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/chart_frame.h"
#include "profiler/report/format.h"
#include "profiler/report/remarks.h"
#include "profiler/report/report_charts.h"
#include "profiler/report/svg.h"
#include "profiler/report/text_table.h"
#include "profiler/report/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace profiler {
namespace {

using namespace report_chart;

/// Ratios are placed by their logarithm: 2× faster and 2× slower are as far from 1.
Axis forestAxis(const CaseResult& caseResult, double from, double to)
{
    double low = std::log(0.9);
    double high = std::log(1.2);
    for (const auto& variant : caseResult.variants) {
        if (!showsRatio(variant))
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
    svg.text({30, y + 4}, elided(printable(variant.name), 20));
    if (!showsRatio(variant)) {
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

} // namespace profiler
