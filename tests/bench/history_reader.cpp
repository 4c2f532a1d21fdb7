// SPDX-License-Identifier: Apache-2.0
// The history of a metric over a thousand recordings, a file for each.
#include "storage/history/history_reader.h"

#include "storage/file/run_database.h"
#include "tests/support/recorded_example.h"
#include "tests/support/store_example.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

using namespace profiler;

namespace {

constexpr int files = 1000;
constexpr int different = 20;
constexpr int tries = 3;
constexpr double mostSeconds = 1;

[[noreturn]] void stop(const Error& error)
{
    std::fprintf(stderr, "history_reader: %s\n", error.message.c_str());
    std::exit(1); // NOLINT(concurrency-mt-unsafe): there is one thread
}

/// As many processes, rounds and calls as a normal recording has.
void storeOne(const std::filesystem::path& file, int seed)
{
    auto sink = storage::openForRecording(file);
    if (!sink)
        stop(sink.error());
    auto data = recorded_example::recordedExample({.seed = static_cast<std::uint64_t>(seed) + 1,
        .variants = recorded_example::exampleVariants(2)});
    data.info.started.ns += seed * std::int64_t {86'400'000'000'000};
    if (const auto stored = recorded_example::storeExample(data, **sink); !stored)
        stop(stored.error());
}

void fill(const std::filesystem::path& folder)
{
    for (int i = 0; i < files; ++i) {
        const auto file = folder / (std::to_string(i) + ".fscope");
        if (i < different)
            storeOne(file, i);
        else
            std::filesystem::copy_file(folder / (std::to_string(i % different) + ".fscope"), file);
    }
}

double secondsOf(const std::filesystem::path& folder, HistoryMetric metric)
{
    const auto start = std::chrono::steady_clock::now();
    const auto history = storage::readHistory({folder}, {.metric = metric});
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    if (!history)
        stop(history.error());
    if (history->points.size() != files)
        stop({ErrorKind::BadData, "read " + std::to_string(history->points.size())});
    return taken.count();
}

} // namespace

int main()
{
    struct Asked {
        HistoryMetric metric;
        const char* name;
    };

    const tests::TemporaryFolder folder;
    fill(folder.path());
    bool ok = true;
    for (const auto& [metric, name] : std::array<Asked, 3> {{{HistoryMetric::Median, "median_s"},
             {HistoryMetric::Breaks, "breaks_s"}, {HistoryMetric::SpeedUp, "speedup_s"}}}) {
        double best = 1e9;
        for (int i = 0; i < tries; ++i)
            best = std::min(best, secondsOf(folder.path(), metric));
        std::printf("%-28s %12.4g %12.4g %s\n", name, best, mostSeconds,
            best <= mostSeconds ? "ok" : "FAIL");
        ok &= best <= mostSeconds;
    }
    return ok ? 0 : 1;
}
