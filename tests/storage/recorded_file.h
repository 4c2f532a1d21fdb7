// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/file/run_database.h"
#include "tests/storage/random_facts.h"

#include <SQLiteCpp/Database.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

/// Files that tests start from, and what they look at behind the library's back.
namespace tests {

std::string messageOf(const auto& result)
{
    return result ? std::string() : result.error().message;
}

inline RandomRun recordedFile(
    const std::filesystem::path& file, std::uint64_t seed = 1, const RandomSizes& sizes = {})
{
    auto run = randomRun(seed, sizes);
    auto sink = storage::openForRecording(file);
    EXPECT_TRUE(sink) << sink.error().message;
    const auto recorded = record(run, **sink);
    EXPECT_TRUE(recorded) << recorded.error().message;
    const auto ended = (*sink)->endComparison(profiler::ComparisonStatus::Complete, "done");
    EXPECT_TRUE(ended) << ended.error().message;
    run.data.info.status = profiler::ComparisonStatus::Complete;
    run.data.info.stopReason = "done";
    return run;
}

inline std::string bytesOf(const std::filesystem::path& file)
{
    if (!std::filesystem::is_regular_file(file))
        return {};
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

inline void writeBytes(const std::filesystem::path& file, const std::string& bytes)
{
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline void execute(const std::filesystem::path& file, const std::string& sql)
{
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, 10'000);
    database.exec(sql);
}

inline std::string queried(const std::filesystem::path& file, const std::string& sql)
{
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE, 10'000);
    return database.execAndGet(sql).getString();
}

/// The names of files in `folder`, sorted and parted by spaces.
inline std::string namesIn(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    std::string joined;
    for (const auto& name : names)
        joined += (joined.empty() ? "" : " ") + name;
    return joined;
}

} // namespace tests
