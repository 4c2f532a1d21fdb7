// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/tune/tune_search.h"
#include "profiler/model/interval.h"

#include <optional>
#include <vector>

/// A search for the best setting as its comparison tells it: the same while it runs and whenever it
/// is read.
namespace profiler {

struct ComparisonData;
struct ComparisonResult;

/// What the search learns of a variant: speed-ups by the goal of all repetitions so far, what a
/// compile costs, and whether it is out for a reason of its own.
[[nodiscard]] TuneResult tuneResultOf(
    const ComparisonData& data, const ComparisonResult& judged, int variant);

/// A setting that was tried.
struct TuneRow {
    int variant = 0;
    std::optional<Interval> speedUp; ///< geometric mean over cases; show `decidedSpeedUp`
    bool decided = false; ///< a verdict stands behind it in every case
    int repetitions = 0;
    std::optional<nanoseconds> compile; ///< median of cold processes; else of the first paired one
    std::optional<nanoseconds> won; ///< of a call; below 0: it takes longer
    std::optional<double> wonPerSecond; ///< ns of a call for each second of compile
    std::optional<double> medianNs; ///< of a call; of one case only
    std::optional<TuneStep> step; ///< nullopt: the search ended before it decided

    [[nodiscard]] std::optional<Interval> decidedSpeedUp() const
    {
        return decided ? speedUp : std::nullopt;
    }
};

struct TuneOutcome {
    std::vector<TuneRow> rows; ///< the best first, then by speed-up; without the baseline
    std::optional<int> best; ///< variant; nullopt: none ran
    bool keepBaseline = true; ///< no verdict says that the best one is faster
    bool undecided = false; ///< nor that no setting is: keeping the baseline is no advice, either
    /// The variant that compiles the least of the model and keeps 95 % of what the best wins;
    /// nullopt: no part does.
    std::optional<int> smallestUnit;
    nanoseconds budget {};
    nanoseconds spent {};
};

/// Of a comparison that a search recorded.
[[nodiscard]] TuneOutcome tuneOutcomeOf(const ComparisonData& data, const ComparisonResult& judged);

} // namespace profiler
