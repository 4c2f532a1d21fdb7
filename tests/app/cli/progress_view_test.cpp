// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/terminal/progress_view.h"
#include "profiler/report/text/text_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <nlohmann/json.hpp>

using namespace cli;
using namespace profiler;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

namespace {

Progress compiling()
{
    Progress progress;
    progress.kind = ProgressKind::Detail;
    progress.process = ProcessKind::Paired;
    progress.variant = "reduce-overhead";
    progress.repetition = 2;
    progress.stage = "warmup";
    progress.text = "compiling graph 3";
    progress.doneRatio = 0.52;
    progress.left = std::chrono::seconds(252);
    return progress;
}

} // namespace

TEST(ProgressJson, IsOneLineWithEveryKey)
{
    const auto line = progressJson(compiling());
    EXPECT_THAT(line, Not(HasSubstr("\n")));
    const auto json = nlohmann::json::parse(line);
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["event"], "detail");
    EXPECT_EQ(json["process"], "paired");
    EXPECT_EQ(json["variant"], "reduce-overhead");
    EXPECT_EQ(json["repetition"], 2);
    EXPECT_EQ(json["stage"], "warmup");
    EXPECT_EQ(json["text"], "compiling graph 3");
    EXPECT_EQ(json["done_ratio"], 0.52);
    EXPECT_EQ(json["left_ns"], 252'000'000'000);
    EXPECT_TRUE(json["round"].is_null());
    EXPECT_EQ(json["round_reason"], "not in a round");
}

TEST(ProgressJson, GivesAReasonForWhatIsMissing)
{
    const auto json = nlohmann::json::parse(progressJson(Progress {}));
    for (const auto* key : {"process", "variant", "repetition", "round", "stage", "left_ns"}) {
        EXPECT_TRUE(json[key].is_null()) << key;
        EXPECT_TRUE(json[std::string(key) + "_reason"].is_string()) << key;
    }
}

TEST(ProgressBar, SaysHowFarWhatAndHowLong)
{
    const auto bar = progressBar(compiling(), 120);
    EXPECT_THAT(bar, StartsWith("[##########..........]  52 %"));
    EXPECT_THAT(bar, HasSubstr("repetition 3, reduce-overhead: compiling graph 3"));
    EXPECT_THAT(bar, HasSubstr("52 %, about 4 min left · "));
}

TEST(ProgressBar, StaysOnOneLineOfTheTerminal)
{
    for (const int columns : {1, 20, 40, 80})
        EXPECT_LT(displayWidth(progressBar(compiling(), columns)),
            static_cast<std::size_t>(std::max(columns, 2)));
    auto hostile = compiling();
    hostile.text = "a\n\x1b[2Jb";
    EXPECT_THAT(progressBar(hostile, 200), HasSubstr("a\\x0a\\x1b[2Jb"));
}

TEST(ProgressLine, LeavesOutWhatALogNeedsNot)
{
    EXPECT_EQ(progressLine(compiling()), "");
    auto ended = compiling();
    ended.kind = ProgressKind::ProcessEnded;
    ended.text = "";
    EXPECT_EQ(progressLine(ended), "");
    ended.text = "killed by signal 9";
    EXPECT_EQ(progressLine(ended), "repetition 3, reduce-overhead: killed by signal 9");
}

TEST(ProgressLine, SaysWhatIsDoneAndLeftWhereAProcessStarts)
{
    auto started = compiling();
    started.kind = ProgressKind::ProcessStarted;
    EXPECT_EQ(progressLine(started),
        " 52 %, about 4 min left · repetition 3, reduce-overhead: compiling graph 3");
    started.left.reset();
    EXPECT_THAT(progressLine(started), StartsWith(" 52 % · "));
}

TEST(ShellLine, ReadsBackInAShell)
{
    const std::array words {"fusescope", "record", "--case", "a:x=8:int64[0,9)", "it's", ""};
    EXPECT_EQ(shellLine(words), R"(fusescope record --case 'a:x=8:int64[0,9)' 'it'\''s' '')");
}
