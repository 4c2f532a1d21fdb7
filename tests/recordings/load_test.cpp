// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/serving/rate_figures.h"
#include "profiler/evidence/serving/slow_requests.h"
#include "profiler/judge/serving/serving.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/statistics/quantiles.h"
#include "recording_fixture.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// Requests to calls that sleep, in worker processes.
class Load : public RecordingTest {
protected:
    static Plan planOf(const std::string& callable, std::vector<double> rates)
    {
        auto plan = planFor(model("serving.py:" + callable));
        plan.variants.resize(1);
        plan.load = {.rates = std::move(rates), .repetitions = 1, .duration = 4s};
        return plan;
    }

    /// Of the first process of a variant; those at given rates alone.
    [[nodiscard]] std::vector<const LoadFact*> ratesOf(int variant) const
    {
        std::vector<const LoadFact*> found;
        for (const auto* process : processes(ProcessKind::Load, variant))
            for (const auto& fact : process->loads)
                if (fact.rate)
                    found.push_back(&fact);
        return found;
    }

    [[nodiscard]] const LoadFact* burstOf(int variant) const
    {
        for (const auto* process : processes(ProcessKind::Load, variant))
            for (const auto& fact : process->loads)
                if (!fact.rate)
                    return &fact;
        return nullptr;
    }

    [[nodiscard]] bool noticed(const std::string& text) const
    {
        return std::ranges::any_of(data().notices, [&](const NoticeFact& notice) {
            return notice.sentence.find(text) != std::string::npos;
        });
    }
};

double meanService(const LoadFact& fact)
{
    return *rateFigures(fact).serviceNs;
}

/// What one server that takes requests in turn makes of arrivals and service times, whatever these
/// are: how much later each call began.
std::vector<double> lateness(const LoadFact& fact)
{
    std::vector<double> late;
    std::int64_t free = 0;
    const auto& requests = fact.requests;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        late.push_back(
            static_cast<double>(requests.startNs[i] - std::max(free, requests.plannedNs[i])));
        free = requests.endNs[i];
    }
    return late;
}

/// Nothing else used the cores: only then do sleeps end when they should.
bool isQuiet(const LoadFact& fact)
{
    return fact.machine.foreignCores.value_or(0) < 0.25
        && fact.machine.cpuPressureRatio.value_or(0) < 0.05;
}

TEST_F(Load, ServesEachRequestInTurnFromItsPlannedMoment)
{
    ASSERT_TRUE(record(planOf("fixed", {60, 150})));
    const auto facts = ratesOf(0);
    ASSERT_EQ(facts.size(), 2U);
    for (const auto* fact : facts) {
        SCOPED_TRACE(*fact->rate);
        const auto seconds = std::chrono::duration<double>(fact->duration).count();
        EXPECT_NEAR(seconds, std::max(4.0, 400 / *fact->rate), 1e-6) << "enough for p99";
        EXPECT_GT(fact->started.ns, 0);
        EXPECT_TRUE(fact->cut.empty());
        EXPECT_NEAR(static_cast<double>(fact->requests.size()), *fact->rate * seconds,
            4 * std::sqrt(*fact->rate * seconds));
        const auto late = lateness(*fact);
        EXPECT_GE(*std::ranges::min_element(late), 0);
        EXPECT_LT(*median(late), 0.5 * millisecond)
            << "it begins when it came and the one before ended";
        EXPECT_GE(meanService(*fact), 4 * millisecond);
    }
    ASSERT_NE(burstOf(0), nullptr);
    EXPECT_NEAR(*servedPerSecond(*burstOf(0)), 1e9 / meanService(*burstOf(0)),
        0.05 * 1e9 / meanService(*burstOf(0)));
}

TEST_F(Load, AgreesWithTheoryWhereNothingElseRuns)
{
    auto plan = planOf("exponential", {120});
    plan.load.duration = 12s;
    ASSERT_TRUE(record(plan));
    const auto facts = ratesOf(0);
    ASSERT_EQ(facts.size(), 1U);
    const auto& fact = *facts.front();
    if (!isQuiet(fact))
        GTEST_SKIP() << "other programs use the cores";
    // M/M/1: latencies are exponential with the difference of the rates.
    const auto served = servingOf(data());
    const auto& rate = served.of(0)->variants.front().rates.front();
    const double meanNs = 1 / (1 / *rate.serviceNs - 120 / 1e9);
    for (const double p : {0.5, 0.9, 0.99}) {
        SCOPED_TRACE(p);
        const auto& interval = rate.latencies[percentileIndex(p)].ns->value;
        const double theory = -meanNs * std::log(1 - p);
        EXPECT_LT(interval.low / 1.15, theory);
        EXPECT_GT(interval.high * 1.15, theory);
    }
}

TEST_F(Load, OffersEveryVariantTheSameArrivalsOneAtATime)
{
    auto plan = planOf("fixed", {50, 120});
    plan.variants = {{.name = "eager"}, {.name = "again"}};
    plan.load.duration = 2s;
    ASSERT_TRUE(record(plan));
    const auto one = ratesOf(0);
    const auto other = ratesOf(1);
    ASSERT_EQ(one.size(), 2U);
    ASSERT_EQ(other.size(), 2U);
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one[i]->rate, other[i]->rate);
        EXPECT_EQ(one[i]->requests.plannedNs, other[i]->requests.plannedNs);
        const auto& before = one[i]->started.ns < other[i]->started.ns ? *one[i] : *other[i];
        const auto& after = one[i]->started.ns < other[i]->started.ns ? *other[i] : *one[i];
        const auto last = *std::ranges::max_element(before.requests.endNs);
        EXPECT_GE(after.started.ns, before.started.ns + last);
    }
}

TEST_F(Load, FindsSaturationAndChoosesRatesAroundIt)
{
    auto plan = planOf("fixed", {});
    plan.load.duration = 2s;
    ASSERT_TRUE(record(plan));
    const auto serving = servingOf(data());
    ASSERT_NE(serving.of(0), nullptr);
    const auto& eager = serving.of(0)->variants.front();
    ASSERT_TRUE(eager.capacity);
    const double most = eager.capacity->value.estimate;
    ASSERT_GE(eager.rates.size(), 5U);
    EXPECT_NEAR(eager.rates.front().rate / most, 0.3, 0.01);
    const auto& over = eager.rates.back();
    EXPECT_NEAR(over.rate / most, 1.1, 0.01);
    EXPECT_GT(over.latencies[percentileIndex(0.9)].ns->value.estimate, 20 * millisecond);
    if (isQuiet(*ratesOf(0).back())) {
        EXPECT_NEAR(over.achieved / most, 1, 0.05);
    }
}

TEST_F(Load, AStallOfASecondIsSeenInAllThatCameMeanwhile)
{
    auto plan = planOf("stalling", {40});
    plan.load.arrivals = Arrivals::Constant;
    ASSERT_TRUE(record(plan));
    const auto facts = ratesOf(0);
    ASSERT_EQ(facts.size(), 1U);
    const auto latencies = latenciesOf(*facts.front()).ns;
    const auto waited = std::ranges::count_if(latencies, [](auto ns) { return ns > 500'000'000; });
    EXPECT_GE(waited, 18) << "of the 20 that came in its first half second";
    EXPECT_GT(latencies.back(), 1'000'000'000);
    const auto slow = slowestRequests(*facts.front(), 0, 2);
    EXPECT_EQ(slow[0].cause, SlowRequestCause::LongCall);
    EXPECT_EQ(slow[1].cause, SlowRequestCause::BehindLongCall);
}

TEST_F(Load, KeepsWhatWasServedBeforeARequestThatNeverReturns)
{
    auto plan = planOf("hanging", {40});
    plan.load.arrivals = Arrivals::Constant;
    plan.load.requestTimeLimit = 1s;
    ASSERT_TRUE(record(plan));
    const auto facts = ratesOf(0);
    ASSERT_EQ(facts.size(), 1U);
    const auto& requests = facts.front()->requests;
    const auto served = std::ranges::count_if(requests.endNs, [](auto end) { return end >= 0; });
    EXPECT_GT(served, 20);
    EXPECT_LT(served, 100);
    EXPECT_FALSE(facts.front()->cut.empty());
    EXPECT_TRUE(noticed("a request did not return within 1s"));
    const auto slow = slowestRequests(*facts.front(), 0, 200);
    EXPECT_TRUE(std::ranges::any_of(slow,
        [](const SlowRequest& each) { return each.cause == SlowRequestCause::NeverReturned; }));
    EXPECT_EQ(processes(ProcessKind::Paired).size(), 1U) << "the comparison itself is whole";
}

TEST_F(Load, KeepsWhatWasServedBeforeACallFailed)
{
    auto plan = planOf("failing", {40});
    plan.load.arrivals = Arrivals::Constant;
    ASSERT_TRUE(record(plan));
    ASSERT_EQ(ratesOf(0).size(), 1U);
    EXPECT_THAT(ratesOf(0).front()->cut, HasSubstr("out of tickets"));
    EXPECT_TRUE(noticed("its process ended under load"));
}

TEST_F(Load, MakesSeveralCallsAtOnce)
{
    auto plan = planOf("fixed", {500});
    plan.load.concurrency = 4;
    plan.load.duration = 2s;
    ASSERT_TRUE(record(plan));
    ASSERT_EQ(ratesOf(0).size(), 1U);
    const auto& fact = *ratesOf(0).front();
    EXPECT_EQ(fact.concurrency, 4);
    EXPECT_GT(*servedPerSecond(*burstOf(0)), 2.5 * 1e9 / meanService(fact));
}

TEST_F(Load, RefusesCallsAtOnceThatNeedAReset)
{
    auto plan = planOf("resetting", {50});
    plan.load.concurrency = 2;
    ASSERT_TRUE(record(plan));
    EXPECT_TRUE(ratesOf(0).empty());
    EXPECT_TRUE(noticed("record it with --concurrency 1"));
}

TEST_F(Load, ReplaysATrace)
{
    auto plan = planOf("fixed", {});
    plan.load.arrivals = Arrivals::Replay;
    plan.load.replay = "/trace.csv";
    auto request = requestFor(plan);
    for (int i = 0; i < 100; ++i)
        request.replayedNs.push_back(i * 20'000'000 + i % 3 * 1'000'000);
    ASSERT_TRUE(RecordingInMemory::record(request));
    ASSERT_EQ(ratesOf(0).size(), 1U);
    EXPECT_EQ(ratesOf(0).front()->requests.plannedNs[50], 1'002'000'000);
}

} // namespace
} // namespace profiler
