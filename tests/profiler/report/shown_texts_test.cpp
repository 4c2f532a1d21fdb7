// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/shown_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::EndsWith;

namespace {

std::string cut(std::string text, std::size_t most)
{
    cutText(text, most);
    return text;
}

} // namespace

TEST(CutText, LeavesWhatIsShortAsItIs)
{
    EXPECT_EQ(cut("abc", 3), "abc");
    EXPECT_EQ(cut("", 0), "");
}

TEST(CutText, TellsHowLongTheTextIsInCharacters)
{
    EXPECT_EQ(cut("abcdef", 3), "abc… (6 characters)");
    EXPECT_EQ(cut("äöüß", 3), "ä… (4 characters)") << "no symbol is cut in two";
    EXPECT_THAT(
        cut(std::string(1'000'000, 'x'), 10), EndsWith("… (1\u202f000\u202f000 characters)"));
}

TEST(CutTexts, ReachesTheTextsOfAFileAndLeavesTheNote)
{
    const std::string text(1'000'000, 'x');
    ComparisonData data;
    data.info.name = data.info.command = data.note = text;
    data.plan.variants = {{.name = text}};
    data.plan.goal.caseLimits[text] = {};
    data.notices = {{.rule = text, .sentence = text}};
    ProcessRecord process;
    process.environment = {{text, text}};
    process.compiles = {{.function = text, .failReason = text, .metricsJson = text}};
    process.traces = {{.kernels = {{.name = text}}}};
    data.processes = {process};
    cutTexts(data);
    EXPECT_EQ(data.note.size(), text.size()) << "it can be edited";
    EXPECT_LT(data.info.name.size(), 300U);
    EXPECT_LT(data.info.command.size(), 30'000U);
    EXPECT_LT(data.plan.variants[0].name.size(), 300U);
    EXPECT_EQ(data.plan.goal.caseLimits.begin()->first, data.plan.variants[0].name);
    EXPECT_LT(data.notices[0].sentence.size(), 5000U);
    const auto& cutProcess = data.processes[0];
    EXPECT_LT(cutProcess.environment.begin()->first.size(), 300U);
    EXPECT_LT(cutProcess.environment.begin()->second.size(), 5000U);
    EXPECT_LT(cutProcess.compiles[0].failReason.size(), 5000U);
    EXPECT_LT(cutProcess.traces[0].kernels[0].name.size(), 5000U);
}

TEST(CutTexts, KeepsStarsOfANameFromMarkingASentence)
{
    ComparisonData data;
    data.plan.variants = {{.name = "a***b"}};
    cutTexts(data);
    EXPECT_EQ(data.plan.variants[0].name, "a*\u2060*\u2060*b");
}

TEST(CutTexts, CutsANameOfATraceLikeThatOfItsSummary)
{
    const std::string text(1'000'000, 'x');
    TraceRows rows {.names = {{.id = 1, .text = text}}};
    cutTexts(rows);
    EXPECT_EQ(rows.names[0].text, cut(text, longestSymbol));
}
