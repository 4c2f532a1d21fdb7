// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/ratio_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::HasSubstr;

namespace {

RatioSeries seriesOf(const std::vector<double>& ratios)
{
    RatioSeries series;
    for (const double ratio : ratios)
        series.dots.push_back({.repetition = static_cast<int>(series.dots.size()), .value = ratio});
    return series;
}

VariantResult judged(Verdict verdict, const Interval& together)
{
    VariantResult variant {.variant = 1, .name = "default", .verdict = verdict};
    variant.speedUp = SpeedUp {.ratio = together, .repetitions = 5, .rounds = 20};
    return variant;
}

} // namespace

TEST(RatioConclusion, SaysHowManyProcessesAgreeAndWhatTheyComeTo)
{
    const auto series = seriesOf({0.65, 0.7, 0.72, 0.68, 0.7});
    EXPECT_EQ(ratioConclusion(series, judged(Verdict::Slower, {0.69, 0.66, 0.72}), "eager"),
        "All 5 processes of default are slower than eager: 1.54× slower to 1.39× slower; together "
        "1.45× slower (1.39–1.52).");
}

TEST(RatioConclusion, OfAMachineTooBusyIsReadAsEveryOtherRatio)
{
    const auto text = ratioConclusion(seriesOf({0.39, 0.45, 0.5}),
        judged(Verdict::UndecidedLeaningSlower, {0.43, 0.305, 0.606}), "eager");
    EXPECT_THAT(text, HasSubstr("together 2.33× slower (1.65–3.28)"));
}

TEST(RatioConclusion, OfProcessesThatDisagreeTurnsNothingRound)
{
    auto variant = judged(Verdict::Undecided, {0.98, 0.9, 1.07});
    variant.speedUp->repetitionsNeeded = 9;
    const auto text = ratioConclusion(seriesOf({0.9, 0.95, 1.05, 0.99, 1.02}), variant, "eager");
    EXPECT_THAT(text, HasSubstr("3 of 5 processes of default are slower than eager"));
    EXPECT_THAT(text, HasSubstr("together 0.90–1.07×"));
    EXPECT_THAT(text, HasSubstr("More processes narrow the interval"));
}

TEST(RatioConclusion, NamesTheProcessesOutsideTheAxis)
{
    EXPECT_EQ(outsideAxisText(seriesOf({0.98, 1.02, 1.05, 1.07, 37.0})),
        "Outside the axis: process 5 at 37.0×.");
    EXPECT_EQ(outsideAxisText(seriesOf({0.98, 1.02, 1.05})), "");
}
