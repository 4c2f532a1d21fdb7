// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/not_explained.h"

#include "profiler/findings/finding_order.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace profiler {

namespace {

/// How much longer a call takes than one of the baseline; nullopt where no verdict says so.
std::optional<CostPerCall> lostIn(const VariantResult& baseline, const VariantResult& variant)
{
    const bool slower
        = variant.verdict == Verdict::Slower || variant.verdict == Verdict::UndecidedLeaningSlower;
    const double median = baseline.latency ? baseline.latency->median().ns.value_or(0) : 0;
    if (!slower || !variant.speedUp || median <= 0)
        return std::nullopt;
    const auto lost = [&](double ratio) { return median * (1 / ratio - 1); };
    const auto& ratio = variant.speedUp->ratio;
    if (ratio.low <= 0 || ratio.estimate <= 0 || ratio.high <= 0)
        return std::nullopt;
    return CostPerCall {.estimateNs = lost(ratio.estimate),
        .lowNs = std::max(0.0, lost(ratio.high)),
        .highNs = lost(ratio.low)};
}

/// By all findings of the variant in the case together.
CostPerCall explainedIn(const std::vector<Finding>& findings, int variant, int caseIndex)
{
    CostPerCall sum;
    for (const auto& finding : findings)
        if (const auto won
            = finding.variant == variant ? recoverableIn(finding, caseIndex) : std::nullopt)
            sum += won->cost;
    return sum;
}

std::optional<Finding> notExplained(
    const CaseResult& inCase, const VariantResult& variant, const std::vector<Finding>& findings)
{
    constexpr double leastShare = 0.1; // of what was lost: less is in the noise of the parts
    const auto lost = lostIn(inCase.variants.front(), variant);
    if (!lost || lost->estimateNs <= 0)
        return std::nullopt;
    const auto explained = explainedIn(findings, variant.variant, inCase.caseIndex);
    const double rest = lost->estimateNs - explained.estimateNs;
    if (rest < leastShare * lost->estimateNs)
        return std::nullopt;
    return Finding {.rule = "not_explained",
        .statements = {{"not_explained", {TimeTaken {rest}, TimeTaken {lost->estimateNs}}}},
        .page = FindingPage::Kernels,
        .variant = variant.variant,
        .caseIndex = inCase.caseIndex,
        .notExplained = CostPerCall {.estimateNs = rest,
            .lowNs = std::max(0.0, lost->lowNs - explained.highNs),
            .highNs = lost->highNs - explained.lowNs}};
}

} // namespace

void addNotExplained(const ComparisonResult& judged, std::vector<Finding>& findings)
{
    std::vector<Finding> added;
    for (const auto& inCase : judged.cases)
        for (const auto& variant : inCase.variants)
            if (auto finding = notExplained(inCase, variant, findings))
                added.push_back(std::move(*finding));
    std::ranges::move(added, std::back_inserter(findings));
}

} // namespace profiler
