// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/plan.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

/// What a device moves only because of how convolutional models lay out their tensors and norm
/// them.
namespace profiler {

namespace {

/// cuDNN's, around convolutions whose kernels want the channels last.
constexpr auto conversions = std::to_array<std::string_view>({"nchwtonhwc", "nhwctonchw"});

/// cuDNN's and torch's own, each a pass over the whole tensor.
constexpr auto batchNorms
    = std::to_array<std::string_view>({"bn_fw_", "bn_bw_", "batch_norm_", "batchnormfwd"});

/// In a call of this variant; 0 where it is not known, or nothing ran on a device.
double kernelsNs(const FindingInput& input, std::span<const std::string_view> names)
{
    const auto work = compareWork(input.data, *input.inCase, input.variant->variant);
    double ns = 0;
    if (!work || !work->onDevice)
        return ns;
    for (const auto& row : work->rows) {
        const auto& time = input.variant->variant == 0 ? row.time.baseline : row.time.variant;
        if (time && kernelNameHas(row.name, names) && !row.name.starts_with("triton_"))
            ns += time->ns;
    }
    return ns;
}

std::vector<Finding> layoutConversions(const FindingInput& input)
{
    constexpr double leastShare = 0.05; // of a call
    const double callNs = input.medianNs().value_or(0);
    const double ns = callNs > 0 ? kernelsNs(input, conversions) : 0;
    if (ns <= 0 || ns < leastShare * callNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "layout_conversions",
        {TimeTaken {ns}, Share {std::min(1.0, ns / callNs)}});
    finding.recoverable = atMost(ns, input.inCase->caseIndex);
    finding.confidence = Confidence::Estimated;
    const auto& format = input.planned().torch.memoryFormat;
    if (format.empty() && !input.judged.plan.numeric.channelsLast)
        finding.remedy = {.kind = RemedyKind::MemoryFormat, .value = "channels_last"};
    return {std::move(finding)};
}

/// Fused with what is around it a norm reads and writes nothing of its own, and in half precision
/// it moves half of the bytes.
std::vector<Finding> batchNormAlone(const FindingInput& input)
{
    constexpr double leastShare = 0.1; // of a call
    constexpr double half = 0.5;
    const double callNs = input.medianNs().value_or(0);
    const double ns = callNs > 0 ? kernelsNs(input, batchNorms) : 0;
    if (ns <= 0 || ns < leastShare * callNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "batch_norm_unfused",
        {TimeTaken {ns}, Share {std::min(1.0, ns / callNs)}});
    finding.recoverable = {{.caseIndex = input.inCase->caseIndex,
        .cost = {.estimateNs = half * ns, .lowNs = 0, .highNs = ns}}};
    finding.confidence = Confidence::Estimated;
    const auto& numeric = input.judged.plan.numeric;
    if (input.planned().torch.autocast.empty() && numeric.autocast.empty()
        && !numeric.dtype.ends_with("float16"))
        finding.remedy = {.kind = RemedyKind::Autocast, .value = "bfloat16"};
    return {std::move(finding)};
}

constexpr auto layoutRuleTable = std::to_array<FindingRule>({
    {"layout_conversions", layoutConversions, FindingPage::Kernels},
    {"batch_norm_unfused", batchNormAlone, FindingPage::Kernels},
});

} // namespace

constinit const std::span<const FindingRule> layoutRules {layoutRuleTable};

} // namespace profiler
