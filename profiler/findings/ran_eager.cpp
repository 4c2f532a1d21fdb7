// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"

namespace profiler::finding_rules {

namespace {

std::vector<Finding> find(const FindingInput& input)
{
    if (input.variant->verdict != Verdict::RanEager)
        return {};
    return {input.found(
        Finding::Severity::Bad, "ran_eager", {std::vector {input.variant->verdictReason}})};
}

} // namespace

const FindingRule ranEager {.key = "ran_eager", .page = FindingPage::Breaks, .find = find};

} // namespace profiler::finding_rules
