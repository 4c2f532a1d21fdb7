// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/call_split.h"
#include "profiler/analysis/comparison_result.h"

#include <string>
#include <vector>

/// What lies between a call of the baseline and a call of a variant, step by step.
namespace profiler {

enum class WaterfallStep {
    LaunchGaps, ///< idle: the launch had begun and the device had not
    Sync, ///< idle: the host waited for the device
    SmallWork, ///< elementwise and norm kernels, and the fused ones that replace them
    Matmul, ///< matmul, attention, convolution
    Copies, ///< copies, and idle time around them
    HostCode, ///< Python, dispatch, guards, compiling while the device is idle
    Unexplained,
};

[[nodiscard]] std::string waterfallStepName(WaterfallStep step);

/// Classes of work that the step sums up; none of the steps of idle time.
[[nodiscard]] std::vector<WorkKind> workKindsOf(WaterfallStep step);

/// Of one untraced call.
struct WaterfallBar {
    WaterfallStep step = WaterfallStep::Unexplained;
    double baselineNs = 0;
    double variantNs = 0;

    [[nodiscard]] double changeNs() const { return variantNs - baselineNs; }

    bool operator==(const WaterfallBar&) const = default;
};

/// The bars add up: baseline median + all changes = variant median.
struct Waterfall {
    CallSplit baseline;
    CallSplit variant;
    std::vector<WaterfallBar> bars; ///< those that occur on a side, in the order drawn
    bool onDevice = false; ///< on both sides; idle time is of a device
};

/// `variant` against the first one of the plan. Missing with the reason: a side has no trace or no
/// steady call, or one ran on a device and the other did not.
[[nodiscard]] Measured<Waterfall> waterfallOf(
    const ComparisonData& data, const CaseResult& inCase, int variant);

} // namespace profiler
