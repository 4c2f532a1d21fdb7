// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/case_settings.h"

#include "profiler/model/thresholds.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/log_ratios.h"

#include <algorithm>
#include <utility>

namespace profiler {

namespace {

int rankOf(RecommendationKind kind)
{
    switch (kind) {
    case RecommendationKind::Recommended:
        return 0;
    case RecommendationKind::KeepEager:
    case RecommendationKind::Slower:
        return 1;
    default:
        return 2;
    }
}

bool isRecommended(const CaseResult& caseResult)
{
    return caseResult.recommendation.kind == RecommendationKind::Recommended;
}

/// Slower means: keep the baseline. There and while it is open the variant spoken of does not
/// matter.
CaseGroup groupOf(const CaseResult& caseResult)
{
    const auto& advice = caseResult.recommendation;
    if (rankOf(advice.kind) == 1)
        return {.kind = RecommendationKind::KeepEager, .variant = 0};
    if (advice.kind == RecommendationKind::Undecided
        || advice.kind == RecommendationKind::MachineTooBusy
        || advice.kind == RecommendationKind::NotEnoughData)
        return {.kind = advice.kind, .variant = 0};
    return {.kind = advice.kind, .variant = advice.variant};
}

bool enough(std::size_t repetitions)
{
    return repetitions >= static_cast<std::size_t>(repetitionsForVerdict);
}

/// Geometric mean over the members of S in each repetition.
Measured<Interval> intervalOfMeans(const std::vector<const SpeedUp*>& members)
{
    std::vector<LogRatio> means(members.front()->byRepetition.size());
    for (const auto* member : members) {
        if (member->byRepetition.size() != means.size())
            return missing(ReasonKind::DifferentRepetitions);
        const auto logs = logRatiosOf(member->byRepetition);
        for (std::size_t i = 0; i < means.size(); ++i)
            means[i] += logs[i] / static_cast<double>(members.size());
    }
    const auto interval = ratioInterval(means);
    if (!interval || !enough(means.size()))
        return missing(ReasonKind::ThreeRepetitionsNeeded);
    return *interval;
}

} // namespace

const VariantResult* variantOf(const CaseResult& caseResult, int variant)
{
    const auto found = std::ranges::find(caseResult.variants, variant, &VariantResult::variant);
    return found == caseResult.variants.end() ? nullptr : &*found;
}

int recommendedOrBest(const CaseResult& caseResult)
{
    const auto& variants = caseResult.variants;
    if (caseResult.recommendation.variant != 0 || variants.size() < 2)
        return caseResult.recommendation.variant;
    const auto best = std::ranges::max_element(
        variants.begin() + 1, variants.end(), {}, [](const VariantResult& variant) {
            return variant.speedUp ? variant.speedUp->ratio.estimate : 0.0;
        });
    return best->variant;
}

std::vector<CaseGroup> caseGroups(const ComparisonResult& result)
{
    std::vector<CaseGroup> groups;
    for (const auto& caseResult : result.cases) {
        const CaseGroup own = groupOf(caseResult);
        auto found = std::ranges::find_if(groups, [&own](const CaseGroup& group) {
            return group.kind == own.kind && group.variant == own.variant;
        });
        if (found == groups.end())
            found = groups.insert(groups.end(), own);
        found->cases.push_back(caseResult.caseIndex);
    }
    std::ranges::stable_sort(groups, [](const CaseGroup& one, const CaseGroup& other) {
        return std::pair(rankOf(one.kind), other.cases.size())
            < std::pair(rankOf(other.kind), one.cases.size());
    });
    return groups;
}

RatioOfTwo ratioBetween(const SpeedUp& one, const SpeedUp& other)
{
    RatioOfTwo ratio {.estimate = one.ratio.estimate / other.ratio.estimate};
    const auto above = logRatiosOf(one.byRepetition);
    const auto below = logRatiosOf(other.byRepetition);
    if (above.size() != below.size() || !enough(above.size()))
        return ratio;
    std::vector<LogRatio> differences;
    for (std::size_t i = 0; i < above.size(); ++i)
        differences.push_back(above[i] - below[i]);
    ratio.interval = ratioInterval(differences);
    return ratio;
}

std::optional<MeanSpeedUp> meanOfRecommended(const ComparisonResult& result)
{
    MeanSpeedUp mean;
    std::vector<const SpeedUp*> members;
    LogRatio sum;
    for (const auto& caseResult : result.cases) {
        const auto* variant = variantOf(caseResult, caseResult.recommendation.variant);
        if (!isRecommended(caseResult) || variant == nullptr || !variant->speedUp)
            continue;
        mean.cases.push_back(caseResult.caseIndex);
        members.push_back(&*variant->speedUp);
        sum += LogRatio::ofRatio(variant->speedUp->ratio.estimate);
    }
    if (members.empty())
        return std::nullopt;
    mean.estimate = (sum / static_cast<double>(members.size())).ratio();
    mean.interval = intervalOfMeans(members);
    return mean;
}

std::vector<SettingLoss> lossesOfOneSetting(const ComparisonResult& result)
{
    std::vector<SettingLoss> losses;
    if (result.recommendation.kind != RecommendationKind::Recommended)
        return losses;
    for (const auto& caseResult : result.cases) {
        const int better = caseResult.recommendation.variant;
        const auto* best = variantOf(caseResult, better);
        const auto* chosen = variantOf(caseResult, result.recommendation.variant);
        if (!isRecommended(caseResult) || best == chosen || best == nullptr || chosen == nullptr
            || !best->speedUp || !chosen->speedUp)
            continue;
        const auto ratio = ratioBetween(*best->speedUp, *chosen->speedUp);
        if (ratio.interval && ratio.interval->low > 1)
            losses.push_back(
                {.caseIndex = caseResult.caseIndex, .better = better, .timesSlower = ratio});
    }
    std::ranges::sort(
        losses, std::greater {}, [](const SettingLoss& loss) { return loss.timesSlower.estimate; });
    return losses;
}

} // namespace profiler
