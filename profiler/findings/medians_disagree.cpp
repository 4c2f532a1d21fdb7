// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"

namespace profiler::finding_rules {

namespace {

/// Where calls changed between rounds, the ratio of the medians that are shown is not the speed-up,
/// which compares blocks measured side by side.
std::vector<Finding> find(const FindingInput& input)
{
    const auto& variant = *input.variant;
    const auto& baseline = input.baseline();
    if (!variant.speedUp || !variant.latency || !baseline.latency || !variant.latency->median().ns
        || !baseline.latency->median().ns)
        return {};
    const auto& paired = variant.speedUp->ratio;
    const auto ofMedians
        = LogRatio::ofRatio(*baseline.latency->median().ns / *variant.latency->median().ns);
    const auto room = LogRatio::ofEffect(input.judged.plan.goal.minimumEffect);
    if (ofMedians <= LogRatio::ofRatio(paired.high) + room
        && ofMedians >= LogRatio::ofRatio(paired.low) - room)
        return {};
    return {input.found(Finding::Severity::Warning, "medians_disagree",
        {TimesFaster {ofMedians.ratio()}, TimesFaster {paired.estimate}})};
}

} // namespace

const FindingRule mediansDisagree {.key = "medians_disagree", .find = find};

} // namespace profiler::finding_rules
