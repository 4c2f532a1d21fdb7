// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"

#include "profiler/findings/finding_order.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/findings/folded_findings.h"
#include "profiler/findings/not_explained.h"
#include "profiler/findings/remedy_worth.h"
#include "profiler/findings/tried_remedies.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"

#include <iterator>

namespace profiler {

namespace {

void ask(const FindingRule& rule, FindingScope scope, const FindingInput& input,
    std::vector<Finding>& findings)
{
    if (rule.scope != scope
        || (rule.needs == FindingNeeds::Recording && isImported(input.judged.kind)))
        return;
    for (auto& finding : rule.find(input)) {
        if (finding.rule.empty()) {
            finding.rule = rule.key;
            finding.page = rule.page;
        }
        findings.push_back(std::move(finding));
    }
}

/// Asks every rule of that scope.
void ask(FindingScope scope, const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto rules :
        {outcomeRules, measurementRules, slowCallRules, breakRules, recompileRules, boundaryRules,
            libraryRules, attentionRules, precisionRules, layoutRules, gainRules, traceRules,
            overheadRules, deviceRules, costRules, noticeRules})
        for (const auto& rule : rules)
            ask(rule, scope, input, findings);
}

} // namespace

std::vector<Finding> findingsOf(const ComparisonData& data, const ComparisonResult& judged)
{
    std::vector<Finding> findings;
    FindingInput input {.data = data, .judged = judged};
    for (const auto& inCase : judged.cases) {
        input.inCase = &inCase;
        for (const auto& variant : inCase.variants) {
            input.variant = &variant;
            ask(FindingScope::VariantInCase, input, findings);
        }
    }
    if (!judged.cases.empty()) {
        input.inCase = &judged.cases.front();
        for (const auto& variant : input.inCase->variants) {
            input.variant = &variant;
            ask(FindingScope::Variant, input, findings);
        }
    }
    ask(FindingScope::Comparison, {.data = data, .judged = judged}, findings);
    foldIntoDynamicCost(findings);
    addNotExplained(judged, findings);
    addWorthOfRemedies(findings);
    proveRemedies(data, judged, findings);
    orderFindings(judged, findings, std::nullopt);
    foldManyPlaces(findings);
    return findings;
}

ComparisonResult conclude(const ComparisonData& data)
{
    auto result = judge(data);
    if (!data.plan.variants.empty())
        result.findings = findingsOf(data, result);
    return result;
}

} // namespace profiler
