// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/log_ratio.h"

#include <array>
#include <cstddef>
#include <string_view>

/// What the rules of measuring and judging ask for. What a user may set (the smallest relevant
/// effect, tolerances, how many repetitions are planned) stands in the plan.
namespace profiler {

// ---- verdicts
inline constexpr int repetitionsForVerdict = 3;
inline constexpr int roundsForVerdict = 10;
inline constexpr int repetitionsForBootstrap = 10;
/// From here on a recommendation asks that the verdict holds with the widened interval too.
inline constexpr int repetitionsForCorrection = 5;
/// Nobody is told to run more repetitions than these; what they would not decide is not decidable.
inline constexpr int mostRepetitionsAdvised = 30;

// ---- remedies that were tried
/// Of what was predicted to be saved once: from here on a remedy is confirmed, below it refuted.
inline constexpr double savedOnceConfirms = 0.5;
inline constexpr double savedOnceRefutes = 0.1;

// ---- the machine
/// Of the blocks; with fewer quiet ones tails get no verdict and the reader is warned.
inline constexpr double quietEnough = 0.9;
/// Where something else ran in more than this share of the blocks, their times decide nothing.
inline constexpr double mostDisturbedRatio = 0.25;
/// Eager against eager may differ by so much before anybody is told, whatever effect matters.
inline constexpr double noticedNoise = 0.03;

// ---- the outlook of eager calls
/// Of a call; what takes so much of it is what binds it.
inline constexpr double bindingShare = 0.5;
/// Below this ceiling nobody is told to compile.
inline constexpr double worthCompiling = 1.05;
/// Of a call on a device spent between launches, from here on CUDA graphs come first.
inline constexpr double launchesWorthGraphs = 0.3;
/// Of this machine's peak; products that reach less are worth tuning.
inline constexpr double farBelowPeak = 0.4;
/// Of a call on a CPU in convolutions, whose weights compiled code copies unless it freezes them.
inline constexpr double convolutionsWorthFreezing = 0.3;

// ---- the gate
/// Guards may grow by this share before a gate calls it a regression: an attribute more is no harm.
inline constexpr double guardsMayGrow = 0.1;

// ---- slow calls
/// A timed call is slow beyond so many times the IQR above p75: Tukey's outer fence.
inline constexpr double slowFenceIqrs = 3;
/// A call of a warm-up, where calls are still getting faster, from so many medians on.
inline constexpr double slowWarmUpMedians = 2;
/// The collector is the cause where it took this share of what the call took above the median.
inline constexpr double collectionIsCause = 0.25;

// ---- percentiles of calls: tables, charts, JSON and CSV follow this list
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
