// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"

namespace profiler::finding_rules {

namespace {

std::vector<Finding> find(const FindingInput& input)
{
    if (input.variant->memoryVerdict != Verdict::Slower)
        return {};
    const auto& own = input.variant->peakMemory;
    const auto& others = input.baseline().peakMemory;
    const bool device = own.device && others.device;
    const auto& peak = device ? own.device : own.host;
    const auto& base = device ? others.device : others.host;
    if (!peak || !base || *base <= 0)
        return {};
    const double more = static_cast<double>(*peak) / static_cast<double>(*base) - 1;
    return {input.found(Finding::Severity::Warning, device ? "device_memory_up" : "host_memory_up",
        {Share {more}})};
}

} // namespace

const FindingRule memoryUp {.key = "memory_up", .page = FindingPage::Memory, .find = find};

} // namespace profiler::finding_rules
