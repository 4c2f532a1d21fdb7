// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/recommendation.h"

#include "profiler/judge/verdict.h"
#include "profiler/model/number_text.h"
#include "profiler/model/thresholds.h"

#include <algorithm>
#include <limits>

namespace profiler {

namespace {

enum class Payback { None, NotBefore, Between, Pays, Unknown };

/// What the horizon says; none without one.
Payback paybackOf(const Goal& goal, const Contender& contender)
{
    if (!goal.horizonCalls)
        return Payback::None;
    if (!contender.breakEven)
        return Payback::Unknown;
    if (*goal.horizonCalls < contender.breakEven->low)
        return Payback::NotBefore;
    if (contender.breakEven->high && *goal.horizonCalls >= *contender.breakEven->high)
        return Payback::Pays;
    return Payback::Between;
}

bool isCertain(const Contender& contender)
{
    return contender.repetitions < repetitionsForCorrection || contender.holdsCorrected;
}

bool isEligible(const Goal& goal, const Contender& contender)
{
    const auto payback = paybackOf(goal, contender);
    return contender.verdict == Verdict::Faster && isCertain(contender)
        && contender.missedLimit.empty() && contender.slowerIn.empty()
        && (payback == Payback::None || payback == Payback::Pays);
}

/// Larger is better.
double scoreOf(const Goal& goal, const Contender& contender)
{
    if (goal.metric == GoalMetric::Total && goal.horizonCalls && contender.payback) {
        return static_cast<double>(*goal.horizonCalls) * contender.payback->savedNs.estimate
            - contender.payback->costNs.estimate;
    }
    return contender.ratio.value_or(-std::numeric_limits<double>::infinity());
}

/// By what it was chosen: the ratio of calls measured side by side, which need not rank as medians
/// do.
std::string goalMetricText(const Goal& goal)
{
    switch (goal.metric) {
    case GoalMetric::Median:
        return "the largest speed-up";
    case GoalMetric::P99:
        return "the largest speed-up at p99";
    case GoalMetric::Throughput:
        return "the largest gain in throughput";
    case GoalMetric::Total:
        return "the least total time";
    }
    return "the best";
}

std::string whyRecommended(const Goal& goal, const Contender& contender)
{
    std::string reason = goalMetricText(goal);
    if (goal.horizonCalls && contender.breakEven) {
        reason += ", pays back after " + formatCount(contender.breakEven->calls)
            + " calls and you plan " + formatCount(*goal.horizonCalls);
    }
    return reason;
}

const Contender* bestEligible(const Goal& goal, const std::vector<Contender>& contenders)
{
    const Contender* best = nullptr;
    for (const auto& contender : contenders) {
        if (isEligible(goal, contender)
            && (best == nullptr || scoreOf(goal, contender) > scoreOf(goal, *best)))
            best = &contender;
    }
    return best;
}

/// The contender with the largest ratio among those the condition picks.
template <typename Wanted>
const Contender* bestOf(const std::vector<Contender>& contenders, Wanted wanted)
{
    const Contender* best = nullptr;
    for (const auto& contender : contenders) {
        if (wanted(contender)
            && (best == nullptr || contender.ratio.value_or(0) > best->ratio.value_or(0)))
            best = &contender;
    }
    return best;
}

const Contender* bestWith(const std::vector<Contender>& contenders, Verdict verdict)
{
    return bestOf(contenders, [verdict](const Contender& each) { return each.verdict == verdict; });
}

Recommendation keepEager(std::string reason)
{
    return {.kind = RecommendationKind::KeepEager, .variant = 0, .reason = std::move(reason)};
}

/// A faster variant that may not be recommended: the reason nearest to a yes.
Recommendation explainFaster(const Goal& goal, const Contender& faster)
{
    const auto payback = paybackOf(goal, faster);
    const auto horizon = formatCount(goal.horizonCalls.value_or(0));
    const auto& who = faster.subject;
    if (!faster.missedLimit.empty())
        return keepEager(who + faster.missedLimit);
    if (!faster.slowerIn.empty()) {
        return keepEager(
            who + "is slower in " + faster.slowerIn + ": choose a setting for each case");
    }
    if (payback == Payback::NotBefore) {
        return keepEager(who + "needs " + formatCount(faster.breakEven->calls)
            + " calls to pay back and you plan " + horizon);
    }
    if (payback == Payback::Unknown)
        return keepEager(who + "its payback is not known: " + faster.breakEven.error());
    if (payback == Payback::Between) {
        const auto& high = faster.breakEven->high;
        return keepEager(who + "pays off between " + formatCount(faster.breakEven->low) + " and "
            + (high ? formatCount(*high) : "any number of") + " calls and you plan " + horizon);
    }
    return {.kind = RecommendationKind::Undecided,
        .variant = faster.variant,
        .reason = "its speed-up does not hold with the interval widened for several comparisons"};
}

std::string emptyReason(const Contender& contender, const char* otherwise)
{
    return contender.reason.empty() ? otherwise : contender.reason;
}

Recommendation explainNone(const std::vector<Contender>& contenders)
{
    const auto about = [](RecommendationKind kind, const Contender& contender, const char* words) {
        return Recommendation {
            .kind = kind, .variant = contender.variant, .reason = emptyReason(contender, words)};
    };
    if (const auto* open = bestWith(contenders, Verdict::NotEnoughData)) {
        return about(RecommendationKind::NotEnoughData, *open, "more repetitions are needed");
    }
    if (const auto* open
        = bestOf(contenders, [](const Contender& each) { return isUndecided(each.verdict); })) {
        return about(
            RecommendationKind::Undecided, *open, "the interval is too wide for a verdict");
    }
    if (bestWith(contenders, Verdict::NoDifference) != nullptr)
        return keepEager("nothing is faster by more than what matters to you");
    if (const auto* slower = bestWith(contenders, Verdict::Slower)) {
        return {.kind = RecommendationKind::Slower,
            .variant = slower->variant,
            .reason = slower->name + " is slower"};
    }
    if (const auto* differs = bestWith(contenders, Verdict::ResultsDiffer))
        return about(RecommendationKind::ResultsDiffer, *differs, "the results differ");
    if (const auto* other = bestWith(contenders, Verdict::NotComparable))
        return about(RecommendationKind::NotComparable, *other, "the runs are not comparable");
    if (const auto* eager = bestWith(contenders, Verdict::RanEager))
        return keepEager(eager->name + " ran eager: " + eager->reason);
    if (const auto* failed = bestWith(contenders, Verdict::Failed))
        return keepEager(failed->name + " failed: " + failed->reason);
    return {.kind = RecommendationKind::NotEnoughData,
        .variant = 0,
        .reason = "there is no variant to compare with the baseline"};
}

std::string missedLimitOf(const VariantResult& variant)
{
    for (const auto& limit : variant.limits) {
        if (limit.met)
            continue;
        if (!limit.value)
            return "its " + limit.what + " is not known: " + limit.value.error();
        return "misses the " + limit.what + " limit by "
            + percentText(*limit.value / limit.limit - 1);
    }
    return {};
}

bool isTableVerdict(Verdict verdict)
{
    return verdict == Verdict::Faster || verdict == Verdict::Slower
        || verdict == Verdict::NoDifference || isUndecided(verdict);
}

/// With the goal p99 the tail decides; its interval is not widened, so it counts as holding.
void useTail(Contender& contender, const VariantResult& variant)
{
    if (!isTableVerdict(contender.verdict))
        return;
    contender.verdict = variant.tailVerdict;
    contender.holdsCorrected = true;
    contender.ratio = std::nullopt;
    if (variant.tailRatio)
        contender.ratio = variant.tailRatio->estimate;
    if (contender.verdict == Verdict::NotEnoughData) {
        contender.reason = variant.tailRatio
            ? "more than 10 % of blocks had CPU contention, so p99 has no verdict"
            : "p99 needs 3 repetitions with 368 calls in each process";
    }
}

} // namespace

Contender contenderOf(const Plan& plan, const VariantResult& variant)
{
    const bool kept = plan.goal.cacheKept;
    Contender contender {.variant = variant.variant,
        .name = variant.name,
        .verdict = variant.verdict,
        .reason = variant.verdictReason,
        .missedLimit = missedLimitOf(variant),
        .breakEven = kept ? variant.breakEvenWarm : variant.breakEvenCold};
    if (variant.speedUp) {
        contender.ratio = variant.speedUp->ratio.estimate;
        contender.repetitions = variant.speedUp->repetitions;
        contender.holdsCorrected = variant.speedUp->holdsCorrected;
    }
    if (const auto& payback = kept ? variant.paybackWarm : variant.paybackCold)
        contender.payback = *payback;
    if (plan.goal.metric == GoalMetric::P99)
        useTail(contender, variant);
    return contender;
}

Recommendation recommendAmong(const Plan& plan, const std::vector<Contender>& contenders)
{
    const auto& goal = plan.goal;
    if (const auto* best = bestEligible(goal, contenders)) {
        return {.kind = RecommendationKind::Recommended,
            .variant = best->variant,
            .reason = whyRecommended(goal, *best)};
    }
    if (const auto* faster = bestWith(contenders, Verdict::Faster))
        return explainFaster(goal, *faster);
    return explainNone(contenders);
}

} // namespace profiler
