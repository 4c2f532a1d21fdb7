// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/text_lines.h"

#include <gmock/gmock.h>

namespace profiler {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CleanText, KeepsUtf8AndReplacesTheRest)
{
    EXPECT_EQ(cleanText("8×3 — naïve"), "8×3 — naïve");
    EXPECT_EQ(cleanText("a\xFFz"), "a\xEF\xBF\xBDz");
    EXPECT_EQ(cleanText("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD") << "overlong";
    EXPECT_EQ(cleanText("\xED\xA0\x80").size(), 9U) << "a surrogate is no character";
    EXPECT_EQ(cleanText("cut \xE2\x82"), "cut \xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(CleanText, TakesCommandsToATerminalAway)
{
    EXPECT_EQ(cleanText("\x1B[31mred\tline\x07"), "[31mred\tline");
}

TEST(Shortened, CutsBetweenCharactersAndSaysSo)
{
    EXPECT_EQ(shortened("abc", 3), "abc");
    EXPECT_EQ(shortened("abcdef", 5), "ab…");
    EXPECT_EQ(shortened("aéé", 4), "a…");
    EXPECT_EQ(shortened("aééé", 5), "a…") << "never half a character";
}

TEST(LineSplitter, JoinsPiecesToLines)
{
    LineSplitter splitter(100);
    EXPECT_THAT(splitter.push("one\ntw"), ElementsAre("one"));
    EXPECT_THAT(splitter.push("o\r\n\nthree"), ElementsAre("two", ""));
    EXPECT_EQ(splitter.rest(), "three");
    EXPECT_EQ(splitter.rest(), "");
}

TEST(LineSplitter, TakesTheLastStateOfAProgressBar)
{
    LineSplitter splitter(100);
    EXPECT_THAT(splitter.push("10 %\r50 %\r100 %\n"), ElementsAre("100 %"));
}

TEST(LineSplitter, BoundsALine)
{
    LineSplitter splitter(4);
    EXPECT_THAT(splitter.push("123456789"), IsEmpty());
    EXPECT_THAT(splitter.push("0\nab\n"), ElementsAre("1234", "ab"));
}

} // namespace
} // namespace profiler
