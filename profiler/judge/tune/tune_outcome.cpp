// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/tune/tune_outcome.h"

#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/judge/tune/tune_candidates.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/process_record.h"
#include "profiler/statistics/log_ratios.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

/// So much of what the best wins has to be kept by a smaller unit.
constexpr double keptBenefit = 0.95;

const VariantResult& resultOf(const CaseResult& inCase, int variant)
{
    return inCase.variants.at(static_cast<std::size_t>(variant));
}

std::optional<nanoseconds> sumOf(const std::vector<double>& ns)
{
    if (ns.empty())
        return std::nullopt;
    double sum = 0;
    for (const double each : ns)
        sum += each;
    return nanoseconds(std::llround(sum));
}

/// Of all cases; the same medians as everywhere else.
std::optional<nanoseconds> coldCompile(const ComparisonData& data, int variant)
{
    std::vector<double> parts;
    for (int index = 0; index < caseCount(data); ++index)
        if (const auto costs = compileCosts(data, variant, index, ProcessKind::Cold); costs.compile)
            parts.push_back(costs.compile->medianNs);
    return sumOf(parts);
}

/// Of all cases in the first paired process: later ones find a warm cache.
std::optional<nanoseconds> firstPairedCompile(const ComparisonData& data, int variant)
{
    std::vector<double> parts;
    for (int index = 0; index < caseCount(data); ++index)
        if (const auto costs = coldCosts(data, variant, index, ProcessKind::Paired); !costs.empty())
            parts.push_back(costs.front().compileNs);
    return sumOf(parts);
}

/// Cold processes tell it; the first paired one does where there are none.
std::optional<nanoseconds> compileOf(const ComparisonData& data, int variant)
{
    const auto cold = coldCompile(data, variant);
    return cold ? cold : firstPairedCompile(data, variant);
}

std::optional<double> medianNs(const VariantResult& result)
{
    return result.latency ? result.latency->median().ns : std::nullopt;
}

/// The goal asks for all of the calls of a process, its compile included.
LogRatio withCompile(LogRatio score, const Goal& goal, double baselineNs, nanoseconds compile)
{
    const double calls = static_cast<double>(goal.horizonCalls.value_or(1)) * baselineNs;
    const double takes = calls / score.ratio() + static_cast<double>(compile.count());
    return LogRatio::ofRatio(calls / takes);
}

/// What the goal adds to a speed-up of medians: of p99 as far as calls are enough to tell it.
LogRatio byGoal(LogRatio score, const Goal& goal, const CaseResult& inCase, int variant,
    std::optional<nanoseconds> compile)
{
    const auto& result = resultOf(inCase, variant);
    if (goal.metric == GoalMetric::P99 && result.tailRatio)
        return score
            + (LogRatio::ofRatio(result.tailRatio->estimate)
                - LogRatio::ofRatio(result.speedUp->ratio.estimate));
    const auto baselineNs = medianNs(inCase.variants.front());
    if (goal.metric == GoalMetric::Total && baselineNs && compile)
        return withCompile(score, goal, *baselineNs, *compile);
    return score;
}

/// By repetition, the mean over cases; those of all cases count.
std::vector<LogRatio> scoresOf(
    const ComparisonResult& judged, int variant, std::optional<nanoseconds> compile)
{
    std::vector<LogRatio> sums;
    for (std::size_t i = 0; i < judged.cases.size(); ++i) {
        const auto& inCase = judged.cases[i];
        const auto& speedUp = resultOf(inCase, variant).speedUp;
        if (!speedUp)
            return {};
        std::vector<LogRatio> here;
        for (const double ratio : speedUp->byRepetition)
            here.push_back(
                byGoal(LogRatio::ofRatio(ratio), judged.plan.goal, inCase, variant, compile));
        sums.resize(i == 0 ? here.size() : std::min(sums.size(), here.size()));
        for (std::size_t k = 0; k < sums.size(); ++k)
            sums[k] += here[k];
    }
    for (auto& sum : sums)
        sum = sum / static_cast<double>(judged.cases.size());
    return sums;
}

std::optional<TuneDecision> whyOut(const ComparisonResult& judged, int variant)
{
    for (const auto& inCase : judged.cases) {
        const auto verdict = resultOf(inCase, variant).verdict;
        if (verdict == Verdict::Failed || verdict == Verdict::NotComparable)
            return TuneDecision::Failed;
        if (verdict == Verdict::RanEager)
            return TuneDecision::RanEager;
        if (verdict == Verdict::ResultsDiffer)
            return TuneDecision::ResultsDiffer;
    }
    return std::nullopt;
}

bool isFaster(const ComparisonResult& judged, int variant)
{
    return std::ranges::all_of(judged.cases, [&](const CaseResult& inCase) {
        return resultOf(inCase, variant).verdict == Verdict::Faster;
    });
}

bool isDecided(const ComparisonResult& judged, int variant)
{
    return !judged.cases.empty()
        && std::ranges::all_of(judged.cases, [&](const CaseResult& inCase) {
               return decidedRatio(resultOf(inCase, variant)).has_value();
           });
}

/// Nothing is known of it that speaks for the baseline.
bool isOpen(const ComparisonResult& judged, int variant)
{
    return std::ranges::any_of(judged.cases, [&](const CaseResult& inCase) {
        const auto verdict = resultOf(inCase, variant).verdict;
        return isUndecided(verdict) || verdict == Verdict::NotEnoughData;
    });
}

std::optional<double> medianOf(const ComparisonResult& judged, int variant)
{
    return judged.cases.size() == 1 ? medianNs(resultOf(judged.cases.front(), variant))
                                    : std::nullopt;
}

/// In the case where the baseline takes longest: other cases' calls are a small part of the time.
std::optional<nanoseconds> wonOf(const ComparisonResult& judged, int variant, double ratio)
{
    std::optional<double> longest;
    for (const auto& inCase : judged.cases)
        if (resultOf(inCase, variant).latency)
            longest = std::max(longest.value_or(0), medianNs(inCase.variants.front()).value_or(0));
    if (!longest)
        return std::nullopt;
    return nanoseconds(std::llround(*longest * (1 - 1 / ratio)));
}

/// The interval within which it may lie: that of the comparison where there is one case.
std::optional<Interval> speedUpOf(const ComparisonResult& judged, int variant)
{
    if (judged.cases.size() == 1) {
        const auto& speedUp = resultOf(judged.cases.front(), variant).speedUp;
        return speedUp ? std::optional(speedUp->ratio) : std::nullopt;
    }
    const auto scores = scoresOf(judged, variant, std::nullopt);
    const auto middle = mean(scores);
    if (!middle)
        return std::nullopt;
    const auto interval = ratioInterval(scores);
    return interval ? *interval : Interval {middle->ratio(), middle->ratio(), middle->ratio()};
}

TuneRow rowOf(const ComparisonData& data, const ComparisonResult& judged, int variant)
{
    TuneRow row {.variant = variant,
        .speedUp = speedUpOf(judged, variant),
        .decided = isDecided(judged, variant),
        .repetitions
        = judged.cases.empty() ? 0 : resultOf(judged.cases.front(), variant).repetitionsSteady,
        .compile = compileOf(data, variant),
        .medianNs = medianOf(judged, variant),
        .step = tuneStepOf(data, variant)};
    if (row.speedUp)
        row.won = wonOf(judged, variant, row.speedUp->estimate);
    if (row.won && row.compile && row.compile->count() > 0)
        row.wonPerSecond = static_cast<double>(row.won->count())
            / std::chrono::duration<double>(*row.compile).count();
    return row;
}

TuneCandidateState stateOf(const ComparisonData& data, const ComparisonResult& judged, int variant)
{
    const auto result = tuneResultOf(data, judged, variant);
    const auto step = tuneStepOf(data, variant);
    TuneCandidateState state {.entry
        = {.complexity = complexityOf(data.plan.variants.at(static_cast<std::size_t>(variant)))},
        .scores = result.scores,
        .spread = result.spread,
        .compile = result.compile,
        .out = result.out,
        .lastRung = step ? step->rung : 0};
    if (step && step->decision != TuneDecision::Finalist)
        state.out = step->decision;
    return state;
}

bool isPart(const Plan& plan, int variant)
{
    return !plan.variants.at(static_cast<std::size_t>(variant)).parts.empty();
}

/// Of parts that keep the benefit the one that compiles fastest.
std::optional<int> smallestUnitOf(const Plan& plan, const std::vector<TuneRow>& rows, int best)
{
    const auto of = std::ranges::find(rows, best, &TuneRow::variant);
    if (!of->won || of->won->count() <= 0)
        return std::nullopt;
    const TuneRow* smallest = nullptr;
    for (const auto& row : rows) {
        const bool keeps = row.won && row.compile && isPart(plan, row.variant)
            && static_cast<double>(row.won->count())
                >= keptBenefit * static_cast<double>(of->won->count());
        if (keeps && (smallest == nullptr || *row.compile < *smallest->compile))
            smallest = &row;
    }
    return smallest == nullptr ? std::nullopt : std::optional(smallest->variant);
}

nanoseconds spentOn(const ComparisonData& data)
{
    nanoseconds spent {};
    for (const auto& process : data.processes)
        for (const auto& step : process.tuning)
            spent = std::max(spent, step.spent);
    return spent;
}

} // namespace

TuneResult tuneResultOf(const ComparisonData& data, const ComparisonResult& judged, int variant)
{
    TuneResult result {
        .candidate = variant, .out = whyOut(judged, variant), .compile = compileOf(data, variant)};
    result.scores = scoresOf(judged, variant, result.compile);
    if (result.scores.size() == 1 && judged.cases.size() == 1)
        result.spread = halfWidthOf(resultOf(judged.cases.front(), variant).speedUp->ratio);
    return result;
}

TuneOutcome tuneOutcomeOf(const ComparisonData& data, const ComparisonResult& judged)
{
    TuneOutcome outcome {.budget = data.plan.protocol.totalTimeLimit, .spent = spentOn(data)};
    std::vector<TuneCandidateState> states;
    for (int variant = 1; variant < static_cast<int>(data.plan.variants.size()); ++variant) {
        outcome.rows.push_back(rowOf(data, judged, variant));
        states.push_back(stateOf(data, judged, variant));
    }
    const auto best = bestOf(states, LogRatio::ofEffect(data.plan.goal.minimumEffect));
    if (best) {
        outcome.best = *best + 1;
        outcome.keepBaseline = !isFaster(judged, *outcome.best);
        outcome.smallestUnit = smallestUnitOf(data.plan, outcome.rows, *outcome.best);
    }
    outcome.undecided = outcome.keepBaseline
        && std::ranges::any_of(
            outcome.rows, [&](const TuneRow& row) { return isOpen(judged, row.variant); });
    std::ranges::stable_sort(outcome.rows, std::greater {}, [&](const TuneRow& row) {
        return std::pair(row.variant == outcome.best, row.speedUp ? row.speedUp->estimate : 0);
    });
    return outcome;
}

} // namespace profiler
