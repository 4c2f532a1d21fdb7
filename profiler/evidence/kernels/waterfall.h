// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/call_split.h"

#include <string>
#include <vector>

/// What lies between a call of the baseline and a call of a variant, step by step.
namespace profiler {

struct CaseResult;
struct ComparisonData;

/// A step of work holds the time of its classes alone; each cause of idle time is its own.
enum class WaterfallStep {
    HostWait, ///< idle of a device: its next work was launched late
    LaunchLatency,
    EarlierWork, ///< idle: between work that was queued and the work before it
    InGraph, ///< idle: between nodes of a CUDA graph
    Elsewhere, ///< idle: queued, and nothing of this process was in the way
    Sync, ///< idle: the host waited for the device
    SmallWork, ///< elementwise and norm kernels, and the fused ones that replace them
    Matmul, ///< matmul, attention, convolution
    Embedding,
    Optimizer,
    Copies,
    Communication, ///< what computing does not hide
    CopyWait, ///< idle: a copy held the host
    HostCode, ///< without a device: Python, dispatch, guards
    BuildingGraphs, ///< idle: the host captured a CUDA graph or loaded a module
    BeforeTrace, ///< idle: before the first traced kernel
    Unexplained,
};

[[nodiscard]] std::string waterfallStepName(WaterfallStep step);

/// "launch_latency", as JSON has it.
[[nodiscard]] std::string waterfallStepKey(WaterfallStep step);

[[nodiscard]] WaterfallStep waterfallStepOf(WorkKind kind);

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

/// One call as such steps; `baselineNs` is 0.
[[nodiscard]] std::vector<WaterfallBar> stepsOf(const CallSplit& split);

/// Its bars, longest change first; those of no change left out.
[[nodiscard]] std::vector<WaterfallBar> largestChanges(const Waterfall& waterfall);

/// `variant` against the first one of the plan. Missing with the reason: a side has no trace or no
/// steady call, or one ran on a device and the other did not.
[[nodiscard]] Measured<Waterfall> waterfallOf(
    const ComparisonData& data, const CaseResult& inCase, int variant);

} // namespace profiler
