// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/text/utf8_symbol.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/markdown_text.h"
#include "profiler/report/text/terminal_text.h"
#include "profiler/report/text/text_table.h"
#include "tests/support/expect_texts.h"
#include "tests/support/german_locale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

TEST(TerminalText, ShowsWhatWouldSteerATerminal)
{
    EXPECT_EQ(terminalText("a\nb\tc"), "a\nb\tc");
    EXPECT_EQ(terminalText("\x1b[31m\x7f"), "\\x1b[31m\\x7f");
    EXPECT_EQ(terminalText("\xc2\x85\xc2\x9b"), "\\x85\\x9b");
    EXPECT_EQ(terminalText("\x85\x9b"), "\ufffd\ufffd") << "raw, it is no UTF-8";
    EXPECT_EQ(terminalText("\u202e\u2066"), "\\u202e\\u2066");
}

TEST(TerminalText, KeepsColoursAloneWhereItWasPainted)
{
    EXPECT_EQ(terminalText("\x1b[1;31mred\x1b[0m", Paint::Kept), "\x1b[1;31mred\x1b[0m");
    EXPECT_EQ(
        terminalText("\x1b[2J\x1b[1mx\x1b]0;t\x07", Paint::Kept), "\\x1b[2J\x1b[1mx\\x1b]0;t\\x07");
    EXPECT_EQ(terminalText("\x1b", Paint::Kept), "\\x1b");
    EXPECT_EQ(terminalText("\x1b\x1b[1m", Paint::Kept), "\\x1b\x1b[1m");
}

TEST(TerminalJson, StaysJsonOfTheSameMeaning)
{
    EXPECT_EQ(terminalJson("{\n  \"a\": \"\x7f\xc2\x9b\u202e\"\n}\n"),
        "{\n  \"a\": \"\\u007f\\u009b\\u202e\"\n}\n");
}

TEST(ValidUtf8, ReplacesWhatIsNone)
{
    EXPECT_EQ(validUtf8("größer \x1b 表"), "größer \x1b 表");
    EXPECT_EQ(validUtf8("a\xff\xc0\x80z"), "a\ufffd\ufffd\ufffdz");
}

TEST(DisplayWidth, CountsColumnsAndNotBytes)
{
    EXPECT_EQ(displayWidth("µs × 1\u202f000"), 10U);
    EXPECT_EQ(displayWidth("表"), 2U);
    EXPECT_EQ(displayWidth("e\u0301"), 1U);
    EXPECT_EQ(displayWidth("\xff\xfe"), 2U);
}

TEST(Printable, ShowsControlCharactersInsteadOfObeyingThem)
{
    tests::expectTexts(printable,
        {{"a\x1b[31mb", "a\\x1b[31mb"}, {"a\rb\tc", "a\\x0db c"}, {"\u202e", "\\u202e"},
            {"\x9b\xc0\x80", "\ufffd\ufffd\ufffd"}, {"größer 表", "größer 表"}});
}

TEST(Elided, CutsAtColumns)
{
    EXPECT_EQ(elided("abcdef", 6), "abcdef");
    EXPECT_EQ(elided("abcdef", 4), "abc…");
    EXPECT_EQ(elided("表表表", 4), "表…");
    EXPECT_EQ(elided("abc", 0), "");
}

TEST(Wrapped, BreaksAtSpacesAndKeepsLongWords)
{
    EXPECT_EQ(wrapped("aa bb cc", 5), (std::vector<std::string> {"aa bb", "cc"}));
    EXPECT_EQ(wrapped("abcdefgh i", 4), (std::vector<std::string> {"abcdefgh", "i"}));
    EXPECT_EQ(wrapped("", 4), (std::vector<std::string> {""}));
}

TEST(TextTable, AlignsItsColumns)
{
    TextTable table({{"name"}, {"n", Align::Right}, {"end"}});
    table.addRow({"a", "1", ""});
    table.addRow({"bcdefg", "234", "x"});
    EXPECT_EQ(table.text(), "name      n  end\na         1\nbcdefg  234  x\n");
    EXPECT_EQ(table.width(), 16U);
}

TEST(MarkdownText, EscapesWhatWouldBecomeAnElement)
{
    tests::expectTexts(markdownText,
        {{"a_b|c", "a\\_b\\|c"}, {"![x](y)", "\\!\\[x\\](y)"},
            {"https://x.y www.x.y a@b.c", "https\\://x.y www\\.x.y a\\@b.c"}});
}

TEST(MarkdownText, EscapesWhatBeginsALineAndNothingAlike)
{
    tests::expectTexts(markdownText,
        {{"- a", "\\- a"}, {"  + a", "  \\+ a"}, {"===", "\\==="}, {"12. a", "12\\. a"},
            {"12) ", "12\\) "}, {"-1.5 ms", "-1.5 ms"}, {"1.5 ms", "1.5 ms"}});
}

TEST(MarkdownCode, IsFencedByMoreThanItHolds)
{
    EXPECT_EQ(markdownCode("a b"), "`a b`");
    EXPECT_EQ(markdownCode("a`b"), "`` a`b ``");
    EXPECT_EQ(markdownFence("a\n````\n"), "`````\na\n````\n`````\n\n");
}

TEST(MarkdownStrong, HasItsBlanksOutside)
{
    EXPECT_EQ(markdownStrong(" a*b "), " **a\\*b** ");
    EXPECT_EQ(markdownStrong(" "), " ");
}

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
    EXPECT_THAT(text, HasSubstr("together 1.11× slower to 1.07× faster"));
    EXPECT_THAT(text, HasSubstr("More processes narrow the interval"));
}

TEST(RatioConclusion, NamesTheProcessesOutsideTheAxis)
{
    EXPECT_EQ(outsideAxisText(seriesOf({0.98, 1.02, 1.05, 1.07, 37.0})),
        "Outside the axis: process 5 at 37.0×.");
    EXPECT_EQ(outsideAxisText(seriesOf({0.98, 1.02, 1.05})), "");
}

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
}

TEST(FormatRatioInterval, SaysTheDirectionOfEachEndWhereItHoldsBoth)
{
    EXPECT_EQ(formatRatioInterval({.estimate = 1.02, .low = 0.98, .high = 1.07}),
        "1.02× slower to 1.07× faster");
    EXPECT_EQ(formatRatioInterval({.estimate = 1 / 1.29, .low = 0.38, .high = 1.52}),
        "2.63× slower to 1.52× faster");
    EXPECT_EQ(formatRatioInterval({.estimate = 1.1, .low = 0.999, .high = 1.21}), "1.00–1.21");
    EXPECT_EQ(formatRatioInterval({.estimate = 0.9, .low = 0.8, .high = 1.002}), "1.00–1.25");
    EXPECT_EQ(
        formatOpenInterval({.estimate = 1.1, .low = 1.04, .high = 2.38}), "1.04–2.38× faster");
    EXPECT_EQ(
        formatOpenInterval({.estimate = 0.9, .low = 0.8, .high = 1.002}), "1.00–1.25× slower");
    EXPECT_EQ(formatOpenInterval({.estimate = 1, .low = 0.98, .high = 1.07}),
        "1.02× slower to 1.07× faster");
}

TEST(FormatRatioInterval, IsNoRangeOfOrdersOfMagnitude)
{
    EXPECT_EQ(formatRatioInterval({.estimate = 1 / 2.8, .low = 1 / 97.4, .high = 1 / 0.00271}),
        "too wide to tell");
    EXPECT_EQ(formatOpenInterval({.estimate = 2, .low = 0.02, .high = 200}), "too wide to tell");
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

TEST(CeilingRows, SayThatDispatchStaysWhereEnteringCompiledCodeTakesAsLong)
{
    CallOutlook outlook;
    outlook.ceiling.parts = {{.part = CeilingPart::Host, .nowNs = 40e3, .likelyNs = 40e3}};
    EXPECT_THAT(ceilingRows(outlook).front().becomes, HasSubstr("stays"));
    outlook.ceiling.parts.front().likelyNs = 10e3;
    EXPECT_THAT(ceilingRows(outlook).front().becomes, HasSubstr("goes"));
}
