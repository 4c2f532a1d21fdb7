// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "storage/file/merge.h"
#include "storage/file/run_database.h"
#include "tests/support/recorded_example.h"
#include "tests/support/store_example.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>
#include <string>

/// A file with thousands of comparisons, all of the suite "night".
namespace recorded_example {

/// As many processes as a quick recording has, with fewer calls.
inline profiler::ComparisonData oneOfMany(int seed)
{
    auto data = recordedExample({.seed = static_cast<std::uint64_t>(seed) + 1,
        .variants = exampleVariants(3),
        .coldProcesses = 1,
        .repetitions = 3,
        .rounds = 3,
        .callsPerBlock = 5});
    data.plan.suite = {.suite = "night", .model = "model " + std::to_string(seed)};
    return data;
}

/// Some recordings in a file of `folder`, merged under ever new identities.
inline profiler::Result<void> makeManyComparisons(
    const std::filesystem::path& folder, const std::filesystem::path& file, int count)
{
    constexpr int different = 8;
    const auto few = folder / "few.fscope";
    for (int i = 0; i < different; ++i) {
        auto sink = storage::openForRecording(few);
        if (!sink)
            return tl::unexpected(sink.error());
        if (const auto stored = storeExample(oneOfMany(i), **sink); !stored)
            return tl::unexpected(stored.error());
    }
    auto merge = storage::Merge::open(file);
    if (!merge)
        return tl::unexpected(merge.error());
    for (int i = 0; i < count / different; ++i) {
        SQLite::Database(few.string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE comparison SET identity = printf('%016x%016x', id, " + std::to_string(i)
                + ")");
        if (const auto added = (*merge)->add(few); !added)
            return tl::unexpected(added.error());
    }
    return {};
}

} // namespace recorded_example
