// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/recommendation.h"

#include "profiler/judge/verdict.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/thresholds.h"
#include "profiler/statistics/order_interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace profiler {

namespace {

enum class WithinHorizon { None, NotBefore, Between, Pays, Unknown };

/// What the horizon says; none without one.
WithinHorizon paysBack(const Goal& goal, const Contender& contender)
{
    if (!goal.horizonCalls)
        return WithinHorizon::None;
    if (!contender.payback)
        return WithinHorizon::Unknown;
    if (*goal.horizonCalls < contender.payback->low)
        return WithinHorizon::NotBefore;
    if (contender.payback->high && *goal.horizonCalls >= *contender.payback->high)
        return WithinHorizon::Pays;
    return WithinHorizon::Between;
}

bool isCertain(const Contender& contender)
{
    return contender.repetitions < repetitionsForCorrection || contender.holdsCorrected;
}

bool isEligible(const Goal& goal, const Contender& contender)
{
    const auto pays = paysBack(goal, contender);
    return contender.verdict == Verdict::Faster && isCertain(contender)
        && contender.missedLimit.empty() && contender.slowerIn.empty()
        && (pays == WithinHorizon::None || pays == WithinHorizon::Pays);
}

/// Larger is better.
double scoreOf(const Goal& goal, const Contender& contender)
{
    if (goal.metric == GoalMetric::Total && goal.horizonCalls && contender.paybackTerms) {
        return static_cast<double>(*goal.horizonCalls) * contender.paybackTerms->savedNs.estimate
            - contender.paybackTerms->costNs.estimate;
    }
    return contender.ratio.value_or(-std::numeric_limits<double>::infinity());
}

/// By what it was chosen: the ratio of calls measured side by side, which need not rank as medians
/// do.
ReasonKind metricReason(const Goal& goal)
{
    return valueFor(goal.metric,
        {{GoalMetric::Median, ReasonKind::LargestSpeedUp},
            {GoalMetric::P99, ReasonKind::LargestSpeedUpAtP99},
            {GoalMetric::Throughput, ReasonKind::LargestThroughput}},
        ReasonKind::LeastTotalTime);
}

ReasonKind tiedReason(const Goal& goal)
{
    return valueFor(goal.metric,
        {{GoalMetric::Median, ReasonKind::LowestMedianOfEqual},
            {GoalMetric::P99, ReasonKind::LowestP99OfEqual},
            {GoalMetric::Throughput, ReasonKind::HighestThroughputOfEqual}},
        ReasonKind::LeastTotalTime);
}

Reason whyRecommended(const Goal& goal, const Contender& contender, bool tied)
{
    Reason metric {tied ? tiedReason(goal) : metricReason(goal), {}};
    if (!goal.horizonCalls || !contender.payback)
        return metric;
    return {ReasonKind::PaysBackAfter,
        {std::vector {std::move(metric)}, contender.payback->calls, *goal.horizonCalls}};
}

bool overlap(const std::optional<Interval>& one, const std::optional<Interval>& other)
{
    return one && other && one->low <= other->high && other->low <= one->high;
}

/// What is not known costs more than anything that is.
bool costsLess(const Contender& one, const Contender& other)
{
    const auto known = [](const std::optional<double>& cost) {
        return cost.value_or(std::numeric_limits<double>::infinity());
    };
    return std::ranges::lexicographical_compare(one.costs, other.costs, {}, known, known);
}

struct Choice {
    const Contender* best = nullptr;
    bool tied = false; ///< the intervals of others overlap that of the largest ratio
};

/// Speed-ups whose intervals overlap do not differ; between them the goal's own value decides.
Choice bestEligible(const Goal& goal, const std::vector<Contender>& contenders)
{
    const Contender* first = nullptr;
    for (const auto& contender : contenders) {
        if (isEligible(goal, contender)
            && (first == nullptr || scoreOf(goal, contender) > scoreOf(goal, *first)))
            first = &contender;
    }
    Choice choice {.best = first};
    for (const auto& contender : contenders) {
        if (&contender == first || !isEligible(goal, contender)
            || !overlap(contender.interval, first->interval))
            continue;
        choice.tied = true;
        if (costsLess(contender, *choice.best))
            choice.best = &contender;
    }
    return choice;
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

Recommendation keepEager(Reason reason)
{
    return {.kind = RecommendationKind::KeepEager, .variant = 0, .reason = std::move(reason)};
}

/// Whether an obstacle is one for want of data: then nothing follows, not even to keep eager.
bool isUnknown(const Reason& obstacle)
{
    constexpr std::array unknown {ReasonKind::P99Unknown, ReasonKind::MemoryUnknown,
        ReasonKind::CompileUnknown, ReasonKind::PaybackUnknown, ReasonKind::PaysOffBetween,
        ReasonKind::PaysOffFrom};
    const auto* of = &obstacle;
    if (of->kind == ReasonKind::OfCase) // "its p99 is not known: … in s32"
        of = &std::get<std::vector<Reason>>(of->values.front()).front();
    return std::ranges::find(unknown, of->kind) != unknown.end();
}

/// What stands between a faster variant and a recommendation, nearest to a yes; nothing where only
/// the widened interval does.
Reason obstacleOf(const Goal& goal, const Contender& faster)
{
    const auto horizon = goal.horizonCalls.value_or(0);
    if (!faster.missedLimit.empty())
        return faster.missedLimit;
    if (!faster.slowerIn.empty())
        return {ReasonKind::SlowerInCase, {faster.slowerIn}};
    switch (paysBack(goal, faster)) {
    case WithinHorizon::NotBefore:
        return {ReasonKind::NeedsCallsToPayBack, {faster.payback->calls, horizon}};
    case WithinHorizon::Unknown:
        return {ReasonKind::PaybackUnknown, {std::vector {faster.payback.error()}}};
    case WithinHorizon::Between:
        if (faster.payback->high)
            return {
                ReasonKind::PaysOffBetween, {faster.payback->low, *faster.payback->high, horizon}};
        return {ReasonKind::PaysOffFrom, {faster.payback->low, horizon}};
    case WithinHorizon::None:
    case WithinHorizon::Pays:
        break;
    }
    return {};
}

Recommendation explainFaster(const Goal& goal, const Contender& faster)
{
    auto obstacle = obstacleOf(goal, faster);
    if (obstacle.empty())
        return {.kind = RecommendationKind::Undecided,
            .variant = faster.variant,
            .reason = {ReasonKind::NotWhenWidened, {}}};
    if (isUnknown(obstacle))
        return {.kind = RecommendationKind::Undecided,
            .variant = faster.variant,
            .reason = std::move(obstacle)};
    if (faster.named)
        return keepEager({ReasonKind::OfSubject, {faster.name, std::vector {std::move(obstacle)}}});
    return keepEager(std::move(obstacle));
}

Recommendation explainNone(const std::vector<Contender>& contenders)
{
    const auto about
        = [](RecommendationKind kind, const Contender& contender, ReasonKind otherwise) {
              return Recommendation {.kind = kind,
                  .variant = contender.variant,
                  .reason = contender.reason.empty() ? Reason {otherwise, {}} : contender.reason};
          };
    const auto keep = [](ReasonKind kind, const Contender& contender) {
        return keepEager({kind, {contender.name, std::vector {contender.reason}}});
    };
    if (const auto* open = bestWith(contenders, Verdict::NotEnoughData))
        return about(RecommendationKind::NotEnoughData, *open, ReasonKind::MoreRepetitionsNeeded);
    if (const auto* open
        = bestOf(contenders, [](const Contender& each) { return isUndecided(each.verdict); }))
        return about(RecommendationKind::Undecided, *open, ReasonKind::IntervalTooWide);
    if (bestWith(contenders, Verdict::NoDifference) != nullptr)
        return keepEager({ReasonKind::NothingFaster, {}});
    if (const auto* slower = bestWith(contenders, Verdict::Slower))
        return {.kind = RecommendationKind::Slower,
            .variant = slower->variant,
            .reason = {ReasonKind::IsSlower, {slower->name}}};
    if (const auto* differs = bestWith(contenders, Verdict::ResultsDiffer))
        return about(RecommendationKind::ResultsDiffer, *differs, ReasonKind::ResultsDiffer);
    if (const auto* other = bestWith(contenders, Verdict::NotComparable))
        return about(RecommendationKind::NotComparable, *other, ReasonKind::RunsNotComparable);
    if (const auto* eager = bestWith(contenders, Verdict::RanEager))
        return keep(ReasonKind::RanEager, *eager);
    if (const auto* failed = bestWith(contenders, Verdict::Failed))
        return keep(ReasonKind::Failed, *failed);
    return {.kind = RecommendationKind::NotEnoughData,
        .variant = 0,
        .reason = {ReasonKind::NoCandidate, {}}};
}

struct LimitReasons {
    LimitKind kind = LimitKind::P99;
    ReasonKind unknown = ReasonKind::P99Unknown;
    ReasonKind missed = ReasonKind::P99Missed;
};

/// In the order of the enum.
constexpr std::array limitReasons {
    LimitReasons {LimitKind::P99, ReasonKind::P99Unknown, ReasonKind::P99Missed},
    LimitReasons {LimitKind::Memory, ReasonKind::MemoryUnknown, ReasonKind::MemoryMissed},
    LimitReasons {LimitKind::Compile, ReasonKind::CompileUnknown, ReasonKind::CompileMissed}};

const LimitReasons& reasonsOf(LimitKind kind)
{
    return limitReasons.at(static_cast<std::size_t>(kind));
}

Reason missedLimitOf(const VariantResult& variant)
{
    for (const auto& limit : variant.limits) {
        if (limit.met)
            continue;
        const auto& [kind, unknown, missed] = reasonsOf(limit.kind);
        if (!limit.value)
            return {unknown, {std::vector {limit.value.error()}}};
        return {missed, {Share {*limit.value / limit.limit - 1}}};
    }
    return {};
}

bool isTableVerdict(Verdict verdict)
{
    return isDecided(verdict) || isUndecided(verdict);
}

/// With the goal p99 the tail decides; its interval is not widened, so it counts as holding.
void useTail(Contender& contender, const VariantResult& variant)
{
    if (!isTableVerdict(contender.verdict))
        return;
    contender.verdict = variant.tailVerdict;
    contender.holdsCorrected = true;
    contender.ratio = std::nullopt;
    contender.interval = variant.tailRatio;
    if (variant.tailRatio)
        contender.ratio = variant.tailRatio->estimate;
    if (contender.verdict == Verdict::NotEnoughData)
        contender.reason = variant.tailReason;
}

std::optional<double> logarithmOf(const std::optional<double>& value)
{
    return value ? std::optional(std::log(*value)) : std::nullopt;
}

std::optional<double> goalCost(
    const Goal& goal, const VariantResult& variant, const Contender& contender)
{
    if (goal.metric == GoalMetric::Total)
        return -scoreOf(goal, contender);
    if (goal.metric == GoalMetric::Throughput)
        return variant.throughput ? std::optional(-std::log(variant.throughput->perSecond))
                                  : std::nullopt;
    if (!variant.latency)
        return std::nullopt;
    return logarithmOf(
        goal.metric == GoalMetric::P99 ? variant.latency->p99().ns : variant.latency->median().ns);
}

std::array<std::optional<double>, 4> costsOf(
    const Goal& goal, const VariantResult& variant, const Contender& contender)
{
    std::array<std::optional<double>, 4> costs {goalCost(goal, variant, contender)};
    if (variant.latency)
        costs[1] = logarithmOf(variant.latency->p99().ns);
    if (variant.compileCold)
        costs[2] = variant.compileCold->medianNs;
    const auto& peak = variant.peakMemory;
    if (peak.device || peak.host)
        costs[3] = static_cast<double>(peak.device ? *peak.device : *peak.host);
    return costs;
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
        .payback = kept ? variant.paybackWarm : variant.paybackCold};
    if (variant.speedUp) {
        contender.ratio = variant.speedUp->ratio.estimate;
        contender.interval = variant.speedUp->ratio;
        contender.repetitions = variant.speedUp->repetitions;
        contender.holdsCorrected = variant.speedUp->holdsCorrected;
    }
    if (const auto& terms = kept ? variant.paybackTermsWarm : variant.paybackTermsCold)
        contender.paybackTerms = *terms;
    contender.costs = costsOf(plan.goal, variant, contender);
    if (plan.goal.metric == GoalMetric::P99)
        useTail(contender, variant);
    return contender;
}

Recommendation recommendAmong(const Plan& plan, const std::vector<Contender>& contenders)
{
    const auto& goal = plan.goal;
    if (const auto [best, tied] = bestEligible(goal, contenders); best != nullptr)
        return {.kind = RecommendationKind::Recommended,
            .variant = best->variant,
            .reason = whyRecommended(goal, *best, tied)};
    if (const auto* faster = bestWith(contenders, Verdict::Faster))
        return explainFaster(goal, *faster);
    return explainNone(contenders);
}

BestRatio bestRatio(const ComparisonResult& result)
{
    BestRatio best {.recommendation = result.recommendation, .ratio = {}, .cases = {}};
    const int variant = result.recommendation.variant;
    if (variant <= 0)
        return best;
    LogRatio sum;
    for (const auto& each : result.cases) {
        const auto index = static_cast<std::size_t>(variant);
        if (index >= each.variants.size() || each.variants[index].verdict != Verdict::Faster
            || !each.variants[index].speedUp)
            continue;
        sum += LogRatio::ofRatio(each.variants[index].speedUp->ratio.estimate);
        best.cases.push_back(each.caseIndex);
    }
    if (!best.cases.empty())
        best.ratio = (sum / static_cast<double>(best.cases.size())).ratio();
    return best;
}

} // namespace profiler
