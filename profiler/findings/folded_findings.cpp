// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/folded_findings.h"

#include "profiler/findings/finding_order.h"
#include "profiler/model/finding.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace profiler {

namespace {

constexpr std::int64_t mostPlaces = 50;

struct FoldedCause {
    std::int64_t places = 0;
    FindingPage page = FindingPage::Configuration;
};

using RuleOfVariant = std::pair<std::string, std::optional<int>>;

Finding countOf(const RuleOfVariant& rule, const FoldedCause& told)
{
    return {.rule = rule.first,
        .statements = {{"more_places", {told.places - mostPlaces}}},
        .seen = Finding::Seen::InRecording,
        .page = told.page,
        .variant = rule.second};
}

double estimateIn(const Finding& finding, int caseIndex)
{
    const auto cost = recoverableIn(finding, caseIndex);
    return cost ? cost->cost.estimateNs : 0;
}

bool isInDynamicCost(const Finding& finding, const std::vector<Finding>& findings)
{
    constexpr double same = 0.8; // of its time; a trace is no measurement
    if (finding.rule != "decomposed_operator" || finding.recoverable.empty())
        return false;
    const int caseIndex = finding.recoverable.front().caseIndex;
    const double least = same * estimateIn(finding, caseIndex);
    return least > 0 && std::ranges::any_of(findings, [&](const Finding& other) {
        return other.rule == "dynamic_cost" && other.variant == finding.variant
            && estimateIn(other, caseIndex) >= least;
    });
}

} // namespace

void foldIntoDynamicCost(std::vector<Finding>& findings)
{
    const auto all = findings;
    std::erase_if(findings, [&](const Finding& finding) { return isInDynamicCost(finding, all); });
}

void foldManyPlaces(std::vector<Finding>& findings)
{
    std::map<RuleOfVariant, FoldedCause> rules;
    std::erase_if(findings, [&](const Finding& finding) {
        if (!finding.place)
            return false;
        auto& told = rules[{finding.rule, finding.variant}];
        told.page = finding.page;
        return ++told.places > mostPlaces;
    });
    for (const auto& [rule, told] : rules)
        if (told.places > mostPlaces)
            findings.push_back(countOf(rule, told));
}

} // namespace profiler
