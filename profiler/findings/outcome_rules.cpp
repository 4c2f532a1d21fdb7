// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"

#include <array>

/// Whether a variant ran, ran compiled, and gives the same results.
namespace profiler {

namespace {

std::vector<Finding> ranEager(const FindingInput& input)
{
    if (input.variant->verdict != Verdict::RanEager)
        return {};
    return {input.found(
        Finding::Severity::Bad, "ran_eager", {std::vector {input.variant->verdictReason}})};
}

std::vector<Finding> failed(const FindingInput& input)
{
    if (input.variant->verdict != Verdict::Failed)
        return {};
    return {input.found(
        Finding::Severity::Bad, "failed", {std::vector {input.variant->verdictReason}})};
}

/// The first output of the check beyond the tolerance, in the order in which the model returns
/// them; null: none was recorded.
const NumericsFact* firstDifferent(const FindingInput& input)
{
    for (const auto& process : input.data.processes) {
        if (process.start.variant != input.variant->variant)
            continue;
        for (const auto& fact : process.numerics)
            if (fact.caseIndex == input.inCase->caseIndex && fact.mismatches > 0)
                return &fact;
    }
    return nullptr;
}

bool isHalf(const std::string& dtype)
{
    return dtype == "float16" || dtype == "bfloat16";
}

/// What numbers of few digits explain: results that point the same way and differ in their ends.
void addDrift(const FindingInput& input, Finding& finding)
{
    constexpr double alike = 0.99;
    const auto& numeric = input.judged.plan.numeric;
    const auto index = static_cast<std::size_t>(input.variant->variant);
    if (allowedError(input.judged.plan, input.variant->variant).otherPrecision
        || !input.judged.plan.variants.at(index).torch.dtype.empty())
        return; // what the plan's own precision explains
    if (input.variant->numerics.cosine.value_or(0) < alike)
        return;
    const auto& few = numeric.autocast.empty() ? numeric.dtype : numeric.autocast;
    if (isHalf(few)) {
        finding.statements.push_back({"fused_keeps_digits", {few}});
        finding.remedy = {
            .kind = RemedyKind::InductorConfig, .name = "emulate_precision_casts", .value = "true"};
    } else if (numeric.tf32 || numeric.matmulPrecision == "high"
        || numeric.matmulPrecision == "medium") {
        finding.statements.push_back({"matmuls_round", {}});
        finding.remedy = {.kind = RemedyKind::MatmulPrecision, .value = "highest"};
    }
}

Finding resultsDifferIn(const FindingInput& input, const Tensor& worst)
{
    auto finding = input.found(Finding::Severity::Bad, "results_differ", {worst});
    const auto* first = firstDifferent(input);
    if (first != nullptr && first->path != worst.path)
        finding.statements.push_back({"first_different", {Tensor {first->path}}});
    addDrift(input, finding);
    return finding;
}

std::vector<Finding> resultsDiffer(const FindingInput& input)
{
    const auto& numerics = input.variant->numerics;
    const Tensor tensor {numerics.worstTensor};
    switch (numerics.status) {
    case NumericsStatus::Different:
        return {resultsDifferIn(input, tensor)};
    case NumericsStatus::AsAccurateAsEager:
        return {input.found(Finding::Severity::Information, "results_as_accurate", {tensor})};
    case NumericsStatus::TooSmallToJudge: {
        auto tooSmall = input.found(
            Finding::Severity::Warning, "numerics_too_small", {std::vector {numerics.reason}});
        tooSmall.rule = "numerics_too_small";
        tooSmall.page = FindingPage::Numerics;
        return {std::move(tooSmall)};
    }
    case NumericsStatus::Equal:
    case NumericsStatus::Close:
    case NumericsStatus::WithinTolerance:
    case NumericsStatus::NotChecked:
        break;
    }
    return {};
}

constexpr auto outcomeRuleTable = std::to_array<FindingRule>({
    {"ran_eager", ranEager, FindingPage::Breaks},
    {"failed", failed, FindingPage::Log, FindingNeeds::File},
    {"numerics", resultsDiffer, FindingPage::Numerics},
});

} // namespace

constinit const std::span<const FindingRule> outcomeRules {outcomeRuleTable};

} // namespace profiler
