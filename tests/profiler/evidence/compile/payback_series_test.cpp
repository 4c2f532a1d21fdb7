// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/payback_series.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/median_latency.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace profiler {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr double s = 1e9;

VariantResult variantWith(int index, double medianNs, double ratio)
{
    VariantResult variant {.variant = index, .name = index == 0 ? "eager" : "default"};
    variant.latency = medianLatency(medianNs);
    if (index > 0)
        variant.speedUp
            = SpeedUp {.ratio = {.estimate = ratio, .low = ratio - 0.01, .high = ratio + 0.01}};
    return variant;
}

CaseResult eagerAndDefault()
{
    CaseResult result;
    result.variants
        = {variantWith(0, 18.42 * millisecond, 1), variantWith(1, 12.91 * millisecond, 1.43)};
    VariantResult& compiled = result.variants[1];
    compiled.compileCold
        = CompileCost {.medianNs = 21.6 * s, .minNs = 20.9 * s, .maxNs = 22.4 * s, .processes = 3};
    compiled.paybackCold = Payback {.calls = 3920, .low = 3740, .high = 4130, .runTimeNs = 72 * s};
    return result;
}

TEST(PaybackSeries, CrossesZeroAtTheJudgedPayback)
{
    const PaybackSeries series = paybackSeries({}, eagerAndDefault(), 1);
    ASSERT_THAT(series.lines, SizeIs(1));
    const PaybackLine& line = series.lines[0];
    EXPECT_LT(savedAfter(line, 3919).estimate, 0);
    EXPECT_GT(savedAfter(line, 3920).estimate, 0);
    EXPECT_LT(savedAfter(line, 4129).low, 0);
    EXPECT_GT(savedAfter(line, 4130).low, 0);
    EXPECT_LT(savedAfter(line, 3739).high, 0);
    EXPECT_GT(savedAfter(line, 3740).high, 0);
}

TEST(PaybackSeries, CountsStartUp)
{
    CaseResult result = eagerAndDefault();
    result.variants[1].startUpCold
        = CompileCost {.medianNs = 10 * s, .minNs = 9 * s, .maxNs = 11 * s};
    EXPECT_NEAR(paybackSeries({}, result, 1).lines[0].costNs.estimate, 31.6 * s, 1);
}

TEST(PaybackSeries, ShowsTheKeptCacheOfTheFocusedVariantAlone)
{
    CaseResult result = eagerAndDefault();
    result.variants[1].compileWarm
        = CompileCost {.medianNs = 3 * s, .minNs = 3 * s, .maxNs = 3 * s};
    result.variants[1].paybackWarm = Payback {.calls = 545, .low = 540, .high = 550};
    result.variants.push_back(result.variants[1]);
    result.variants[2].variant = 2;
    const PaybackSeries series = paybackSeries({}, result, 2);
    ASSERT_THAT(series.lines, SizeIs(3));
    EXPECT_EQ(series.lines[2].variant, 2);
    EXPECT_EQ(series.lines[2].cache, CompileCache::Kept);
}

TEST(PaybackSeries, PromisesNothingOfAVariantThatIsNotFaster)
{
    CaseResult result = eagerAndDefault();
    result.variants[1].paybackCold = missing(recorded("it is not clearly faster than eager"));
    // Its interval holds 1: a band would rise to many thousand seconds.
    result.variants[1].speedUp = SpeedUp {.ratio = {.estimate = 0.99, .low = 0.92, .high = 1.06}};
    const PaybackSeries series = paybackSeries({}, result, 1);
    EXPECT_THAT(series.lines, IsEmpty());
    EXPECT_EQ(reasonText(series.whyEmpty), "default: it is not clearly faster than eager.");
    EXPECT_THAT(paybackLines(result), SizeIs(1)) << "what it loses over a horizon is still known";
}

TEST(PaybackSeries, DrawsTheVariantsThatPayBackAlone)
{
    CaseResult result = eagerAndDefault();
    result.variants.push_back(result.variants[1]);
    result.variants[2].variant = 2;
    result.variants[2].paybackCold = missing(recorded("it is slower than eager"));
    const PaybackSeries series = paybackSeries({}, result, 2);
    ASSERT_THAT(series.lines, SizeIs(1));
    EXPECT_EQ(series.lines[0].variant, 1);
}

TEST(PaybackSeries, HasRoomForCrossingsAndHorizon)
{
    ComparisonResult comparison;
    comparison.plan.goal.horizonCalls = 100'000;
    const PaybackSeries series = paybackSeries(comparison, eagerAndDefault(), 1);
    EXPECT_LT(series.fromCalls, 3920 / 5.0);
    EXPECT_GT(series.toCalls, 100'000 * 2);
}

TEST(PaybackSeries, SaysWhyItIsEmpty)
{
    CaseResult result = eagerAndDefault();
    result.variants[1].compileCold = missing(recorded("no cold process finished"));
    const PaybackSeries series = paybackSeries({}, result, 1);
    EXPECT_THAT(series.lines, IsEmpty());
    EXPECT_THAT(reasonText(series.whyEmpty), HasSubstr("no cold process finished"));
}

} // namespace
} // namespace profiler
