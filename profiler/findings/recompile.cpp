// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/findings/finding_rules.h"

#include <optional>

namespace profiler::finding_rules {

namespace {

/// nullopt: torch told of none how long it took.
std::optional<double> onceNs(const ComparisonData& data, int variant, int caseIndex)
{
    std::optional<double> once;
    for (const auto& recompile : recompilesOf(data, variant))
        if (recompile.caseIndex.value_or(caseIndex) == caseIndex && recompile.durationNs)
            once = once.value_or(0) + *recompile.durationNs;
    return once;
}

std::vector<Finding> find(const FindingInput& input)
{
    const std::int64_t count = input.variant->recompiles.value_or(0);
    if (count == 0)
        return {};
    auto finding = count == 1 ? input.found(Finding::Severity::Warning, "recompiled_once")
                              : input.found(Finding::Severity::Warning, "recompiled", {count});
    finding.onceNs = onceNs(input.data, input.variant->variant, input.inCase->caseIndex);
    return {std::move(finding)};
}

} // namespace

const FindingRule recompile {
    .key = "recompile", .needs = FindingNeeds::File, .page = FindingPage::Breaks, .find = find};

} // namespace profiler::finding_rules
