// SPDX-License-Identifier: Apache-2.0
// A file with ten thousand comparisons: what a list, the page Runs and the page Suite ask first.
// The limit of a second is for each of them.
#include "storage/file/library.h"
#include "storage/file/merge.h"
#include "storage/suite/suite_reader.h"
#include "tests/support/limited_time.h"
#include "tests/support/recorded_example.h"
#include "tests/support/store_example.h"
#include "tests/support/temporary_folder.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <string>

using namespace profiler;

namespace {

namespace fs = std::filesystem;

constexpr int comparisons = 10'000;
constexpr int different = 8;
constexpr double mostSeconds = 1;

bool allGood = true;

[[noreturn]] void stop(const Error& error)
{
    std::fprintf(stderr, "many_comparisons: %s\n", error.message.c_str());
    std::exit(1); // NOLINT(concurrency-mt-unsafe): there is one thread
}

/// As many processes as a quick recording has, with fewer calls.
ComparisonData recordingOf(int seed)
{
    auto data = recorded_example::recordedExample({.seed = static_cast<std::uint64_t>(seed) + 1,
        .variants = recorded_example::exampleVariants(3),
        .coldProcesses = 1,
        .repetitions = 3,
        .rounds = 3,
        .callsPerBlock = 5});
    data.plan.suite = {.suite = "night", .model = "model " + std::to_string(seed)};
    return data;
}

/// Some recordings, merged under ever new identities.
void make(const fs::path& folder, const fs::path& file)
{
    const auto few = folder / "few.fscope";
    for (int i = 0; i < different; ++i) {
        auto sink = storage::openForRecording(few);
        if (!sink)
            stop(sink.error());
        if (const auto stored = recorded_example::storeExample(recordingOf(i), **sink); !stored)
            stop(stored.error());
    }
    auto merge = storage::Merge::open(file);
    if (!merge)
        stop(merge.error());
    for (int i = 0; i < comparisons / different; ++i) {
        SQLite::Database(few.string(), SQLite::OPEN_READWRITE)
            .exec("UPDATE comparison SET identity = printf('%016x%016x', id, " + std::to_string(i)
                + ")");
        if (const auto added = (*merge)->add(few); !added)
            stop(added.error());
    }
}

template <typename Work>
void measure(const char* name, Work work)
{
    allGood = tests::keepsWithin(mostSeconds, name, work) && allGood;
}

} // namespace

int main()
{
    const tests::TemporaryFolder folder;
    const auto file = folder / "many.fscope";
    const auto begun = std::chrono::steady_clock::now();
    make(folder.path(), file);
    std::fprintf(stderr, "merged in %.1f s\n",
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
    measure("list of 10 000 comparisons", [&] {
        const auto listed = storage::listComparisons(file);
        if (!listed)
            stop(listed.error());
        if (listed->size() != comparisons)
            stop({ErrorKind::Failed, fmt::format("{} are listed", listed->size())});
    });
    measure("the newest of 10 000, loaded", [&] {
        if (const auto loaded = storage::loadComparison(file); !loaded)
            stop(loaded.error());
    });
    measure("recordings of a suite of 10 000", [&] {
        if (const auto recordings = storage::suiteRecordings(file, "night"); !recordings)
            stop(recordings.error());
    });
    return allGood ? 0 : 1;
}
