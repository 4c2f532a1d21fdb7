// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/log_ratio.h"

#include <optional>
#include <vector>

namespace profiler {

/// d(k,i): block median of the baseline / of the variant, in one round; of wall or CPU time.
struct RoundRatio {
    LogRatio ratio;
    bool repeated = false;
    bool quiet = true; ///< both blocks
};

/// One repetition in which both lanes were steady.
struct PairedRepetition {
    int repetition = 0;
    Lane baseline;
    Lane variant;
    std::vector<RoundRatio> rounds;
};

/// Joins the lanes of the same repetition that ran at the same time, round by round. Of CPU time
/// only rounds count in which it was read for both.
[[nodiscard]] std::vector<PairedRepetition> pairRepetitions(const std::vector<Lane>& baselineLanes,
    const std::vector<Lane>& variantLanes, CallTime time = CallTime::Wall);

/// m(k) = median over rounds of d(k,i), of the repetitions that have one.
[[nodiscard]] std::vector<LogRatio> medianLogRatios(const std::vector<PairedRepetition>& pairs);
/// The same over rounds in which both blocks were quiet.
[[nodiscard]] std::vector<LogRatio> quietMedianLogRatios(
    const std::vector<PairedRepetition>& pairs);

/// The logarithms of d(k,i) of each repetition.
[[nodiscard]] std::vector<std::vector<double>> logRatiosByRepetition(
    const std::vector<PairedRepetition>& pairs);

/// Planned rounds (not the repeats of flagged ones) of the repetition that has fewest.
[[nodiscard]] int fewestRounds(const std::vector<PairedRepetition>& pairs);

} // namespace profiler
