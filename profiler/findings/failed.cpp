// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"

namespace profiler::finding_rules {

namespace {

std::vector<Finding> find(const FindingInput& input)
{
    if (input.variant->verdict != Verdict::Failed)
        return {};
    return {input.found(
        Finding::Severity::Bad, "failed", {std::vector {input.variant->verdictReason}})};
}

} // namespace

const FindingRule failed {
    .key = "failed", .needs = FindingNeeds::File, .page = FindingPage::Log, .find = find};

} // namespace profiler::finding_rules
