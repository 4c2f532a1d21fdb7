// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"
#include "tests/support/stored_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>
#include <string>
#include <vector>

namespace tests {
namespace {

namespace fs = std::filesystem;

class IndexOfHistory : public ::testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directories(folder / "runs");
        for (int day = 0; day < 12; ++day) {
            const auto file = storedNight(folder / "runs", nightRecording(day, 11));
            fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
        }
    }

    [[nodiscard]] std::string history(std::vector<std::string> options = {}) const
    {
        options.insert(options.begin(), {"history", "runs", "--json"});
        const auto ended = program.run(options);
        EXPECT_EQ(ended.code, 0) << ended.err;
        EXPECT_EQ(ended.err, "");
        return ended.out;
    }

    TemporaryFolder folder;
    fs::path index = folder / "cache/fusescope/history.sqlite";
    Program program {.folder = folder.path(), .environment = {}};
};

TEST_F(IndexOfHistory, LiesInTheCacheFolderAndChangesNothing)
{
    const auto direct = history({"--no-index"});
    EXPECT_FALSE(fs::exists(index));
    EXPECT_EQ(history(), direct);
    EXPECT_TRUE(fs::exists(index));
    EXPECT_EQ(history(), direct);
    fs::remove(index);
    EXPECT_EQ(history(), direct);
    std::ofstream(index) << "nothing of ours";
    EXPECT_EQ(history(), direct);
    EXPECT_EQ(history(), direct);
}

TEST_F(IndexOfHistory, ServesSeveralProgramsAtOnce)
{
    const auto direct = history({"--no-index"});
    for (int round = 0; round < 3; ++round) {
        std::vector<std::future<std::string>> programs;
        for (int i = 0; i < 4; ++i)
            programs.push_back(std::async(std::launch::async, [this] { return history(); }));
        for (auto& each : programs)
            EXPECT_EQ(each.get(), direct);
        if (round == 1)
            std::ofstream(index) << "nothing of ours"; // and four that make it anew
    }
}

} // namespace
} // namespace tests
