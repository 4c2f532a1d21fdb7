// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_order.h"

#include <algorithm>
#include <utility>

namespace profiler {

namespace {

using Severity = Finding::Severity;

/// Smaller comes first: kind of finding, then minus what it is worth.
std::pair<int, double> rankOf(const Finding& finding, std::optional<int> caseIndex)
{
    if (finding.severity == Severity::Bad)
        return {0, 0};
    if (const auto won = recoverableIn(finding, caseIndex))
        return {1, -won->cost.estimateNs};
    if (finding.severity == Severity::Information)
        return {4, 0};
    return finding.onceNs ? std::pair(2, -*finding.onceNs) : std::pair(3, 0.0);
}

bool holdsIn(const Finding& finding, int caseIndex)
{
    return !finding.caseIndex || *finding.caseIndex == caseIndex
        || std::ranges::any_of(finding.recoverable,
            [&](const CostInCase& inCase) { return inCase.caseIndex == caseIndex; });
}

} // namespace

std::optional<CostInCase> recoverableIn(const Finding& finding, std::optional<int> caseIndex)
{
    const bool measured = finding.confidence == Confidence::Measured;
    for (const auto& inCase : finding.recoverable) { // dearest first
        const double told = measured ? inCase.cost.lowNs : inCase.cost.estimateNs;
        if ((!caseIndex || inCase.caseIndex == *caseIndex) && told > 0)
            return inCase;
    }
    return std::nullopt;
}

void orderFindings(std::vector<Finding>& findings, std::optional<int> caseIndex)
{
    std::ranges::stable_sort(findings, std::ranges::less {},
        [&](const Finding& finding) { return rankOf(finding, caseIndex); });
}

std::vector<Finding> findingsOfCase(const ComparisonResult& result, int caseIndex)
{
    std::vector<Finding> found;
    std::ranges::copy_if(result.findings, std::back_inserter(found),
        [&](const Finding& finding) { return holdsIn(finding, caseIndex); });
    orderFindings(found, caseIndex);
    return found;
}

} // namespace profiler
