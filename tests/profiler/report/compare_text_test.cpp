// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/text/text_table.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

using namespace profiler;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

ComparisonResult exampleOf(int variants)
{
    recorded_example::ExampleOptions options;
    options.variants = recorded_example::exampleVariants(variants);
    return conclude(recorded_example::recordedExample(options));
}

std::size_t widestLine(const std::string& text)
{
    std::size_t widest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        widest = std::max(widest, displayWidth(line));
    return widest;
}

} // namespace

TEST(CompareText, FitsTheTerminal)
{
    for (const int columns : {80, 100, 140})
        EXPECT_LE(widestLine(compareText(exampleOf(8), columns, false)),
            static_cast<std::size_t>(columns));
}

TEST(CompareText, ShowsMoreWhereThereIsRoom)
{
    EXPECT_THAT(compareText(exampleOf(4), 140, false), HasSubstr("pays back after"));
    EXPECT_THAT(compareText(exampleOf(4), 80, false), Not(HasSubstr("pays back after")));
}

TEST(CompareText, SaysTheNoiseAsTheWindowDoes)
{
    auto result = exampleOf(2);
    result.quality.noiseFloor = LogRatio::ofLogarithm(0.4); // 1.49 as a ratio
    EXPECT_THAT(compareText(result, 140, false), HasSubstr("eager against eager ±49 %"));
    const auto rows = qualityRows(result);
    EXPECT_THAT(rows, testing::Contains(testing::Field(&MarkedRow::value, "±49 %")));
}

TEST(CompareText, EndsWithTheSentence)
{
    const auto result = exampleOf(4);
    auto text = compareText(result, 80, false);
    std::replace(text.begin(), text.end(), '\n', ' ');
    const auto sentence = overallSentence(result) + " ";
    ASSERT_GT(text.size(), sentence.size());
    EXPECT_EQ(text.substr(text.size() - sentence.size()), sentence);
}

TEST(CompareText, HasColoursOnlyWhenAskedTo)
{
    EXPECT_THAT(compareText(exampleOf(4), 80, false), Not(HasSubstr("\x1b")));
    EXPECT_THAT(compareText(exampleOf(4), 80, true), HasSubstr("\x1b[32mfaster\x1b[0m"));
}

TEST(CompareText, ShowsNoEscapeSequenceOfARecording)
{
    auto result = exampleOf(2);
    result.info.name = "a\x1b[2J\nb";
    result.cases[0].variants[1].name = "\x1b]0;x\x07";
    const auto text = compareText(result, 80, false);
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, HasSubstr("a\\x1b[2J\\x0ab"));
}

TEST(CompareText, ExplainsWhatFailed)
{
    recorded_example::ExampleOptions options;
    options.variants[1].failure = "CUDA out of memory";
    const auto text = compareText(conclude(recorded_example::recordedExample(options)), 100, false);
    EXPECT_THAT(text, HasSubstr("failed"));
    EXPECT_THAT(text, HasSubstr("CUDA out of memory"));
}

TEST(CompareText, SurvivesAnEmptyRecording)
{
    EXPECT_THAT(compareText(conclude(ComparisonData {}), 80, false), HasSubstr("."));
    EXPECT_THAT(compareText(exampleOf(4), 0, false), HasSubstr("max-autotune"));
}
