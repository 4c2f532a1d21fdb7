// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"

namespace profiler::finding_rules {

namespace {

std::vector<Finding> find(const FindingInput& input)
{
    const auto& drift = input.variant->driftPercentPerMinute;
    if (!drift)
        return {};
    return {input.found(Finding::Severity::Warning, "drift", {Share {*drift / 100}})};
}

} // namespace

const FindingRule drift {.key = "drift", .page = FindingPage::Latency, .find = find};

} // namespace profiler::finding_rules
