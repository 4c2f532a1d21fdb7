// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

/// The rules that find something, a file for each subject. A new one is a function and its row in
/// the table at the end of such a file, and its sentence in report/sentences/finding_text.cpp.
namespace profiler {

struct ComparisonData;
struct NoticeFact;

/// What a rule sees: a variant in a case, or all of it.
struct FindingInput {
    const ComparisonData& data;
    const ComparisonResult& judged;
    const CaseResult* inCase = nullptr;
    const VariantResult* variant = nullptr;

    [[nodiscard]] const VariantResult& baseline() const { return inCase->variants.front(); }

    [[nodiscard]] const Variant& planned() const
    {
        return judged.plan.variants.at(static_cast<std::size_t>(variant->variant));
    }

    /// Of a call; nullopt: none was timed.
    [[nodiscard]] std::optional<double> medianNs() const
    {
        const auto& latency = variant->latency;
        return latency ? latency->median().ns : std::nullopt;
    }

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
    std::vector<Finding> (*find)(const FindingInput& input) = nullptr;
    FindingPage page = FindingPage::Configuration; ///< that proves it
    FindingNeeds needs = FindingNeeds::Recording;
    FindingScope scope = FindingScope::VariantInCase;
};

/// In the order in which findings of the same weight are shown.
extern const std::span<const FindingRule> outcomeRules;
extern const std::span<const FindingRule> measurementRules;
extern const std::span<const FindingRule> slowCallRules;
extern const std::span<const FindingRule> breakRules;
extern const std::span<const FindingRule> recompileRules;
extern const std::span<const FindingRule> boundaryRules;
extern const std::span<const FindingRule> libraryRules;
extern const std::span<const FindingRule> attentionRules;
extern const std::span<const FindingRule> precisionRules;
extern const std::span<const FindingRule> layoutRules;
extern const std::span<const FindingRule> gainRules;
extern const std::span<const FindingRule> traceRules;
extern const std::span<const FindingRule> overheadRules;
extern const std::span<const FindingRule> deviceRules;
extern const std::span<const FindingRule> costRules;
extern const std::span<const FindingRule> noticeRules;

/// What the recorder said of something, as the finding's first statement.
[[nodiscard]] FindingStatement statementOf(const NoticeFact& notice, const Plan& plan);

/// Of a call of this case; at most `ns`, where nothing tells how much of it.
[[nodiscard]] std::vector<CostInCase> atMost(double ns, int caseIndex);

} // namespace profiler
