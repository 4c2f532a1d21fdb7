// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "storage/file/run_database.h"
#include "tests/support/recorded_example.h"
#include "tests/support/store_example.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>

/// Recordings that tests find in files.
namespace tests {

/// Writes `data` into a run database, behind what it holds already.
inline std::filesystem::path storedIn(
    const std::filesystem::path& file, const profiler::ComparisonData& data)
{
    const auto sink = storage::openForRecording(file);
    EXPECT_TRUE(sink) << sink.error().message;
    if (sink) {
        const auto stored = recorded_example::storeExample(data, **sink);
        EXPECT_TRUE(stored) << stored.error().message;
    }
    return file;
}

/// One of a history: small, with one compiled variant; a call of the baseline takes so long.
inline profiler::ComparisonData nightRecording(int day, double eagerMs)
{
    constexpr std::int64_t dayNs = 86'400'000'000'000;
    auto data = recorded_example::recordedExample({.seed = static_cast<std::uint64_t>(day) + 1,
        .variants = recorded_example::exampleVariants(2),
        .cases = {{.name = "s32", .eagerMs = eagerMs}},
        .coldProcesses = 1,
        .repetitions = 3,
        .rounds = 10,
        .callsPerBlock = 10});
    data.info.name = "night-" + std::to_string(day);
    data.info.started.ns += day * dayNs;
    return data;
}

/// In a file of its own.
inline std::filesystem::path storedNight(
    const std::filesystem::path& folder, const profiler::ComparisonData& night)
{
    return storedIn(folder / (night.info.name + ".fscope"), night);
}

} // namespace tests
