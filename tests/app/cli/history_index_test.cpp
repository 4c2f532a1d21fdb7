// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_database.h"
#include "tests/app/cli/program.h"
#include "tests/support/recorded_example.h"
#include "tests/support/store_example.h"

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
        for (int day = 0; day < 12; ++day)
            store(day);
    }

    void store(int day) const
    {
        auto data = recorded_example::recordedExample({.seed = static_cast<std::uint64_t>(day) + 1,
            .variants = recorded_example::exampleVariants(2),
            .coldProcesses = 1,
            .repetitions = 3,
            .rounds = 10,
            .callsPerBlock = 10});
        data.info.started.ns += day * std::int64_t {86'400'000'000'000};
        const auto file = folder / ("runs/" + std::to_string(day) + ".fscope");
        {
            auto sink = storage::openForRecording(file);
            ASSERT_TRUE(sink) << sink.error().message;
            ASSERT_TRUE(recorded_example::storeExample(data, **sink));
        }
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
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
