// SPDX-License-Identifier: Apache-2.0
// The history of a metric over a thousand recordings, in a file each or all in one: as it is opened
// the first time, which reads them all, and from then on, from the index. The limit of a second is
// that of the index; that of the first opening is the time that a person waits once who sees how
// far it is: 15 s for a thousand.
#include "storage/history/history_reader.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "storage/file/run_database.h"
#include "tests/support/recorded_example.h"
#include "tests/support/store_example.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

using namespace profiler;

namespace {

namespace fs = std::filesystem;

constexpr int recordings = 1000;
constexpr int different = 20;
constexpr int tries = 3;
constexpr double mostSeconds = 1;
constexpr double mostSecondsFirst = 15;

bool allGood = true;

[[noreturn]] void stop(const Error& error)
{
    std::fprintf(stderr, "history_reader: %s\n", error.message.c_str());
    std::exit(1); // NOLINT(concurrency-mt-unsafe): there is one thread
}

/// As many processes, rounds and calls as a normal recording has.
ComparisonData recordingOf(int seed)
{
    auto data = recorded_example::recordedExample({.seed = static_cast<std::uint64_t>(seed) + 1,
        .variants = recorded_example::exampleVariants(2)});
    data.info.started.ns += seed * std::int64_t {86'400'000'000'000};
    return data;
}

void store(const fs::path& file, const ComparisonData& data)
{
    auto sink = storage::openForRecording(file);
    if (!sink)
        stop(sink.error());
    if (const auto stored = recorded_example::storeExample(data, **sink); !stored)
        stop(stored.error());
}

/// What was written this moment may still be changed within a tick of the clock, and is no file to
/// be trusted by its time.
void makeOld(const fs::path& file)
{
    fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

void fillFolder(const fs::path& folder)
{
    for (int i = 0; i < recordings; ++i) {
        const auto file = folder / (std::to_string(i) + ".fscope");
        if (i < different)
            store(file, recordingOf(i));
        else
            fs::copy_file(folder / (std::to_string(i % different) + ".fscope"), file);
        makeOld(file);
    }
}

void fillLibrary(const fs::path& library)
{
    for (int i = 0; i < recordings; ++i)
        store(library, recordingOf(i % different));
    makeOld(library);
}

struct Asked {
    fs::path place;
    fs::path index;
    int recordings = ::recordings;
};

double secondsOf(const Asked& asked, HistoryMetric metric)
{
    const auto start = std::chrono::steady_clock::now();
    const auto history
        = storage::readHistory({asked.place}, {.metric = metric}, {.index = asked.index});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (!history)
        stop(history.error());
    if (history->points.size() != static_cast<std::size_t>(asked.recordings))
        stop({ErrorKind::BadData, "read " + std::to_string(history->points.size())});
    return taken.count();
}

void print(const char* name, double seconds, double most)
{
    const bool good = seconds <= most;
    std::printf("%-28s %12.4g %12.4g %s\n", name, seconds, most, good ? "ok" : "FAIL");
    allGood &= good;
}

void printFirst(const char* name, const Asked& asked, HistoryMetric metric)
{
    print(name, secondsOf(asked, metric), mostSecondsFirst);
}

void printFromIndex(const char* name, const Asked& asked, HistoryMetric metric)
{
    double best = secondsOf(asked, metric);
    for (int i = 1; i < tries; ++i)
        best = std::min(best, secondsOf(asked, metric));
    print(name, best, mostSeconds);
}

} // namespace

int main()
{
    const tests::TemporaryFolder folder;
    const Asked files {.place = folder / "runs", .index = folder / "cache/history.sqlite"};
    fs::create_directories(files.place);
    fillFolder(files.place);
    printFirst("first_calls_s", files, HistoryMetric::Median); // p99, throughput, speed-up, too
    printFirst("first_breaks_s", files, HistoryMetric::Breaks);
    printFromIndex("median_s", files, HistoryMetric::Median);
    printFromIndex("speedup_s", files, HistoryMetric::SpeedUp);
    printFromIndex("breaks_s", files, HistoryMetric::Breaks);

    Asked library {.place = folder / "library.fscope", .index = files.index};
    fillLibrary(library.place);
    printFirst("first_library_s", library, HistoryMetric::Median);
    printFromIndex("library_s", library, HistoryMetric::Median);
    store(library.place, recordingOf(different));
    ++library.recordings;
    print("library_and_one_more_s", secondsOf(library, HistoryMetric::Median), mostSeconds);
    return allGood ? 0 : 1;
}
