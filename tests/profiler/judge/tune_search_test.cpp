// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/tune/tune_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>

using namespace profiler;
using namespace std::chrono_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

namespace {

/// A setting as it really is.
struct Truth {
    double speedUp = 1;
    nanoseconds compile = 10s;
    bool fails = false;
};

struct Found {
    std::optional<int> best;
    nanoseconds spent {};
    std::vector<TuneBatch> batches;
    std::vector<TuneCandidateState> candidates;
    bool budgetEnded = false;
};

/// Plays the machine: lanes take their time, the speed-up of a process is off by noise, of which a
/// part is the baseline's and common to its batch.
class Machine {
public:
    Machine(std::vector<Truth> truth, double noise, unsigned seed)
        : m_truth(std::move(truth))
        , m_noise(0, noise / std::sqrt(2.0))
        , m_random(seed)
    {
    }

    Found run(const TuneRules& rules, std::vector<TuneEntry> entries = {})
    {
        entries.resize(m_truth.size());
        TuneSearch search(entries, rules);
        Found found;
        while (const auto batch = search.next(found.spent)) {
            const TuneConditions conditions {.lanes = lanesOf(*batch),
                .cold = batch->cold ? 20s * static_cast<int>(batch->candidates.size()) : 0s,
                .tooBusy = batch->rung < m_quietFrom};
            search.take(resultsOf(*batch), conditions);
            found.spent += conditions.lanes + conditions.cold;
            found.batches.push_back(*batch);
        }
        found.best = search.best();
        found.candidates = search.candidates();
        found.budgetEnded = search.budgetEnded();
        return found;
    }

    /// Until that rung other work runs on it.
    void busyUntil(int rung) { m_quietFrom = rung; }

private:
    static nanoseconds lanesOf(const TuneBatch& batch)
    {
        return 10s * static_cast<int>(batch.candidates.size() + 1);
    }

    std::vector<TuneResult> resultsOf(const TuneBatch& batch)
    {
        const double ofBaseline = m_noise(m_random);
        std::vector<TuneResult> results;
        for (const int candidate : batch.candidates) {
            const auto& truth = m_truth[static_cast<std::size_t>(candidate)];
            if (truth.fails) {
                results.push_back({.candidate = candidate, .out = TuneDecision::Failed});
                continue;
            }
            auto& scores = m_scores[candidate];
            scores.push_back(
                LogRatio::ofLogarithm(std::log(truth.speedUp) + ofBaseline + m_noise(m_random)));
            results.push_back({.candidate = candidate,
                .scores = scores,
                .spread = LogRatio::ofLogarithm(0.01),
                .compile = truth.compile});
        }
        return results;
    }

    std::vector<Truth> m_truth;
    std::map<int, std::vector<LogRatio>> m_scores; ///< by candidate
    std::normal_distribution<double> m_noise;
    std::mt19937 m_random;
    int m_quietFrom = 0;
};

std::vector<Truth> speedUps(const std::vector<double>& values)
{
    std::vector<Truth> truth;
    for (const double value : values)
        truth.push_back({.speedUp = value});
    return truth;
}

double bestSpeedUp(const std::vector<Truth>& truth)
{
    double best = 0;
    for (const auto& each : truth)
        best = std::max(best, each.fails ? 0 : each.speedUp);
    return best;
}

/// Settings as they are found: a few that help, many that are alike, some that harm or fail.
std::vector<Truth> madeUp(std::mt19937& random, std::size_t count)
{
    std::normal_distribution<double> spread(0.1, 0.25);
    std::uniform_real_distribution<double> share(0, 1);
    std::vector<Truth> truth(count);
    for (auto& each : truth) {
        each.speedUp = share(random) < 0.3 ? 1.2 : std::exp(spread(random));
        each.compile = std::chrono::milliseconds(static_cast<int>(5'000 + 40'000 * share(random)));
        each.fails = share(random) < 0.1;
    }
    truth.front().fails = false;
    return truth;
}

/// Share of made-up models for which a setting within 3 % of the best was found.
double rightRatio(double noise, const TuneRules& rules)
{
    constexpr unsigned models = 400;
    std::mt19937 random(7);
    int right = 0;
    for (unsigned model = 0; model < models; ++model) {
        const auto truth = madeUp(random, 12);
        const auto found = Machine(truth, noise, model).run(rules);
        if (found.best
            && truth[static_cast<std::size_t>(*found.best)].speedUp > bestSpeedUp(truth) / 1.03)
            ++right;
    }
    return right / static_cast<double>(models);
}

std::vector<int> repetitionsOf(const Found& found)
{
    std::vector<int> counts;
    for (const auto& candidate : found.candidates)
        counts.push_back(static_cast<int>(candidate.scores.size()));
    return counts;
}

TEST(TuneSearch, FindsASettingWithin3PercentOfTheBestIn95Of100Models)
{
    EXPECT_GE(rightRatio(0.012, {.budget = 40min}), 0.95);
    EXPECT_GE(rightRatio(0.02, {.budget = 40min}), 0.95);
}

TEST(TuneSearch, FindsItWithABudgetThatAllowsHalfTheRepetitionsToo)
{
    EXPECT_GE(rightRatio(0.012, {.budget = 7min}), 0.95);
}

TEST(TuneSearch, KeepsTheBudget)
{
    std::mt19937 random(3);
    for (unsigned model = 0; model < 50; ++model) {
        const auto found = Machine(madeUp(random, 14), 0.015, model).run({.budget = 8min});
        EXPECT_LE(found.spent, 8min) << model;
    }
}

TEST(TuneSearch, IsTheSameWithTheSameSeed)
{
    const auto truth = speedUps({1.1, 1.3, 1.29, 0.8, 1.2});
    const auto one = Machine(truth, 0.02, 5).run({});
    const auto other = Machine(truth, 0.02, 5).run({});
    EXPECT_EQ(one.best, other.best);
    EXPECT_EQ(repetitionsOf(one), repetitionsOf(other));
    EXPECT_EQ(one.spent, other.spent);
}

TEST(TuneSearch, MeasuresWhatIsClearlySlowerOnce)
{
    const auto found = Machine(speedUps({1.5, 0.7, 1.0, 1.1}), 0.012, 1).run({});
    EXPECT_EQ(found.best, 0);
    EXPECT_THAT(repetitionsOf(found), ElementsAre(3, 1, 1, 1));
    EXPECT_EQ(found.candidates[1].out, TuneDecision::Slower);
}

TEST(TuneSearch, EndsWhereOnlyASlowerOneIsNotKnownExactly)
{
    const auto found = Machine(speedUps({1.50, 1.44, 1.44}), 0.025, 1).run({.budget = 1h});
    EXPECT_EQ(found.best, 0);
    EXPECT_THAT(repetitionsOf(found), ElementsAre(3, 3, 3));
}

TEST(TuneSearch, DropsNothingWhoseIntervalReachesTheBest)
{
    const auto found = Machine(speedUps({1.50, 1.49, 1.48}), 0.012, 1).run({.budget = 1h});
    for (const auto& candidate : found.candidates) {
        EXPECT_NE(candidate.out, TuneDecision::Halved);
        EXPECT_GE(candidate.scores.size(), 3U);
    }
}

TEST(TuneSearch, HalvesWhereTheBudgetAsksForIt)
{
    std::vector<double> alike(12, 1.3);
    const auto found = Machine(speedUps(alike), 0.012, 1).run({.budget = 6min});
    const auto halved = std::ranges::count(
        found.candidates, std::optional(TuneDecision::Halved), &TuneCandidateState::out);
    EXPECT_GE(halved, 6);
    ASSERT_TRUE(found.best);
    EXPECT_GE(found.candidates[static_cast<std::size_t>(*found.best)].scores.size(), 3U);
}

TEST(TuneSearch, LeavesUntriedWhatTheBudgetDoesNotReachButBringsOneToAVerdict)
{
    const auto found
        = Machine(speedUps(std::vector<double>(12, 1.3)), 0.01, 1).run({.budget = 3min});
    EXPECT_TRUE(found.budgetEnded);
    EXPECT_FALSE(found.candidates.back().lastRung);
    ASSERT_TRUE(found.best);
    EXPECT_GE(found.candidates[static_cast<std::size_t>(*found.best)].scores.size(), 3U);
}

TEST(TuneSearch, TakesTheCheaperToCompileOfEquals)
{
    auto truth = speedUps({1.300, 1.305, 1.302});
    truth[0].compile = 60s;
    truth[1].compile = 40s;
    truth[2].compile = 12s;
    EXPECT_EQ(Machine(truth, 0.002, 1).run({}).best, 2);
}

TEST(TuneSearch, TakesTheSimplerOfEqualsThatCostTheSame)
{
    EXPECT_EQ(Machine(speedUps({1.305, 1.300}), 0.002, 1)
                  .run({}, {{.complexity = 2}, {.complexity = 0}})
                  .best,
        1);
}

TEST(TuneSearch, DoesNotTakeTheCheaperWhereItIsSlowerByMore)
{
    auto truth = speedUps({1.40, 1.30});
    truth[0].compile = 60s;
    truth[1].compile = 5s;
    EXPECT_EQ(Machine(truth, 0.01, 1).run({}).best, 0);
}

TEST(TuneSearch, TriesAWayAroundOnlyWhatIsBad)
{
    const std::vector<TuneEntry> entries {{}, {}, {.instead = 0}, {.instead = 1}};
    const auto found = Machine(speedUps({1.2, 0.6, 1.3, 1.9}), 0.01, 1).run({}, entries);
    EXPECT_FALSE(found.candidates[2].lastRung) << "what it goes around is good";
    EXPECT_TRUE(found.candidates[3].lastRung);
    EXPECT_EQ(found.best, 3);
}

TEST(TuneSearch, EndsWhereEverySettingFails)
{
    std::vector<Truth> truth(3, {.fails = true});
    const auto found = Machine(truth, 0.01, 1).run({});
    EXPECT_FALSE(found.best);
    EXPECT_EQ(found.batches.size(), 1U);
    EXPECT_EQ(found.candidates[0].out, TuneDecision::Failed);
}

TEST(TuneSearch, BringsTheFastestToAVerdictAlsoWhereAllAreSlower)
{
    const auto found = Machine(speedUps({0.8, 0.7, 0.6}), 0.01, 1).run({});
    EXPECT_EQ(found.best, 0);
    EXPECT_THAT(repetitionsOf(found), ElementsAre(3, 1, 1));
}

TEST(TuneSearch, AsksForAColdProcessOfWhatSurvivesTheFirstLookOnce)
{
    const auto found = Machine(speedUps({1.5, 0.7}), 0.01, 1).run({});
    int colds = 0;
    for (const auto& batch : found.batches)
        if (batch.cold) {
            ++colds;
            EXPECT_THAT(batch.candidates, Not(Contains(1)));
        }
    EXPECT_EQ(colds, 1);
    EXPECT_TRUE(found.batches.front().isShort);
    EXPECT_TRUE(found.batches.back().check);
}

TEST(TuneSearch, GoesOnWhileOtherWorkKeepsItFromAVerdict)
{
    const auto roundsOn = [](int busyUntil, nanoseconds budget) {
        Machine machine(speedUps({2, 1.5, 1.2}), 0.005, 3);
        machine.busyUntil(busyUntil);
        const auto found = machine.run({.budget = budget});
        EXPECT_EQ(found.best, 0);
        return found.batches.back().rung + 1;
    };
    EXPECT_EQ(roundsOn(0, 1h), 3);
    EXPECT_EQ(roundsOn(4, 1h), 5) << "quiet from the fifth on";
    EXPECT_EQ(roundsOn(100, 1h), 10) << "no longer than that";
    EXPECT_LT(roundsOn(100, 3min), 10) << "and within its budget";
}

} // namespace
