// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// What is known of training beyond how long a step takes: where its time goes, and what the loss
/// does over several steps.
namespace profiler {

/// One step whose parts were clocked; such steps are never timed ones. What the four leave of the
/// whole is neither.
struct StepTimes {
    nanoseconds whole {};
    std::optional<nanoseconds> dataWait; ///< for the next batch; nullopt: nobody saw who waits
    nanoseconds forward {}; ///< from the step's begin to its backward, the loss included
    nanoseconds backward {};
    nanoseconds optimizer {}; ///< what follows the last backward

    bool operator==(const StepTimes&) const = default;
};

/// Steps of a case after a timed block.
struct StepPartsFact {
    int caseIndex = 0;
    int round = 0;
    std::vector<StepTimes> steps;
    std::string reason; ///< why there are none

    bool operator==(const StepPartsFact&) const = default;
};

enum class LossPrecision { AsRun, Fp64 };

struct LossOfStep {
    std::optional<double> loss; ///< nullopt: not finite

    bool operator==(const LossOfStep&) const = default;
};

/// The losses of consecutive steps from the state that was built, the same seeds on both sides.
struct LossCurve {
    int caseIndex = 0;
    LossPrecision precision = LossPrecision::AsRun;
    bool randomOperators = false; ///< compiled code drew its numbers as eager does
    std::vector<LossOfStep> steps;
    std::string reason; ///< why it is not known, or ends early

    bool operator==(const LossCurve&) const = default;
};

/// More is refused wherever it comes from.
inline constexpr std::size_t mostPartSteps = 100; ///< of a block
inline constexpr std::size_t mostLossSteps = 10'000; ///< of a curve

} // namespace profiler
