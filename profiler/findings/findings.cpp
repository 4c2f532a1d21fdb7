// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/findings.h"

#include "profiler/findings/finding_order.h"
#include "profiler/findings/finding_rules.h"

#include <iterator>

namespace profiler {

namespace {

/// Asks every rule of that scope.
void ask(FindingScope scope, const FindingInput& input, std::vector<Finding>& findings)
{
    for (const auto* rule : findingRules) {
        if (rule->scope != scope
            || (rule->needs == FindingNeeds::Recording && isImported(input.judged.kind)))
            continue;
        for (auto& finding : rule->find(input)) {
            if (finding.rule.empty()) {
                finding.rule = rule->key;
                finding.page = rule->page;
            }
            findings.push_back(std::move(finding));
        }
    }
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
    orderFindings(findings, std::nullopt);
    return findings;
}

} // namespace profiler
