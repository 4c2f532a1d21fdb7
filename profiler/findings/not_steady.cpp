// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"

#include <algorithm>

namespace profiler::finding_rules {

namespace {

std::vector<Finding> find(const FindingInput& input)
{
    const auto& variant = *input.variant;
    const std::int64_t left = variant.repetitionsLeftOut;
    if (left <= 0 || variant.verdict == Verdict::Failed)
        return {};
    const std::int64_t recompiled
        = std::min(variant.repetitionsRecompiled, variant.repetitionsLeftOut);
    auto finding = input.found(Finding::Severity::Warning,
        left == 1 ? "one_not_steady" : "not_steady", {left, left + variant.repetitionsSteady});
    if (recompiled == 0)
        finding.statements.push_back({"left_out", {}});
    else if (recompiled == left)
        finding.statements.push_back({"left_out_recompiled", {}});
    else
        finding.statements.push_back({"left_out_some_recompiled", {recompiled}});
    return {std::move(finding)};
}

} // namespace

const FindingRule notSteady {.key = "not_steady", .page = FindingPage::Latency, .find = find};

} // namespace profiler::finding_rules
