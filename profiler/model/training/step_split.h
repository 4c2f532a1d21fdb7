// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"

#include <array>
#include <optional>
#include <string_view>

namespace profiler {

/// Where a training step's time goes. The order is that in which it is shown.
enum class StepPart { DataWait, Forward, Backward, Optimizer, Other };

inline constexpr std::array stepParts {StepPart::DataWait, StepPart::Forward, StepPart::Backward,
    StepPart::Optimizer, StepPart::Other};

/// Of a variant's steps whose parts were clocked: the mean over the middle half of them by length,
/// so that the parts of it add up.
struct StepSplit {
    double wholeNs = 0;
    std::array<double, stepParts.size()> partNs {}; ///< in the order of stepParts
    bool dataWaitKnown = true;
    int steps = 0; ///< that were clocked
    int rounds = 0;

    [[nodiscard]] double at(StepPart part) const { return partNs[static_cast<std::size_t>(part)]; }

    /// What it became against the baseline, in nanoseconds, of rounds that both ran; below 0 = less
    /// time. Of the baseline, and where fewer than two rounds are common, nothing.
    std::optional<Interval> wholeChange;
    std::array<std::optional<Interval>, stepParts.size()> partChange {};

    [[nodiscard]] const std::optional<Interval>& changeOf(StepPart part) const
    {
        return partChange[static_cast<std::size_t>(part)];
    }
};

} // namespace profiler
