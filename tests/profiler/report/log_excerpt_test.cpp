// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/log_excerpt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

LogLine lineOf(const std::string& text)
{
    return {.process = ProcessIndex {1}, .time = {}, .text = text};
}

std::vector<LogLine> excerptOf(const LogBounds& bounds, int lines, std::size_t bytes = 10)
{
    LogExcerpt excerpt(bounds);
    for (int i = 0; i < lines; ++i)
        excerpt.add(lineOf(std::to_string(i) + std::string(bytes, 'x')));
    return excerpt.take();
}

} // namespace

TEST(LogExcerpt, OfAShortLogIsTheLog)
{
    const auto lines = excerptOf({}, 1000);
    ASSERT_EQ(lines.size(), 1000U);
    EXPECT_EQ(lines[999].text, "999xxxxxxxxxx");
    EXPECT_EQ(lines[999].process, ProcessIndex {1});
}

TEST(LogExcerpt, KeepsTheFirstAndTheLastLinesAndSaysWhatIsBetween)
{
    const LogBounds bounds {.firstBytes = 10'000, .lastBytes = 20'000, .lineBytes = 1000};
    const auto lines = excerptOf(bounds, 100'000);
    ASSERT_GT(lines.size(), 50U);
    EXPECT_LT(lines.size(), 30'000U / sizeof(LogLine) + 2) << "no more than is allowed";
    EXPECT_EQ(lines.front().text, "0xxxxxxxxxx");
    EXPECT_EQ(lines.back().text, "99999xxxxxxxxxx");
    const auto gap = std::ranges::find(lines, LogStream::Recorder, &LogLine::stream);
    ASSERT_NE(gap, lines.end());
    const auto leftOut = 100'000 - (lines.size() - 1);
    EXPECT_THAT(gap->text,
        HasSubstr("(" + std::to_string(leftOut) + " lines are left out here, to fit this page"));
    EXPECT_FALSE(gap->process);
    EXPECT_EQ(
        std::stol((gap + 1)->text) - std::stol((gap - 1)->text), static_cast<long>(leftOut) + 1);
}

TEST(LogExcerpt, MayHoldTheLastLinesAlone)
{
    const auto lines = excerptOf({.firstBytes = 0, .lastBytes = 1, .lineBytes = 1000}, 3);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_THAT(lines[0].text, HasSubstr("2 lines are left out"));
    EXPECT_EQ(lines[1].text, "2xxxxxxxxxx");
}

TEST(LogExcerpt, CutsLongLinesBetweenCharacters)
{
    LogExcerpt excerpt({.firstBytes = 10'000, .lastBytes = 10'000, .lineBytes = 4});
    excerpt.add(lineOf("abc\u00fcdef"));
    excerpt.add(lineOf("abcd"));
    const auto lines = excerpt.take();
    EXPECT_EQ(lines[0].text, "abc \u2026 (5 bytes more are in the file)");
    EXPECT_EQ(lines[1].text, "abcd");
}
