// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/serving/rate_figures.h"
#include "profiler/evidence/serving/slow_requests.h"
#include "profiler/judge/serving/rate_bootstrap.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/statistics/t_interval.h"
#include "tests/support/made_load.h"
#include "tests/support/units.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

/// The figures of requests to servers with known service times are those of queueing theory.
namespace profiler {
namespace {

using namespace std::chrono_literals;
using tests::exponentialService;
using tests::fixedService;
using tests::madeLoad;
using tests::ServiceTimes;

constexpr int runs = 12;

/// A figure of several runs, each with arrivals and service times of its own.
template <typename Figure>
Interval over(
    double rate, int servers, const std::function<ServiceTimes(int)>& service, Figure figure)
{
    std::vector<double> values;
    for (int run = 0; run < runs; ++run)
        values.push_back(figure(madeLoad({.rate = rate,
                                             .duration = 60s,
                                             .seed = static_cast<std::uint64_t>(100 + run),
                                             .servers = servers},
            service(run))));
    constexpr double sure = 0.999;
    return *tInterval(values, sure);
}

ServiceTimes exponential(int run)
{
    return exponentialService(1 * millisecond, static_cast<std::uint64_t>(run));
}

double percentileIn(const LoadFact& fact, double p)
{
    return *percentileOf(latenciesOf(fact), p).ns;
}

void expectHolds(const Interval& interval, double theory, double widest)
{
    EXPECT_LE(interval.low, theory);
    EXPECT_GE(interval.high, theory);
    EXPECT_LT((interval.high - interval.low) / theory, widest) << "else it says nothing";
}

/// P(wait <= t) of M/D/1 by Crommelin's series.
double waitWithin(double t, double rate, double service)
{
    const double load = rate * service;
    double sum = 0;
    const int terms = static_cast<int>(t / service);
    for (int k = 0; k <= terms; ++k) {
        const double u = rate * (t - k * service);
        sum += std::pow(-u, k) / std::tgamma(k + 1) * std::exp(u);
    }
    return (1 - load) * sum;
}

double waitPercentile(double p, double rate, double service)
{
    double low = 0;
    double high = 20 * service;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (waitWithin(middle, rate, service) < p ? low : high) = middle;
    }
    return low;
}

TEST(QueueTheory, RandomServiceTimesGiveExponentialLatencies)
{
    for (const double load : {0.3, 0.7}) {
        SCOPED_TRACE(load);
        const double rate = load * 1000; // of 1000 a second that can be served
        const double meanNs = 1e9 / (1000 - rate);
        for (const double p : {0.5, 0.9, 0.99}) {
            SCOPED_TRACE(p);
            expectHolds(over(rate, 1, exponential,
                            [p](const LoadFact& fact) { return percentileIn(fact, p); }),
                -meanNs * std::log(1 - p), 0.2);
        }
        expectHolds(over(rate, 1, exponential,
                        [](const LoadFact& fact) { return *rateFigures(fact).queueShare(); }),
            load, 0.1);
    }
}

TEST(QueueTheory, FixedServiceTimesWaitHalfAsLong)
{
    constexpr double service = 2 * millisecond;
    for (const double load : {0.5, 0.8}) {
        SCOPED_TRACE(load);
        const double rate = load * 500;
        const auto fixed = [](int) { return fixedService(service); };
        expectHolds(
            over(rate, 1, fixed, [](const LoadFact& fact) { return *rateFigures(fact).waitNs; }),
            load * service / (2 * (1 - load)), 0.15);
        for (const double p : {0.9, 0.99}) {
            SCOPED_TRACE(p);
            expectHolds(
                over(rate, 1, fixed, [p](const LoadFact& fact) { return percentileIn(fact, p); }),
                service + waitPercentile(p, rate / 1e9, service), 0.25);
        }
    }
}

/// Erlang's C: the share of requests that wait, with several calls at once.
TEST(QueueTheory, SeveralCallsAtOnceShareOneQueue)
{
    constexpr int servers = 4;
    constexpr double offered = 3.2; // of 4
    double sum = 0;
    double term = 1;
    for (int k = 0; k < servers; ++k) {
        sum += term;
        term *= offered / (k + 1);
    }
    const double full = term * servers / (servers - offered);
    const double waits = full / (sum + full);
    expectHolds(over(1000 * offered, servers, exponential,
                    [](const LoadFact& fact) { return *rateFigures(fact).waitNs; }),
        waits * millisecond / (servers - offered), 0.25);
}

TEST(QueueTheory, IntervalsWithinOneProcessHoldThePercentile)
{
    const double theory = -1e9 / 500 * std::log(0.01);
    int held = 0;
    for (int run = 0; run < 40; ++run) {
        const auto fact
            = madeLoad({.rate = 500, .duration = 20s, .seed = 50U + static_cast<unsigned>(run)},
                exponential(run));
        const auto interval = bootstrapPercentile(fact.requests, 0.99);
        ASSERT_TRUE(interval);
        held += interval->low <= theory && theory <= interval->high ? 1 : 0;
    }
    EXPECT_GE(held, 33) << "of 40; 95 % are meant, and few pieces give a little less";
}

TEST(QueueTheory, TooManyRequestsPileUp)
{
    const auto figures = [](double rate) {
        return rateFigures(madeLoad({.rate = rate}, fixedService(2 * millisecond)));
    };
    EXPECT_TRUE(figures(450).sustained);
    const auto over = figures(525);
    EXPECT_FALSE(over.sustained) << "5 % more than can be served";
    EXPECT_NEAR(over.achieved, 500, 5);
    EXPECT_NEAR(*over.busyRatio, 1, 0.01);
}

TEST(QueueTheory, WhatCanBeServedIsFoundFromRequestsThatComeAtOnce)
{
    const auto burst = madeLoad({.rate = 0}, exponentialService(2 * millisecond, 5));
    EXPECT_NEAR(*servedPerSecond(burst), 500, 50);
    const auto fixed = madeLoad({.rate = 0}, fixedService(2 * millisecond));
    EXPECT_NEAR(*servedPerSecond(fixed), 500, 0.5);
    const auto four = madeLoad({.rate = 0, .servers = 4}, fixedService(2 * millisecond));
    EXPECT_NEAR(*servedPerSecond(four), 2000, 20);
}

TEST(QueueTheory, AStallOfASecondIsInTheTailAndNamed)
{
    int call = 0;
    const auto fact = madeLoad({.rate = 200, .seed = 3},
        [&call] { return ++call == 500 ? 1000 * millisecond : 2 * millisecond; });
    const auto figures = rateFigures(fact);
    const auto& tail = figures.latencies[percentileIndex(tailPercentile)];
    EXPECT_GT(*tail.ns, 700 * millisecond) << "all that came within the second wait";
    const auto service = latenciesOf(fact).ns;
    EXPECT_LT(static_cast<double>(service[service.size() / 2]), 5 * millisecond);
    const auto slow = slowestRequests(fact, 0, 3);
    ASSERT_EQ(slow.size(), 3U);
    EXPECT_EQ(slow[0].cause, SlowRequestCause::LongCall);
    EXPECT_EQ(slow[1].cause, SlowRequestCause::BehindLongCall);
    EXPECT_EQ(slow[1].longCallNs, 1'000'000'000);
}

TEST(ServedRequests, CountTheQueueFromThePlannedMoment)
{
    // An own example: ten calls of 10 ms planned every 5 ms.
    std::vector<std::int64_t> planned;
    for (int i = 0; i < 10; ++i)
        planned.push_back(i * 5'000'000);
    LoadFact fact {.rate = 200, .duration = 50ms};
    fact.requests = tests::served(planned, fixedService(10 * millisecond));
    const auto latencies = latenciesOf(fact);
    EXPECT_EQ(latencies.ns.front(), 10'000'000);
    EXPECT_EQ(latencies.ns.back(), 55'000'000) << "the last one waited for 45 ms";
}

TEST(ServedRequests, TellNoPercentileOfTooFewOrUnanswered)
{
    LoadLatencies few {.ns = {1, 2, 3}};
    EXPECT_FALSE(percentileOf(few, 0.99).ns);
    EXPECT_FALSE(percentileOf(few, 0.99).unanswered);
    EXPECT_EQ(percentileOf(few, 0.99).needs, 368);
    LoadLatencies many {.unanswered = 20};
    many.ns.resize(980);
    std::iota(many.ns.begin(), many.ns.end(), 1);
    EXPECT_TRUE(percentileOf(many, 0.99).unanswered) << "2 % were never answered";
    EXPECT_TRUE(percentileOf(many, 0.9).ns);
}

TEST(SlowRequests, SayWhatHappenedInThem)
{
    LoadFact fact {.rate = 100, .duration = 1s};
    auto& requests = fact.requests;
    const auto add = [&](std::int64_t planned, std::int64_t start, std::int64_t end,
                         std::int64_t collected = 0, bool compiled = false) {
        requests.plannedNs.push_back(planned);
        requests.startNs.push_back(start);
        requests.endNs.push_back(end);
        requests.collectedNs.push_back(collected);
        requests.compiled.push_back(compiled ? 1 : 0);
    };
    for (int i = 0; i < 20; ++i)
        add(i * 100, i * 100, i * 100 + 10);
    add(3000, 3000, 4000, 0, true); // compiles
    add(3100, 4000, 4010); // waits for it
    add(5000, 5000, 5500, 480); // collects garbage
    add(9000, LoadRequests::never, LoadRequests::never);
    const auto slow = slowestRequests(fact, 1, 4);
    ASSERT_EQ(slow.size(), 4U);
    EXPECT_EQ(slow[0].cause, SlowRequestCause::NeverStarted);
    EXPECT_EQ(slow[1].cause, SlowRequestCause::Compiled);
    EXPECT_EQ(slow[2].cause, SlowRequestCause::Compiled);
    EXPECT_EQ(slow[2].longCallNs, 1000);
    EXPECT_EQ(slow[3].cause, SlowRequestCause::Collected);
    EXPECT_EQ(slow[3].repetition, 1);
}

} // namespace
} // namespace profiler
