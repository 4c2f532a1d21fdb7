// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "tests/app/cli/program.h"
#include "tests/support/stored_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace tests {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class HistoryCommand : public ::testing::Test {
protected:
    void store(int day, double eagerMs) const
    {
        std::filesystem::create_directories(runs);
        storedNight(runs, nightRecording(day, eagerMs));
    }

    TemporaryFolder folder;
    std::filesystem::path runs = folder.path() / "runs";
    Program program {.folder = folder.path(), .environment = {}};
};

TEST_F(HistoryCommand, TellsTheChangeToPeopleAndAsDocuments)
{
    for (int day = 0; day < 8; ++day)
        store(day, day < 4 ? 11 : 13);
    const auto shown = program.run({"history", "runs", "--case", "s32"});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_THAT(shown.out, AllOf(HasSubstr("night-7"), HasSubstr("Worse: +"), HasSubstr("rose")));

    const auto document = json::parse(program.run({"history", "runs", "--json"}).out);
    EXPECT_EQ(document["schema"], 1);
    EXPECT_EQ(document["recordings"].size(), 8U);
    ASSERT_EQ(document["changes"].size(), 1U);
    EXPECT_EQ(document["changes"][0]["after"], 4);
    EXPECT_TRUE(document["changes"][0]["worse"]);
    EXPECT_TRUE(document["recordings"][0]["value"].is_number_integer());

    const auto csv = program.run({"history", "runs", "--csv", "--metric", "speedup"}).out;
    EXPECT_THAT(csv, StartsWith("time,file,id,name,"));
    EXPECT_EQ(std::ranges::count(csv, '\n'), 9);

    const auto written = program.run({"history", "runs", "--html", "history.html"});
    EXPECT_EQ(written.code, 0) << written.err;
    EXPECT_EQ(written.out, "");
    EXPECT_THAT(textOf(folder / "history.html"), AllOf(HasSubstr("<svg"), HasSubstr("night-4")));
}

TEST_F(HistoryCommand, RefusesInOneSentence)
{
    const auto refusal = [&](const std::vector<std::string>& words, int code) {
        const auto ended = program.run(words);
        EXPECT_EQ(ended.code, code) << ended.err;
        EXPECT_THAT(ended.lastErrorLine(), StartsWith("fusescope: "));
        return ended.lastErrorLine();
    };
    EXPECT_THAT(refusal({"history", "--metric", "mean"}, 2), HasSubstr("median, p99"));
    EXPECT_THAT(refusal({"history", "--by", "moon"}, 2), HasSubstr("date, commit"));
    EXPECT_THAT(refusal({"history", "--json", "--csv"}, 2), HasSubstr("choose one"));
    EXPECT_THAT(refusal({"history", "nowhere"}, 1), HasSubstr("there is no file"));
    EXPECT_THAT(refusal({"history"}, 1), HasSubstr("no recording is there"));
    store(0, 11);
    EXPECT_THAT(refusal({"history", "runs", "--case", "large"}, 1), HasSubstr("s32"));
    EXPECT_THAT(refusal({"history", "runs", "--variant", "x"}, 1), HasSubstr("their variants are"));
}

} // namespace
} // namespace tests
