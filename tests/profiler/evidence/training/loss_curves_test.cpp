// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/training/loss_curves.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/documents.h"
#include "profiler/report/training/training_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

/// 1/step, and this much more from a step on.
LossCurve curveOf(double more, std::size_t from = 0, LossPrecision precision = LossPrecision::AsRun)
{
    LossCurve curve {.precision = precision};
    for (std::size_t i = 0; i < 20; ++i)
        curve.steps.push_back(
            {.loss = 1.0 / static_cast<double>(i + 1) + (i >= from ? more : 0.0)});
    return curve;
}

ComparisonData recordedWith(const LossCurve& compiled)
{
    ComparisonData data;
    data.plan.workload.task = Task::Training;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    data.processes.resize(3);
    data.processes[0].start = {.kind = ProcessKind::Check, .variant = 0};
    data.processes[0].lossCurves = {curveOf(0)};
    data.processes[1].start = {.kind = ProcessKind::Check, .variant = 0, .repetition = 1};
    data.processes[1].lossCurves = {curveOf(1e-4, 0, LossPrecision::Fp64)};
    data.processes[2].start = {.kind = ProcessKind::Check, .variant = 1};
    data.processes[2].lossCurves = {compiled};
    return data;
}

std::string sentenceOf(const ComparisonData& data, int variant = 1)
{
    return lossSentence(data.plan, lossCurves(data, 0), variant);
}

} // namespace

TEST(LossCurves, RoundingIsToldFromFp64)
{
    EXPECT_EQ(sentenceOf(recordedWith(curveOf(1.1e-4))),
        "Losses of default and eager differ by at most 0.00011 over 20 steps, as much as eager "
        "differs from fp64 (0.00010).");
    EXPECT_THAT(sentenceOf(recordedWith(curveOf(5e-4))), HasSubstr("5.0 times as much as eager"));
    EXPECT_THAT(sentenceOf(recordedWith(curveOf(1e-5))), HasSubstr("less than eager differs"));
    EXPECT_THAT(sentenceOf(recordedWith(curveOf(0))), HasSubstr("are the same over 20 steps"));
    EXPECT_FALSE(lossCurves(recordedWith(curveOf(5e-4)), 0).comparisonOf(1)->partFrom);
}

TEST(LossCurves, TheStepFromWhichTheyPartIsNamed)
{
    EXPECT_THAT(sentenceOf(recordedWith(curveOf(0.02, 6))),
        HasSubstr("Losses of default and eager part from step 7 on: they differ by up to 0.020"));
    auto infinite = curveOf(0);
    infinite.steps[4].loss.reset();
    EXPECT_THAT(sentenceOf(recordedWith(infinite)),
        HasSubstr("part: that of step 5 is finite on one side"));
}

TEST(LossCurves, WithoutFp64TheLossItselfIsTheMeasure)
{
    auto data = recordedWith(curveOf(1e-4));
    data.processes[0].lossCurves[0].randomOperators = true; // fp64 draws other numbers
    EXPECT_FALSE(lossCurves(data, 0).baselineToFp64);
    EXPECT_THAT(sentenceOf(data), HasSubstr("at most 0.00010 over 20 steps, 0.1 % of the loss"));
    data.processes[2].lossCurves = {curveOf(0.1, 10)};
    EXPECT_THAT(sentenceOf(data), HasSubstr("part from step 11"));
}

TEST(LossCurves, WhyThereIsNoneIsSaid)
{
    auto data = recordedWith({.reason = "The step gives no loss back: return it."});
    EXPECT_THAT(sentenceOf(data), HasSubstr("not known: The step gives no loss back"));
    data.processes.pop_back();
    EXPECT_EQ(sentenceOf(data), "The losses of default are not known.");
    data.plan.workload.task = Task::Inference;
    EXPECT_EQ(sentenceOf(data), "");
}

TEST(LossCurves, ShowTellsCurvesAndSentences)
{
    const auto data = recordedWith(curveOf(1.1e-4));
    const auto document = nlohmann::json::parse(showJson(ShowPart::Training, data, {}));
    ASSERT_EQ(document["losses"].size(), 3U);
    EXPECT_EQ(document["losses"][0]["losses"].size(), 20U);
    EXPECT_EQ(document["losses"][2]["precision"], "fp64");
    EXPECT_NEAR(document["losses"][1]["to_baseline"]["largest"].get<double>(), 1.1e-4, 1e-9);
    EXPECT_TRUE(document["losses"][1]["parts_from_step"].is_null());
    EXPECT_TRUE(document["steps"][0]["step"].is_null()) << "nothing was clocked";
    EXPECT_THAT(showText(ShowPart::Training, data, {}), HasSubstr("as much as eager differs"));
}
