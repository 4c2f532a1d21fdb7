// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/terminal/log_text.h"
#include "profiler/report/text/log_excerpt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using namespace profiler;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

LogReader readerOf(std::vector<LogLine> lines)
{
    return [lines = std::move(lines)](const TakeLogLine& take) -> Result<void> {
        for (auto line : lines)
            if (!take(std::move(line)))
                break;
        return {};
    };
}

const std::vector<LogLine>& twoLines()
{
    static const std::vector<LogLine> lines {
        {.process = ProcessIndex {2}, .stream = LogStream::Stderr, .time = {}, .text = "a\x1b[2J"},
        {.process = std::nullopt, .stream = LogStream::Recorder, .time = {}, .text = "b \"c\""}};
    return lines;
}

using Write = Result<void> (*)(const LogReader&, const TextSink&);

std::string textOf(Write write, const LogReader& log)
{
    std::string text;
    const auto written = write(log, [&text](std::string_view piece) {
        text += piece;
        return true;
    });
    EXPECT_TRUE(written);
    return text;
}

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

TEST(LogText, HasALineForEachWithItsProcess)
{
    EXPECT_EQ(textOf(&writeLogText, readerOf(twoLines())).substr(0, 19), "process 2 stderr | ");
    EXPECT_THAT(textOf(&writeLogText, readerOf(twoLines())), HasSubstr("recorder | b \"c\"\n"));
    EXPECT_THAT(textOf(&writeLogText, readerOf(twoLines())), Not(HasSubstr("\x1b")));
    EXPECT_EQ(textOf(&writeLogText, readerOf({})), "The log is empty.\n");
}

TEST(LogJson, IsTheDocumentThatWasWrittenWholeBefore)
{
    const auto text = textOf(&writeLogJson, readerOf(twoLines()));
    const auto document = nlohmann::ordered_json::parse(text);
    EXPECT_EQ(text, document.dump(2) + "\n");
    EXPECT_EQ(document["schema"], 1);
    const auto& lines = document["lines"];
    EXPECT_EQ(lines[0]["process"], 2);
    EXPECT_EQ(lines[0]["stream"], "stderr");
    EXPECT_EQ(lines[0]["text"], "a\x1b[2J");
    EXPECT_TRUE(lines[1]["process"].is_null());
    EXPECT_EQ(lines[1]["process_reason"], "written by the recorder");
    const auto empty = textOf(&writeLogJson, readerOf({}));
    EXPECT_EQ(empty, nlohmann::ordered_json::parse(empty).dump(2) + "\n");
    EXPECT_TRUE(json::parse(empty)["lines"].empty());
}

TEST(LogText, EndsWhereNoMoreIsTaken)
{
    for (const Write write : {&writeLogText, &writeLogJson}) {
        int read = 0;
        const LogReader endless = [&read](const TakeLogLine& take) -> Result<void> {
            while (take({.process = std::nullopt, .time = {}, .text = "again"}))
                ++read;
            return {};
        };
        int pieces = 0;
        EXPECT_TRUE(write(endless, [&pieces](std::string_view) { return ++pieces < 10; }));
        EXPECT_LT(read, 10);
    }
}

TEST(LogText, TellsWhyAFileCannotBeRead)
{
    const LogReader broken
        = [](const TakeLogLine&) -> Result<void> { return failure(ErrorKind::BadData, "damaged"); };
    std::string text;
    const auto written = writeLogText(broken, [&text](std::string_view piece) {
        text += piece;
        return true;
    });
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().message, "damaged");
    EXPECT_EQ(text, "") << "not that it is empty";
}

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
