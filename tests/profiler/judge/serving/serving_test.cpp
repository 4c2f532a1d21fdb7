// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/serving/rate_within_limit.h"
#include "profiler/judge/serving/serving.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/variant.h"
#include "profiler/report/serving/serving_documents.h"
#include "profiler/report/serving/serving_sentences.h"
#include "tests/support/made_load.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using tests::exponentialService;
using tests::fixedService;
using tests::madeServing;
using tests::MadeVariant;
using Kind = HighestRate::Kind;

MadeVariant randomly(const std::string& name, double meanMs, std::uint64_t seed)
{
    return {name, [=](int repetition) {
                return exponentialService(
                    meanMs * millisecond, seed + static_cast<std::uint64_t>(repetition));
            }};
}

MadeVariant fixed(const std::string& name, double callMs)
{
    return {name, [=](int) { return fixedService(callMs * millisecond); }};
}

const std::vector<double> rates {150, 250, 350, 425, 475, 550};

TEST(RateWithinLimit, FollowsTheoryBetweenTwoRates)
{
    // With random service times of 1 ms p99 is ln 100 / (1000 - rate).
    const auto tail = [](double rate) { return 1e9 * std::log(100) / (1000 - rate); };
    const std::vector<RatePoint> points {{300, tail(300), true}, {700, tail(700), true}};
    const double limit = tail(560);
    EXPECT_NEAR(rateWithinLimit(points, limit, 1000)->rate, 560, 1e-6);
    const std::vector<RatePoint> overload {{700, tail(700), true}, {1100, 1e10, false}};
    EXPECT_NEAR(rateWithinLimit(overload, tail(900), 1000)->rate, 900, 1e-6)
        << "to what can be served at most, and not to the rate that was too much";
}

TEST(RateWithinLimit, SaysWhereAllOrNoneMeetIt)
{
    const std::vector<RatePoint> points {
        {300, 5 * millisecond, true}, {700, 9 * millisecond, true}};
    EXPECT_EQ(
        rateWithinLimit(points, 10 * millisecond, 1000)->bound, RateWithinLimit::Bound::AtLeast);
    EXPECT_EQ(rateWithinLimit(points, 1 * millisecond, 1000)->bound, RateWithinLimit::Bound::Below);
    EXPECT_FALSE(rateWithinLimit({}, 1 * millisecond, 1000));
    const std::vector<RatePoint> unanswered {
        {300, 5 * millisecond, true}, {700, std::nullopt, false}};
    EXPECT_EQ(
        rateWithinLimit(unanswered, 6 * millisecond, 500)->bound, RateWithinLimit::Bound::Found);
}

TEST(RateWithinLimit, GoesOnBelowTheLowestOfferedRate)
{
    const auto tail = [](double rate) { return 1e9 * std::log(100) / (1000 - rate); };
    const std::vector<RatePoint> points {{0, tail(0), true}, {700, tail(700), true}};
    EXPECT_NEAR(rateWithinLimit(points, tail(200), 1000)->rate, 200, 1e-6);
    const auto none = *rateWithinLimit(points, tail(0) / 2, 1000);
    EXPECT_EQ(none.bound, RateWithinLimit::Bound::Below);
    EXPECT_EQ(none.rate, 700) << "the lowest that was offered";
}

TEST(Serving, FindsTheHighestRateWithinTheLimitByTheory)
{
    const auto data = madeServing(
        {randomly("eager", 2, 10)}, {.rates = rates, .repetitions = 5, .duration = 60s});
    const double limit = 1e9 * std::log(100) / (500 - 400); // met up to 400/s
    const auto serving = servingOf(data, nanoseconds(std::llround(limit)));
    const auto& eager = serving.of(0)->variants.front();
    ASSERT_EQ(eager.withinLimit.kind, Kind::Found);
    const auto& found = eager.withinLimit.rate->value;
    EXPECT_LE(found.low, 400);
    EXPECT_GE(found.high, 400);
    EXPECT_LT(found.high - found.low, 60);
    EXPECT_EQ(eager.withinLimit.rate->repetitions, 5);
}

TEST(Serving, FindsWhatCanBeServedWithinFivePercent)
{
    const auto serving = servingOf(madeServing({fixed("eager", 2)}, {.rates = rates}));
    const auto& eager = serving.of(0)->variants.front();
    EXPECT_NEAR(eager.capacity->value.estimate, 500, 25);
    EXPECT_EQ(eager.highestSustained, 475);
    EXPECT_FALSE(eager.rates.back().sustained);
    EXPECT_NEAR(eager.rates.back().achieved, 500, 25);
}

TEST(Serving, SaysWhichVariantServesMore)
{
    const auto serving
        = servingOf(madeServing({fixed("eager", 2), fixed("default", 1.5), fixed("slower", 2.5)},
                        {.rates = {150, 250, 350, 450, 550, 650, 750}}),
            10ms);
    const auto& variants = serving.of(0)->variants;
    EXPECT_EQ(variants[0].verdict, ServingVerdict::Baseline);
    EXPECT_EQ(variants[1].verdict, ServingVerdict::MoreLoad);
    EXPECT_EQ(variants[2].verdict, ServingVerdict::LessLoad);
    EXPECT_GT(variants[1].ratio->value.low, 1.2);
    EXPECT_THAT(servingConclusion(serving, *serving.of(0)), HasSubstr("Use default: it serves"));
}

TEST(Serving, EagerAgainstEagerHasTheSameCurve)
{
    int wrong = 0;
    int outside = 0;
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const auto data = madeServing(
            {randomly("eager", 2, 1000 * seed), randomly("again", 2, 1000 * seed + 500)},
            {.rates = {150, 250, 350, 425}, .repetitions = 3, .duration = 20s});
        const auto serving = servingOf(data);
        const auto& variants = serving.of(0)->variants;
        wrong += variants[1].verdict == ServingVerdict::MoreLoad
            || variants[1].verdict == ServingVerdict::LessLoad;
        for (std::size_t i = 0; i < variants[0].rates.size(); ++i) {
            const auto& one = variants[0].rates[i].tail().ns->value;
            const auto& other = variants[1].rates[i].tail().ns->value;
            outside += one.high < other.low || other.high < one.low;
            ++compared;
        }
    }
    EXPECT_LE(wrong, 1) << "1 of 200 when it was counted";
    EXPECT_LE(outside, compared / 20);
}

TEST(Serving, TellsNothingFromOneProcess)
{
    const auto serving = servingOf(madeServing(
        {fixed("eager", 2), fixed("default", 1.5)}, {.rates = rates, .repetitions = 1}));
    const auto& found = serving.of(0)->variants[1];
    EXPECT_EQ(found.verdict, ServingVerdict::Undecided);
    EXPECT_TRUE(found.capacity->isWithinOne());
    EXPECT_THAT(servingConclusion(serving, *serving.of(0)), HasSubstr("a verdict needs three"));
    EXPECT_THAT(servingConclusion(serving, *serving.of(0)), HasSubstr("is not decided"));
    EXPECT_THAT(servingConclusion(serving, *serving.of(0)), testing::Not(HasSubstr("×")));
    EXPECT_EQ(servedRatioText(found), "") << "one process decides nothing";
    EXPECT_THAT(servingDoubts(serving, *serving.of(0)), HasSubstr("within one process"));
}

TEST(Serving, SaysInASentenceThatNobodyMeetsTheLimit)
{
    const auto serving
        = servingOf(madeServing({fixed("eager", 2), fixed("default", 1.5)}, {.rates = rates}), 1ms);
    EXPECT_EQ(serving.of(0)->variants[0].withinLimit.kind, Kind::None);
    EXPECT_THAT(servingConclusion(serving, *serving.of(0)),
        HasSubstr("No variant answers 99 of 100 requests within 1.000 ms at any offered rate"));
}

TEST(Serving, TakesTheLimitOfTheGoalOrFiveTimesACall)
{
    auto data = madeServing({fixed("eager", 2)}, {.rates = rates});
    EXPECT_EQ(servingOf(data).of(0)->limit->source, LimitSource::Usual);
    EXPECT_NEAR(servingOf(data).of(0)->limit->ns, 10 * millisecond, 1);
    data.plan.goal.limits.p99 = 20ms;
    EXPECT_EQ(servingOf(data).of(0)->limit->source, LimitSource::Goal);
    data.plan.goal.caseLimits["default"].p99 = 30ms;
    EXPECT_NEAR(servingOf(data).of(0)->limit->ns, 30 * millisecond, 1);
    EXPECT_EQ(servingOf(data, 5ms).of(0)->limit->source, LimitSource::Given);
}

TEST(Serving, ShowsAVariantThatServedNothing)
{
    auto data = madeServing({fixed("eager", 2), fixed("default", 1.5)}, {.rates = rates});
    std::erase_if(data.processes, [](const auto& each) { return each.start.variant == 1; });
    const auto serving = servingOf(data);
    EXPECT_EQ(serving.of(0)->variants[1].verdict, ServingVerdict::NothingServed);
    EXPECT_THAT(servingText(data.plan, serving), HasSubstr("default served no requests."));
}

TEST(Serving, IsEmptyWithoutLoad)
{
    const ComparisonData none;
    EXPECT_TRUE(servingOf(none).isEmpty());
    EXPECT_THAT(servingText(none.plan, servingOf(none)), HasSubstr("--load auto"));
}

TEST(Serving, TellsTheSameInJson)
{
    const auto data = madeServing({fixed("eager", 2), fixed("default", 1.5)}, {.rates = rates});
    const auto document = nlohmann::json::parse(servingJson(data.plan, servingOf(data, 10ms)));
    EXPECT_EQ(document["schema"], 1);
    const auto& variants = document["cases"][0]["variants"];
    EXPECT_EQ(variants[1]["verdict"], "more_load");
    EXPECT_EQ(variants[0]["rates"].size(), rates.size());
    EXPECT_TRUE(variants[0]["rates"][0]["latency_ns"]["p99"].contains("estimate"));
    EXPECT_EQ(variants[0]["rates"][0]["slowest"].size(), slowestShown);
}

} // namespace
} // namespace profiler
