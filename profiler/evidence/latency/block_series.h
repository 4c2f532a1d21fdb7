// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/model/reason.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct BlockPoint {
    double place = 0; ///< rounds from the first shown repetition on
    int repetition = 0;
    int round = 0;
    double medianNs = 0;
    bool outlier = false; ///< more than 3 IQR above the p75 of its process
    bool contention = false; ///< something else used the processor meanwhile
};

/// A lane that ended before its rounds were over.
struct BrokenLane {
    int repetition = 0;
    double place = 0;
    double medianNs = 0; ///< of its last block
};

struct BlockLane {
    int variant = 0; ///< index into Plan::variants
    bool again = false;
    std::string name;
    std::vector<BlockPoint> points; ///< in the order run
    std::optional<BrokenLane> broken; ///< the last one
};

/// Medians of the latest blocks, repetition after repetition.
struct BlockSeries {
    std::vector<BlockLane> lanes; ///< in plan order, "eager again" last
    int firstRepetition = 0;
    int repetitions = 0; ///< shown
    int rounds = 0; ///< of one repetition
    bool lastIsEmpty = false; ///< its lanes still warm up
    Reason whyEmpty;
};

/// "2 outlier blocks: 1 with CPU contention, 1 without a recorded cause"; empty: none.
[[nodiscard]] std::string blockOutliersText(const BlockSeries& series);

/// The last `mostRepetitions` repetitions of one case.
[[nodiscard]] BlockSeries blockSeries(
    const JudgeInput& input, int caseIndex, int mostRepetitions = 3);

} // namespace profiler
