// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/tune/tune_search.h"

#include "profiler/statistics/log_ratios.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace profiler {

namespace {

/// Deviation of a speed-up between processes on a quiet machine (docs/development/measurement.md):
/// what is assumed at least, for a few values may agree by chance.
constexpr LogRatio leastNoise = LogRatio::ofLogarithm(0.012);
/// So many deviations of the mean are allowed for.
constexpr double bounds = 2;
/// Compile costs that differ by less are alike: a cold process tells one of them once.
constexpr double alikeCost = 1.2;
/// Of these many, the best, repetitions beyond the verdict's are made.
constexpr std::size_t mostTold = 3;

/// How much of the difference of two means may be noise.
LogRatio noiseOfDifference(const TuneStanding& one, const TuneStanding& other)
{
    const double a = one.halfWidth.logarithm();
    const double b = other.halfWidth.logarithm();
    return LogRatio::ofLogarithm(std::sqrt(a * a + b * b) / bounds);
}

/// `tried` is at most `margin` slower than `standard`, noise allowed for.
bool isAsGood(const TuneStanding& standard, const TuneStanding& tried, LogRatio margin)
{
    return standard.mean - tried.mean + noiseOfDifference(standard, tried) <= margin;
}

/// However the noise lies, `other` is at most `margin` faster: choosing `fastest` loses no more.
bool losesNoMore(const TuneStanding& fastest, const TuneStanding& other, LogRatio margin)
{
    return isAsGood(other, fastest, margin);
}

struct Choice {
    int candidate = 0;
    TuneCandidateState state;
    TuneStanding standing;
};

void keepAsGood(std::vector<Choice>& choices, LogRatio margin)
{
    const auto fastest = std::ranges::max(choices, {}, [](const Choice& choice) {
        return choice.standing.mean;
    }).standing;
    std::erase_if(choices, [&](const Choice& choice) {
        return choice.standing.mean < fastest.mean && !isAsGood(fastest, choice.standing, margin);
    });
}

/// Where nobody told a cost, all are kept.
void keepCheapest(std::vector<Choice>& choices)
{
    std::optional<nanoseconds> least;
    for (const auto& choice : choices)
        if (const auto& cost = choice.state.compile)
            least = std::min(least.value_or(*cost), *cost);
    std::erase_if(choices, [&](const Choice& choice) {
        const auto& cost = choice.state.compile;
        return least
            && (!cost
                || static_cast<double>(cost->count())
                    > alikeCost * static_cast<double>(least->count()));
    });
}

} // namespace

TuneSearch::TuneSearch(const std::vector<TuneEntry>& entries, const TuneRules& rules)
    : m_rules(rules)
{
    for (const auto& entry : entries)
        m_candidates.push_back({.entry = entry});
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (!entries[i].instead)
            m_waiting.push_back(static_cast<int>(i));
}

std::optional<TuneBatch> TuneSearch::next(nanoseconds spent)
{
    const auto left = m_rules.budget - spent;
    while (true) {
        if (!m_waiting.empty()) {
            if (const auto few = fitting(left); few > 0)
                return batch(few);
            m_budgetEnded = true;
            for (const int candidate : std::exchange(m_waiting, {}))
                if (m_candidates[static_cast<std::size_t>(candidate)].lastRung)
                    drop(candidate, TuneDecision::Halved);
        }
        if (m_rung == 0 && !std::exchange(m_secondWave, true)) {
            m_waiting = insteadOfBadOnes();
            continue;
        }
        if (!beginNextRung(left))
            return std::nullopt;
    }
}

/// Of the candidates that wait, those that what is left allows. The very first is measured anyway.
std::size_t TuneSearch::fitting(nanoseconds left) const
{
    auto few = std::min(m_waiting.size(), m_rules.lanesAtOnce);
    while (few > 0 && cost(few, m_rung) + reserve() > left)
        --few;
    return m_lanes == 0 ? std::max<std::size_t>(few, 1) : few;
}

TuneBatch TuneSearch::batch(std::size_t candidates)
{
    const auto few = static_cast<std::ptrdiff_t>(candidates);
    TuneBatch batch {.rung = m_rung,
        .candidates = {m_waiting.begin(), m_waiting.begin() + few},
        .isShort = m_rung == 0,
        .cold = m_rung == 1,
        .check = m_rung == m_rules.settledRung};
    m_waiting.erase(m_waiting.begin(), m_waiting.begin() + few);
    m_running = batch;
    return batch;
}

void TuneSearch::take(const std::vector<TuneResult>& results, const TuneConditions& conditions)
{
    for (const auto& result : results) {
        auto& candidate = m_candidates[static_cast<std::size_t>(result.candidate)];
        candidate.lastRung = m_running.rung;
        if (result.compile)
            candidate.compile = result.compile;
        candidate.scores = result.scores;
        candidate.spread = result.spread;
        if (result.out)
            drop(result.candidate, *result.out);
        else if (result.scores.empty())
            drop(result.candidate, TuneDecision::NotSteady);
    }
    const auto candidates = static_cast<int>(m_running.candidates.size());
    m_tooBusy = conditions.tooBusy;
    m_laneTime += conditions.lanes;
    m_lanes += candidates + 1;
    if (m_running.cold) {
        m_coldTime += conditions.cold;
        m_colds += candidates;
    }
}

std::vector<int> TuneSearch::takeDropped()
{
    return std::exchange(m_dropped, {});
}

nanoseconds TuneSearch::leastBudget(const TuneRules& rules)
{
    return 2 * rules.usualLane;
}

nanoseconds TuneSearch::laneTime() const
{
    return m_lanes > 0 ? m_laneTime / m_lanes : m_rules.usualLane;
}

/// Of so many candidates in one rung, the baseline beside each batch.
nanoseconds TuneSearch::cost(std::size_t lanes, int rung) const
{
    const auto lane = laneTime();
    const auto cold = m_colds > 0 ? m_coldTime / m_colds : std::max(m_rules.usualCold, lane);
    const auto count = static_cast<int>(lanes);
    const auto batches = static_cast<int>((lanes + m_rules.lanesAtOnce - 1) / m_rules.lanesAtOnce);
    auto all = lane * (count + batches);
    if (rung == 1)
        all += cold * count;
    if (rung == m_rules.settledRung)
        all += lane * (count + 2); // the check has two processes of the baseline
    return all;
}

/// What bringing one candidate to a verdict takes; the first look at many leaves it untouched.
nanoseconds TuneSearch::reserve() const
{
    if (m_rung > 0 || running().empty())
        return {};
    nanoseconds all {};
    for (int rung = 1; rung <= m_rules.settledRung; ++rung)
        all += cost(1, rung);
    return all;
}

std::vector<int> TuneSearch::running() const
{
    std::vector<int> all;
    for (std::size_t i = 0; i < m_candidates.size(); ++i)
        if (m_candidates[i].runs())
            all.push_back(static_cast<int>(i));
    return all;
}

std::optional<TuneStanding> TuneSearch::standing(int candidate) const
{
    return standingOf(m_candidates[static_cast<std::size_t>(candidate)], noiseOf(m_candidates));
}

std::optional<int> TuneSearch::fastest() const
{
    std::optional<int> best;
    for (const int candidate : running()) {
        const auto here = standing(candidate);
        if (here && (!best || here->mean > standing(*best)->mean))
            best = candidate;
    }
    return best;
}

/// It fails, or takes longer than the baseline.
bool TuneSearch::isBad(int candidate) const
{
    const auto& state = m_candidates[static_cast<std::size_t>(candidate)];
    const auto here = standing(candidate);
    return state.out == TuneDecision::Failed || state.out == TuneDecision::RanEager
        || (here && here->high() < LogRatio());
}

std::vector<int> TuneSearch::insteadOfBadOnes() const
{
    std::vector<int> all;
    for (std::size_t i = 0; i < m_candidates.size(); ++i)
        if (const auto bad = m_candidates[i].entry.instead; bad && isBad(*bad))
            all.push_back(static_cast<int>(i));
    return all;
}

void TuneSearch::drop(int candidate, TuneDecision decision)
{
    auto& out = m_candidates[static_cast<std::size_t>(candidate)].out;
    if (out)
        return;
    out = decision;
    m_dropped.push_back(candidate);
}

/// The fastest stays in any case: also that nothing is faster than the baseline wants a verdict.
void TuneSearch::dropSlower()
{
    const auto best = fastest();
    if (!best)
        return;
    const auto least = std::max(standing(*best)->low(), LogRatio());
    for (const int candidate : running()) {
        const auto here = standing(candidate);
        if (candidate != *best && (!here || here->high() < least))
            drop(candidate, TuneDecision::Slower);
    }
}

/// Keeps the better half until what follows, halved from rung to rung, fits what is left.
void TuneSearch::halve(nanoseconds left)
{
    auto all = running();
    std::ranges::stable_sort(all, std::greater {}, [&](int candidate) {
        const auto here = standing(candidate);
        return here ? here->mean.logarithm() : -std::numeric_limits<double>::infinity();
    });
    const auto demand = [&](std::size_t count) {
        nanoseconds sum {};
        for (int rung = m_rung + 1; rung <= std::max(m_rules.settledRung, m_rung + 1); ++rung) {
            sum += cost(count, rung);
            count = std::max<std::size_t>(1, count / 2);
        }
        return sum;
    };
    std::size_t kept = m_rung >= m_rules.settledRung ? std::min(all.size(), mostTold) : all.size();
    while (kept > 1 && demand(kept) > left)
        kept = (kept + 1) / 2;
    for (std::size_t i = kept; i < all.size(); ++i)
        drop(all[i], TuneDecision::Halved);
    all.resize(std::min(kept, all.size()));
    m_waiting = std::move(all);
}

/// Three repetitions say which is the best, and whether it beats the baseline.
bool TuneSearch::isSettled() const
{
    const auto best = fastest();
    if (!best)
        return true;
    if (m_tooBusy) // quiet repetitions make the share of busy ones small enough
        return false;
    const auto top = *standing(*best);
    if (top.low() < LogRatio() && top.high() > m_rules.margin)
        return false;
    return std::ranges::all_of(running(), [&](int candidate) {
        return candidate == *best || losesNoMore(top, *standing(candidate), m_rules.margin);
    });
}

bool TuneSearch::beginNextRung(nanoseconds left)
{
    dropSlower();
    const bool over = m_rung >= (m_tooBusy ? m_rules.lastBusyRung : m_rules.lastRung)
        || running().empty() || (m_rung >= m_rules.settledRung && isSettled());
    if (over)
        return false;
    halve(left);
    if (cost(1, m_rung + 1) > left) {
        m_budgetEnded = true;
        m_waiting.clear();
        return false;
    }
    ++m_rung;
    return true;
}

LogRatio noiseOf(const std::vector<TuneCandidateState>& candidates)
{
    std::vector<std::vector<LogRatio>> groups;
    for (const auto& candidate : candidates)
        groups.push_back(candidate.scores);
    return std::max(pooledDeviation(groups).value_or(leastNoise), leastNoise);
}

std::optional<TuneStanding> standingOf(const TuneCandidateState& candidate, LogRatio noise)
{
    const auto middle = mean(candidate.scores);
    if (!middle)
        return std::nullopt;
    const auto count = static_cast<double>(candidate.scores.size());
    TuneStanding standing {.mean = *middle, .halfWidth = noise * bounds / std::sqrt(count)};
    if (candidate.scores.size() == 1)
        standing.halfWidth += candidate.spread;
    return standing;
}

std::optional<int> bestOf(const std::vector<TuneCandidateState>& candidates, LogRatio margin)
{
    std::vector<Choice> choices;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (const auto here = standingOf(candidates[i], noiseOf(candidates));
            here && candidates[i].runs())
            choices.push_back({static_cast<int>(i), candidates[i], *here});
    if (choices.empty())
        return std::nullopt;
    keepAsGood(choices, margin);
    keepCheapest(choices);
    return std::ranges::min_element(choices, {}, [](const Choice& choice) {
        return std::pair(choice.state.entry.complexity, -choice.standing.mean.logarithm());
    })->candidate;
}

} // namespace profiler
