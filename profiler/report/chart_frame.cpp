// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/chart_frame.h"

#include "profiler/report/text_table.h"

#include <algorithm>
#include <fmt/format.h>

namespace profiler::report_chart {

double Axis::place(double value) const
{
    const double span = high > low ? high - low : 1;
    return from + (std::clamp(value, low, std::max(low, high)) - low) / span * (to - from);
}

std::string strokeOf(int variant)
{
    const auto look = lookOf(variant);
    return solidStrokeOf(variant)
        + fmt::format("{}{}", look.dash.empty() ? "" : ";stroke-dasharray:", look.dash);
}

std::string solidStrokeOf(int variant)
{
    return fmt::format("stroke:{};stroke-width:2;stroke-linejoin:round", lookOf(variant).colour);
}

std::string nothing(const std::string& why)
{
    return "<p class=\"missing\">" + escaped(why) + "</p>\n";
}

Legend::Legend(const ComparisonResult& result)
{
    constexpr std::size_t longestName = 30;
    constexpr double symbol = 32;
    constexpr double lineHeight = 18;
    Point at {10, 0};
    for (std::size_t i = 0; i < result.plan.variants.size(); ++i) {
        const auto name = elided(printable(result.plan.variants[i].name), longestName);
        const double room = symbol + 7 * static_cast<double>(displayWidth(name)) + 18;
        if (at.x > 10 && at.x + room > width)
            at = {10, at.y + lineHeight};
        m_entries.push_back({.variant = static_cast<int>(i), .name = name, .at = at});
        at.x += room;
    }
    m_height = at.y + lineHeight;
}

void Legend::draw(Svg& svg, double top, bool dashes) const
{
    for (const auto& entry : m_entries) {
        const double y = top + entry.at.y + 8;
        svg.line({entry.at.x, y}, {entry.at.x + 26, y},
            dashes ? strokeOf(entry.variant) : solidStrokeOf(entry.variant));
        svg.marker({entry.at.x + 13, y}, entry.variant);
        svg.text({entry.at.x + 32, y + 4}, entry.name, Anchor::Start, "font-size:11px");
    }
}

} // namespace profiler::report_chart
