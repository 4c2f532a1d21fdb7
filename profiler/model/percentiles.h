// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// The percentiles of calls: tables, charts, JSON and CSV follow this list.
namespace profiler {

struct NamedPercentile {
    double p = 0.5;
    std::string_view key; ///< of documents
    std::string_view name; ///< for people
};

/// Judged for every variant and shown in every table.
inline constexpr std::array<NamedPercentile, 5> percentiles {{
    {0.5, "p50", "Median"},
    {0.9, "p90", "p90"},
    {0.95, "p95", "p95"},
    {0.99, "p99", "p99"},
    {0.999, "p99_9", "p99.9"},
}};

inline constexpr double medianPercentile = 0.5;
/// Goals and limits of tails speak of it.
inline constexpr double tailPercentile = 0.99;
/// A curve goes on to them where calls are enough.
inline constexpr std::array furtherPercentiles {0.9999, 0.99999};

[[nodiscard]] constexpr std::size_t percentileIndex(double p)
{
    std::size_t index = 0;
    while (index + 1 < percentiles.size() && percentiles[index].p != p)
        ++index;
    return index;
}

} // namespace profiler
