// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/judge.h"
#include "profiler/judge/recommendation.h"
#include "profiler/judge/unpaired_runs.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/statistics/t_interval.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

using namespace profiler;
using testing::HasSubstr;

namespace {

ComparisonData runNamed(const std::string& name, std::uint64_t seed, double speedUp)
{
    recorded_example::ExampleOptions options {
        .seed = seed, .variants = recorded_example::exampleVariants(2), .rounds = 6};
    options.variants[1].speedUp = speedUp;
    auto data = recorded_example::recordedExample(options);
    data.info.name = name;
    return data;
}

TEST(UnpairedInterval, IsWelchsOnLogarithms)
{
    // By hand: both means .05, variances .005, standard error sqrt(.005), 2 degrees: t = 4.3027.
    const std::array<double, 2> one {0, 0.1};
    const auto interval = unpairedLogInterval(one, one);
    ASSERT_TRUE(interval);
    EXPECT_NEAR(interval->estimate, 1, 1e-12);
    EXPECT_NEAR(std::log(interval->high), 4.302652729749464 * std::sqrt(0.005), 1e-9);
    EXPECT_FALSE(unpairedLogInterval(std::array {0.0}, one)) << "one process has no spread";
}

TEST(UnpairedRuns, CompareEverythingWithTheFirstRunsBaseline)
{
    const auto runs = compareUnpaired({runNamed("before", 1, 1.5), runNamed("after", 2, 2.0)});
    ASSERT_TRUE(runs) << runs.error().message;
    EXPECT_EQ(runs->baseline, "eager of before");
    ASSERT_EQ(runs->rows.size(), 4U);
    EXPECT_FALSE(runs->rows[0].cells[0].ratio) << "the baseline is compared with";
    EXPECT_TRUE(runs->rows[1].cells[0].paired);
    const auto& after = runs->rows[3];
    EXPECT_EQ(after.runName, "after");
    EXPECT_FALSE(after.cells[0].paired);
    ASSERT_TRUE(after.cells[0].ratio) << reasonText(after.cells[0].ratio.error());
    EXPECT_NEAR(after.cells[0].ratio->estimate, 2.0, 0.05);
    EXPECT_LT(after.cells[0].ratio->low, after.cells[0].ratio->high);
}

TEST(UnpairedRuns, GiveNoRatioBetweenMachines)
{
    auto other = runNamed("elsewhere", 2, 2.0);
    for (auto& process : other.processes)
        process.environment["device_name"] = "another device";
    const auto runs = compareUnpaired({runNamed("here", 1, 1.5), other});
    ASSERT_TRUE(runs) << runs.error().message;
    EXPECT_THAT(reasonTexts(runs->rows[3].blocking), testing::Contains(HasSubstr("device name")));
    ASSERT_FALSE(runs->rows[3].cells[0].ratio);
    EXPECT_THAT(reasonText(runs->rows[3].cells[0].ratio.error()), HasSubstr("not comparable"));
    EXPECT_TRUE(runs->rows[3].cells[0].medianNs) << "what was measured stays";
}

TEST(UnpairedRuns, SayInOneSentenceWhyTheyCannotBeCompared)
{
    auto other = runNamed("other", 2, 2.0);
    other.plan.workload.spec = "builtin:other";
    EXPECT_THAT(compareUnpaired({runNamed("one", 1, 1.5), other}).error().message,
        HasSubstr("different models"));
    auto renamed = runNamed("renamed", 2, 2.0);
    renamed.plan.cases[0].name = "large";
    EXPECT_THAT(
        compareUnpaired({runNamed("one", 1, 1.5), renamed}).error().message, HasSubstr("no case"));
    EXPECT_THAT(
        compareUnpaired({runNamed("one", 1, 1.5)}).error().message, HasSubstr("two or more"));
}

TEST(BestRatio, IsTheRecommendedVariantsOverAllCases)
{
    recorded_example::ExampleOptions options {
        .variants = recorded_example::exampleVariants(2), .cases = {{.name = "a"}, {.name = "b"}}};
    options.variants[1].speedUp = 1.5;
    const auto best = bestRatio(judge(recorded_example::recordedExample(options)));
    EXPECT_EQ(best.recommendation.kind, RecommendationKind::Recommended);
    ASSERT_TRUE(best.ratio);
    EXPECT_NEAR(*best.ratio, 1.5, 0.03);
    EXPECT_EQ(best.cases, (std::vector {0, 1}));
}

TEST(BestRatio, LeavesOutCasesThatAreNotDecided)
{
    recorded_example::ExampleOptions options {
        .variants = recorded_example::exampleVariants(2), .cases = {{.name = "a"}, {.name = "b"}}};
    options.variants[1].speedUp = 1.5;
    auto result = judge(recorded_example::recordedExample(options));
    const double first = result.cases[0].variants[1].speedUp->ratio.estimate;
    result.cases[1].variants[1].verdict = Verdict::Undecided;
    result.cases[1].variants[1].speedUp->ratio.estimate = 9;
    EXPECT_EQ(bestRatio(result).cases, std::vector {0});
    EXPECT_DOUBLE_EQ(bestRatio(result).ratio.value(), first);
}

} // namespace
