// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/text/enum_text.h"
#include "tests/support/german_locale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace profiler;

TEST(FormatDuration, ShowsAtMostFourSignificantDigits)
{
    EXPECT_EQ(formatDuration(11'312'345), "11.31 ms");
    EXPECT_EQ(formatDuration(106'900), "106.9 µs");
    EXPECT_EQ(formatDuration(24'812'000'000), "24.8 s");
    EXPECT_EQ(formatDuration(1'234'567'890), "1.235 s");
    EXPECT_EQ(formatDuration(53.25), "53.25 ns");
    EXPECT_EQ(formatDuration(64e9), "64.0 s");
    EXPECT_EQ(formatDuration(33 * 60e9), "33.0 min");
    EXPECT_EQ(formatDuration(5 * 3600e9), "5.00 h");
}

TEST(FormatDuration, ChangesUnitAfterRounding)
{
    EXPECT_EQ(formatDuration(999'940), "999.9 µs");
    EXPECT_EQ(formatDuration(999'960), "1.000 ms");
    EXPECT_EQ(formatDuration(999.96), "1.000 µs");
}

TEST(FormatDuration, KeepsZeroAndSigns)
{
    EXPECT_EQ(formatDuration(0), "0 ns");
    EXPECT_EQ(formatDuration(7), "7 ns");
    EXPECT_EQ(formatDuration(-1'500'000), "−1.500 ms");
    EXPECT_EQ(formatDuration(std::numeric_limits<double>::infinity()), "∞");
    EXPECT_EQ(formatDuration(std::nan("")), "not a number");
}

TEST(FormatIn, OneUnitServesAColumn)
{
    EXPECT_EQ(unitFor(950'000), TimeUnit::Microseconds);
    EXPECT_EQ(unitFor(11'312'345), TimeUnit::Milliseconds);
    EXPECT_EQ(unitFor(90e9), TimeUnit::Seconds);
    EXPECT_EQ(unitFor(3600e9), TimeUnit::Seconds);
    EXPECT_EQ(unitFor(12), TimeUnit::Nanoseconds);
    EXPECT_EQ(formatIn(TimeUnit::Milliseconds, 106'900), "0.1069");
    EXPECT_EQ(formatIn(TimeUnit::Milliseconds, 3'688'000'000), "3 688");
    EXPECT_EQ(unitName(TimeUnit::Microseconds), "µs");
}

TEST(FormatCount, GroupsDigitsByThinSpaces)
{
    EXPECT_EQ(formatCount(0), "0");
    EXPECT_EQ(formatCount(400), "400");
    EXPECT_EQ(formatCount(3490), "3 490");
    EXPECT_EQ(formatCount(858448), "858 448");
    EXPECT_EQ(formatCount(-1234567), "−1 234 567");
    EXPECT_EQ(formatCount(std::numeric_limits<std::int64_t>::min()), "−9 223 372 036 854 775 808");
}

TEST(FormatBytes, UsesBinaryUnits)
{
    EXPECT_EQ(formatBytes(0), "0 B");
    EXPECT_EQ(formatBytes(1000), "1 000 B");
    EXPECT_EQ(formatBytes(1536), "1.50 KiB");
    EXPECT_EQ(formatBytes(3'682'934'784), "3.43 GiB");
    EXPECT_EQ(formatBytes(-1536), "−1.50 KiB");
}

TEST(FormatNumber, IsPlainInReachAndScientificBeyond)
{
    EXPECT_EQ(formatNumber(1234567), "1 235 000");
    EXPECT_EQ(formatNumber(0.00012345), "0.0001234");
    EXPECT_EQ(formatNumber(1.1920929e-07), "1.192e−7");
    EXPECT_EQ(formatNumber(-2.5, 2), "−2.5");
    EXPECT_EQ(formatNumber(6.02e23, 3), "6.02e23");
    EXPECT_EQ(formatNumber(0), "0");
}

TEST(FormatRatio, SaysSlowerInsteadOfBelowOne)
{
    EXPECT_EQ(formatRatio(1.634), "1.63×");
    EXPECT_EQ(formatRatio(1 / 1.07), "1.07× slower");
    EXPECT_EQ(formatRatio(0.999), "1.00×");
    EXPECT_EQ(formatRatio(1), "1.00×");
    EXPECT_EQ(formatRatio(12.34), "12.3×");
    EXPECT_EQ(formatRatio(0.001), "1 000× slower");
    EXPECT_EQ(formatRatio(0), "not a ratio");
}

TEST(FormatRatioInterval, TurnsRoundWithItsEstimate)
{
    EXPECT_EQ(formatRatioInterval({.estimate = 1.63, .low = 1.62, .high = 1.64}), "1.62–1.64");
    EXPECT_EQ(formatRatioInterval({.estimate = 1 / 1.07, .low = 1 / 1.08, .high = 1 / 1.05}),
        "1.05–1.08");
    EXPECT_EQ(formatRatioInterval({.estimate = 1.02, .low = 0.98, .high = 1.07}), "0.98–1.07");
}

TEST(VerdictText, EveryVerdictHasAWordAndAKeyOfItsOwn)
{
    EXPECT_EQ(verdictWord(Verdict::NoDifference), "no difference");
    EXPECT_EQ(keyOf(Verdict::NoDifference), "no_difference");
    EXPECT_EQ(verdictWord(Verdict::UndecidedLeaningSlower), "undecided, leaning slower");
    EXPECT_EQ(keyOf(Verdict::UndecidedLeaningSlower), "undecided_leaning_slower");
    EXPECT_EQ(keyOf(Verdict::Failed), "failed");
    EXPECT_EQ(recommendationWord(RecommendationKind::KeepEager), "Keep eager");
    EXPECT_EQ(keyOf(NumericsStatus::AsAccurateAsEager), "as_accurate_as_eager");
}

TEST(VerdictText, ASlowerVariantIsAVerdictAndKeepingEagerTheAdvice)
{
    EXPECT_EQ(recommendationWord(RecommendationKind::Slower), "Keep eager");
    EXPECT_EQ(markOf(RecommendationKind::Slower), markOf(RecommendationKind::KeepEager));
    EXPECT_EQ(verdictWord(Verdict::Slower), "slower");
}

TEST(Format, DoesNotAskTheLocale)
{
    const tests::GermanLocale german;
    EXPECT_EQ(formatDuration(11'312'345), "11.31 ms");
    EXPECT_EQ(formatCount(858448), "858 448");
    EXPECT_EQ(formatNumber(1.1920929e-07), "1.192e−7");
    EXPECT_EQ(formatRatio(1.634), "1.63×");
}
