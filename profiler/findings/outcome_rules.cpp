// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"

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

std::vector<Finding> resultsDiffer(const FindingInput& input)
{
    const auto& numerics = input.variant->numerics;
    const Tensor tensor {numerics.worstTensor};
    switch (numerics.status) {
    case NumericsStatus::Different:
        return {input.found(Finding::Severity::Bad, "results_differ", {tensor})};
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
    case NumericsStatus::NotChecked:
        break;
    }
    return {};
}

constexpr auto rules = std::to_array<FindingRule>({
    {.key = "ran_eager", .page = FindingPage::Breaks, .find = ranEager},
    {.key = "failed", .needs = FindingNeeds::File, .page = FindingPage::Log, .find = failed},
    {.key = "numerics", .page = FindingPage::Numerics, .find = resultsDiffer},
});

} // namespace

constinit const std::span<const FindingRule> outcomeRules {rules};

} // namespace profiler
