// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

#include <array>
#include <string_view>
#include <utility>
#include <vector>

/// The rules that find something, each in a file of its own name. A new one is such a file, its row
/// here, and its sentence and remedy in report/sentences/finding_text.cpp.
namespace profiler {

/// What a rule sees: a variant in a case, or all of it.
struct FindingInput {
    const ComparisonData& data;
    const ComparisonResult& judged;
    const CaseResult* inCase = nullptr;
    const VariantResult* variant = nullptr;

    [[nodiscard]] const VariantResult& baseline() const { return inCase->variants.front(); }

    /// Of this variant in this case.
    [[nodiscard]] Finding found(Finding::Severity severity, std::string_view id,
        std::vector<StatementValue> values = {}) const
    {
        return {.severity = severity,
            .statements = {{id, std::move(values)}},
            .variant = variant->variant,
            .caseIndex = inCase->caseIndex};
    }
};

/// What must be there for a rule to say anything.
enum class FindingNeeds {
    Recording, ///< timed calls or checked results: no import has them
    File, ///< anything that was recorded or imported
};

/// How often a rule is asked.
enum class FindingScope { VariantInCase, Variant, Comparison };

struct FindingRule {
    std::string_view key; ///< of documents
    FindingScope scope = FindingScope::VariantInCase;
    FindingNeeds needs = FindingNeeds::Recording;
    FindingPage page = FindingPage::Configuration; ///< that proves it
    std::vector<Finding> (*find)(const FindingInput& input) = nullptr;
};

namespace finding_rules {
extern const FindingRule ranEager, failed, resultsDiffer, notSteady, drift, mediansDisagree,
    memoryUp, recompile, decomposedOperator, graphOfOneOperator, graphBreak, notQuiet, noise,
    notices;
} // namespace finding_rules

/// In the order in which findings of the same weight are shown.
inline constexpr std::array findingRules {&finding_rules::ranEager, &finding_rules::failed,
    &finding_rules::resultsDiffer, &finding_rules::notSteady, &finding_rules::drift,
    &finding_rules::mediansDisagree, &finding_rules::memoryUp, &finding_rules::recompile,
    &finding_rules::decomposedOperator, &finding_rules::graphOfOneOperator,
    &finding_rules::graphBreak, &finding_rules::notQuiet, &finding_rules::noise,
    &finding_rules::notices};

} // namespace profiler
