// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/host_lines.h"

#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/model/trace_rows.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <unordered_map>

namespace profiler {

namespace {

/// Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
Interval shareOfSamples(std::int64_t samples, std::int64_t all)
{
    constexpr double z = 1.959963984540054; // 95 %, two-sided
    const auto n = static_cast<double>(all);
    const double share = static_cast<double>(samples) / n;
    const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
    const double half
        = z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
    return {.estimate = share,
        .low = std::max(0.0, middle - half),
        .high = std::min(1.0, middle + half)};
}

} // namespace

HostLines hostLines(const TraceSummary& trace, const TraceRows& rows)
{
    std::unordered_map<std::int32_t, HostLine> lines;
    for (const auto& place : rows.places)
        lines.try_emplace(place.id,
            HostLine {.file = place.file, .line = place.line, .function = place.function});
    HostLines host {.callNs = median(durationsOf(trace.calls)).value_or(0)};
    for (const auto series : rows.counters.series) {
        const auto line = lines.find(series);
        if (line == lines.end())
            continue;
        ++line->second.samples;
        ++host.samples;
    }
    for (auto& [id, line] : lines) {
        if (line.samples == 0)
            continue;
        line.share = shareOfSamples(line.samples, host.samples);
        line.perCallNs = line.share.estimate * host.callNs;
        host.lines.push_back(std::move(line));
    }
    std::ranges::sort(host.lines, [](const HostLine& one, const HostLine& other) {
        return std::tuple(-one.samples, std::tie(one.file, one.line, one.function))
            < std::tuple(-other.samples, std::tie(other.file, other.line, other.function));
    });
    return host;
}

} // namespace profiler
