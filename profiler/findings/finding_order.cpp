// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_order.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>

namespace profiler {

namespace {

using Severity = Finding::Severity;

/// What a finding is worth to a reader, the most first.
enum class FindingWeight {
    Useless, ///< the result cannot be used
    NotCompiled, ///< code runs eager or is compiled again and again: all other times are of that
    Noticed, ///< a call loses what the plan calls an effect
    Once, ///< paid once
    Untimed, ///< a warning that no time is known of
    Slight, ///< a call loses less than anybody would notice, or it may well have to
    OfMeasurement, ///< what was measured is weak
    Notice,
};

constexpr auto notCompiled
    = std::to_array<std::string_view>({"recompile_limit", "compiled_in_loop"});

/// Where nothing runs compiled, they say why it is so.
constexpr auto whyEager = std::to_array<std::string_view>({"recompile_limit", "graph_break"});

/// They say how good the figures are, and nothing of the model.
constexpr auto ofMeasurement
    = std::to_array<std::string_view>({"not_steady", "drift", "medians_disagree",
        "warm_up_too_short", "not_quiet", "noise_above_3_percent", "noise_above_minimum_effect"});

bool isOneOf(std::span<const std::string_view> rules, const Finding& finding)
{
    return std::ranges::find(rules, finding.rule) != rules.end();
}

/// Of an untraced call; nullopt: none was timed.
std::optional<double> callNs(const ComparisonResult& result, const Finding& finding, int caseIndex)
{
    const auto index = static_cast<std::size_t>(caseIndex);
    const auto variant = static_cast<std::size_t>(finding.variant.value_or(0));
    if (index >= result.cases.size() || variant >= result.cases[index].variants.size())
        return std::nullopt;
    const auto& latency = result.cases[index].variants[variant].latency;
    return latency ? latency->median().ns : std::nullopt;
}

/// Where no call was timed, every loss counts.
bool isNoticed(const ComparisonResult& result, const Finding& finding, const CostInCase& won)
{
    const auto call = callNs(result, finding, won.caseIndex);
    return !call || won.cost.estimateNs >= result.plan.goal.minimumEffect * *call;
}

/// Smaller comes first: kind of finding, then minus what it is worth.
using Rank = std::pair<FindingWeight, double>;

Rank rankOfTime(const ComparisonResult& result, const Finding& finding, const CostInCase& won)
{
    const bool noticed = finding.severity == Severity::Warning && isNoticed(result, finding, won);
    return {noticed ? FindingWeight::Noticed : FindingWeight::Slight, -won.cost.estimateNs};
}

Rank rankOf(const ComparisonResult& result, const Finding& finding, std::optional<int> caseIndex)
{
    if (finding.severity == Severity::Bad)
        return {FindingWeight::Useless, isOneOf(whyEager, finding) ? 0 : 1};
    if (isNotCompiled(finding))
        return {FindingWeight::NotCompiled, -finding.onceNs.value_or(0)};
    if (const auto won = recoverableIn(finding, caseIndex))
        return rankOfTime(result, finding, *won);
    if (isOneOf(ofMeasurement, finding))
        return {FindingWeight::OfMeasurement, 0};
    if (finding.severity == Severity::Information)
        return {FindingWeight::Notice, 0};
    return finding.onceNs ? Rank(FindingWeight::Once, -*finding.onceNs)
                          : Rank(FindingWeight::Untimed, 0);
}

bool isHostBound(const Finding& finding)
{
    return finding.rule == "host_bound";
}

/// A break that costs something; what somebody asked for is one as well.
bool isCostlyBreak(const Finding& finding)
{
    return finding.graphBreak && finding.severity != Severity::Information;
}

/// Between the graphs of a call the host works alone: that its device is idle then follows from the
/// breaks, and stands under the first of them.
void putUnderBreaks(std::vector<Finding>& findings)
{
    auto at = findings.begin();
    while (at != findings.end()) {
        const auto cause
            = std::find_if(findings.begin(), findings.end(), [&](const Finding& other) {
                  return isCostlyBreak(other) && other.variant == at->variant;
              });
        if (isHostBound(*at) && cause != findings.end() && cause > at)
            std::rotate(at, at + 1, cause + 1);
        else
            ++at;
    }
}

bool holdsIn(const Finding& finding, int caseIndex)
{
    return !finding.caseIndex || *finding.caseIndex == caseIndex
        || std::ranges::any_of(finding.recoverable,
            [&](const CostInCase& inCase) { return inCase.caseIndex == caseIndex; });
}

} // namespace

bool isNotCompiled(const Finding& finding)
{
    return isOneOf(notCompiled, finding);
}

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

void orderFindings(
    const ComparisonResult& result, std::vector<Finding>& findings, std::optional<int> caseIndex)
{
    std::ranges::stable_sort(findings, std::ranges::less {},
        [&](const Finding& finding) { return rankOf(result, finding, caseIndex); });
    putUnderBreaks(findings);
}

std::vector<Finding> findingsOfCase(const ComparisonResult& result, int caseIndex)
{
    std::vector<Finding> found;
    std::ranges::copy_if(result.findings, std::back_inserter(found),
        [&](const Finding& finding) { return holdsIn(finding, caseIndex); });
    orderFindings(result, found, caseIndex);
    return found;
}

} // namespace profiler
