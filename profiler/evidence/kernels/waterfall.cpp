// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/waterfall.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace profiler {

WaterfallStep waterfallStepOf(WorkKind kind)
{
    return valueFor(kind,
        {{WorkKind::Matmul, WaterfallStep::Matmul}, {WorkKind::Embedding, WaterfallStep::Embedding},
            {WorkKind::Optimizer, WaterfallStep::Optimizer},
            {WorkKind::Copy, WaterfallStep::Copies},
            {WorkKind::Communication, WaterfallStep::Communication}},
        WaterfallStep::SmallWork);
}

namespace {

struct StepText {
    WaterfallStep step;
    const char* key; ///< what the host costs has one, whether a device waits or a CPU works
    const char* name; ///< of idle time nullptr: its cause's
};

/// In the order drawn.
constexpr auto waterfallSteps = std::to_array<StepText>({{WaterfallStep::HostWait, "host", nullptr},
    {WaterfallStep::LaunchLatency, "launch_latency", nullptr},
    {WaterfallStep::EarlierWork, "queued_earlier_work", nullptr},
    {WaterfallStep::InGraph, "in_graph", nullptr},
    {WaterfallStep::Elsewhere, "queued_elsewhere", nullptr}, {WaterfallStep::Sync, "sync", nullptr},
    {WaterfallStep::SmallWork, "elementwise_norm", "elementwise/norm"},
    {WaterfallStep::Matmul, "matmul", "GEMM/attn/conv"},
    {WaterfallStep::Embedding, "embedding", "embedding"},
    {WaterfallStep::Optimizer, "optimizer", "optimizer"}, {WaterfallStep::Copies, "copy", "copies"},
    {WaterfallStep::Communication, "communication", "communication"},
    {WaterfallStep::CopyWait, "copy_wait", nullptr},
    {WaterfallStep::HostCode, "host", "CPU/Python overhead"},
    {WaterfallStep::BuildingGraphs, "building_graphs", nullptr},
    {WaterfallStep::BeforeTrace, "before_trace", nullptr},
    {WaterfallStep::Unexplained, "unattributed", nullptr}});

struct StepCause {
    IdleCause cause;
    WaterfallStep step;
};

constexpr auto stepCauses = std::to_array<StepCause>({{IdleCause::Host, WaterfallStep::HostWait},
    {IdleCause::Launch, WaterfallStep::LaunchLatency},
    {IdleCause::EarlierWork, WaterfallStep::EarlierWork},
    {IdleCause::InGraph, WaterfallStep::InGraph}, {IdleCause::Elsewhere, WaterfallStep::Elsewhere},
    {IdleCause::Sync, WaterfallStep::Sync}, {IdleCause::Copy, WaterfallStep::CopyWait},
    {IdleCause::Compile, WaterfallStep::BuildingGraphs},
    {IdleCause::BeforeTrace, WaterfallStep::BeforeTrace},
    {IdleCause::Other, WaterfallStep::Unexplained}});
static_assert(stepCauses.size() == idleCauses.size());

WaterfallStep stepOf(IdleCause cause)
{
    return std::ranges::find(stepCauses, cause, &StepCause::cause)->step;
}

const StepText& textOfStep(WaterfallStep step)
{
    return waterfallSteps.at(static_cast<std::size_t>(step));
}

using StepSums = std::array<double, waterfallSteps.size()>;

StepSums sumsOf(const CallSplit& split)
{
    StepSums sums {};
    const auto at
        = [&](WaterfallStep step) -> double& { return sums[static_cast<std::size_t>(step)]; };
    for (const auto& [kind, ns] : split.workNs)
        at(waterfallStepOf(kind)) += ns;
    for (const auto& [cause, ns] : split.idleNs)
        at(stepOf(cause)) += ns;
    at(WaterfallStep::HostCode) += split.hostNs;
    at(WaterfallStep::Unexplained) += split.unexplainedNs;
    return sums;
}

std::vector<WaterfallBar> barsBetween(const CallSplit& baseline, const CallSplit& variant)
{
    const auto before = sumsOf(baseline);
    const auto after = sumsOf(variant);
    std::vector<WaterfallBar> bars;
    for (std::size_t i = 0; i < waterfallSteps.size(); ++i)
        if (before[i] > 0 || after[i] > 0)
            bars.push_back(
                {.step = waterfallSteps[i].step, .baselineNs = before[i], .variantNs = after[i]});
    return bars;
}

tl::unexpected<Reason> missingSide(const VariantResult& side, const Reason& reason)
{
    return missing({ReasonKind::OfVariant, {side.name, std::vector {reason}}});
}

} // namespace

std::string waterfallStepName(WaterfallStep step)
{
    if (const auto* name = textOfStep(step).name)
        return name;
    return idleCauseName(std::ranges::find(stepCauses, step, &StepCause::step)->cause);
}

std::string waterfallStepKey(WaterfallStep step)
{
    return textOfStep(step).key;
}

std::vector<WorkKind> workKindsOf(WaterfallStep step)
{
    std::vector<WorkKind> kinds;
    for (const auto kind : workKinds)
        if (waterfallStepOf(kind) == step)
            kinds.push_back(kind);
    return kinds;
}

std::vector<WaterfallBar> stepsOf(const CallSplit& split)
{
    return barsBetween({}, split);
}

std::vector<WaterfallBar> largestChanges(const Waterfall& waterfall)
{
    auto bars = waterfall.bars;
    constexpr double rounding = 0.05; // ns, of sums in double
    std::erase_if(
        bars, [](const WaterfallBar& bar) { return std::abs(bar.changeNs()) < rounding; });
    std::ranges::stable_sort(bars, std::ranges::greater {},
        [](const WaterfallBar& bar) { return std::abs(bar.changeNs()); });
    return bars;
}

Measured<Waterfall> waterfallOf(const ComparisonData& data, const CaseResult& inCase, int variant)
{
    const auto& ofBaseline = inCase.variants.front();
    const auto& ofVariant = inCase.variants.at(static_cast<std::size_t>(variant));
    const auto baseline = splitOfCall(data, ofBaseline, inCase.caseIndex);
    if (!baseline)
        return missingSide(ofBaseline, baseline.error());
    const auto other = splitOfCall(data, ofVariant, inCase.caseIndex);
    if (!other)
        return missingSide(ofVariant, other.error());
    if (baseline->busyRatio.has_value() != other->busyRatio.has_value())
        return missing(ReasonKind::OnlyOneOnDevice);
    return Waterfall {.baseline = *baseline,
        .variant = *other,
        .bars = barsBetween(*baseline, *other),
        .onDevice = baseline->busyRatio.has_value()};
}

} // namespace profiler
