// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/remedy_worth.h"

#include "profiler/model/finding.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

namespace profiler {

namespace {

/// What Inductor copies for convolutions whose layout it changed.
constexpr auto copiesForConvolutions
    = std::to_array<std::string_view>({"weight_copies", "input_copies", "layout_copies"});

bool isCopy(const Finding& finding)
{
    return std::ranges::find(copiesForConvolutions, finding.rule) != copiesForConvolutions.end();
}

bool keepsLayouts(const Remedy& remedy)
{
    return remedy.kind == RemedyKind::Option && remedy.name == "layout_optimization"
        && remedy.value == "false";
}

/// A setting whose findings are each of a time of their own, so that they add up.
bool addsUp(const Remedy& remedy)
{
    return remedy.kind == RemedyKind::Option || remedy.kind == RemedyKind::DynamoConfig
        || remedy.kind == RemedyKind::InductorConfig;
}

class Worths {
public:
    explicit Worths(const std::vector<Finding>& findings)
    {
        for (const auto& finding : findings)
            for (const auto& [caseIndex, cost] : finding.recoverable) {
                m_ofRule[ruleOf(finding, caseIndex)] += cost;
                if (isCopy(finding))
                    m_ofCopies[{finding.variant, caseIndex}] += cost;
            }
    }

    /// Of the remedy of a finding in that case.
    [[nodiscard]] CostPerCall of(const Finding& finding, int caseIndex) const
    {
        auto worth = m_ofRule.at(ruleOf(finding, caseIndex));
        const auto copies = m_ofCopies.find({finding.variant, caseIndex});
        if (keepsLayouts(finding.remedy) && !isCopy(finding) && copies != m_ofCopies.end())
            worth += copies->second;
        return worth;
    }

private:
    using InCase = std::pair<std::optional<int>, int>;
    using RuleInCase = std::tuple<InCase, std::string, std::string, std::string>;

    static RuleInCase ruleOf(const Finding& finding, int caseIndex)
    {
        return {
            {finding.variant, caseIndex}, finding.rule, finding.remedy.name, finding.remedy.value};
    }

    std::map<RuleInCase, CostPerCall> m_ofRule;
    std::map<InCase, CostPerCall> m_ofCopies;
};

} // namespace

void addWorthOfRemedies(std::vector<Finding>& findings)
{
    const Worths worths(findings);
    for (auto& finding : findings) {
        if (finding.recoverable.empty() || !addsUp(finding.remedy))
            continue;
        const auto& own = finding.recoverable.front();
        const auto worth = worths.of(finding, own.caseIndex);
        if (worth.estimateNs <= own.cost.estimateNs)
            continue;
        finding.remedyWorth = worth;
        finding.statements.push_back({"remedy_mends_more", {TimeTaken {worth.estimateNs}}});
    }
}

} // namespace profiler
