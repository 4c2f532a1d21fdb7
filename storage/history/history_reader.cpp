// SPDX-License-Identifier: Apache-2.0
#include "storage/history/history_reader.h"

#include "profiler/formats/benchmarks/benchmark_files.h"
#include "profiler/judge/history/history_collector.h"
#include "storage/file/recording_parts.h"
#include "storage/file/run_database.h"
#include "storage/history/recording_files.h"
#include "storage/sqlite/statement_guard.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

WantedParts partsFor(const HistoryQuery& query)
{
    auto needs = needsOf(query.metric);
    return {.processes = std::move(needs.processes),
        .variant = query.variant,
        .baseline = needs.baseline,
        .calls = needs.calls,
        .compiles = needs.compiles,
        .memory = needs.memory};
}

std::size_t threadCount()
{
    return std::max<std::size_t>(std::thread::hardware_concurrency(), 1);
}

/// `each` for every index below `count`, on as many threads as there are processors; they end soon
/// where the caller's CancelScope asks for it.
void onThreads(std::size_t count, const std::function<void(std::size_t)>& each)
{
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> cancelled = false;
    const auto work = [&] {
        const CancelScope scope([&] { return cancelled.load(); });
        for (auto i = next++; i < count && !cancelled; i = next++)
            each(i);
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(threadCount(), count); ++i)
        others.emplace_back(work);
    for (auto i = next++; i < count && !cancelled; i = next++) {
        each(i);
        cancelled = CancelScope::isWanted();
    }
}

/// Other tools' files are read whole, by the first slice.
Result<void> readFile(
    const fs::path& file, Slice slice, const HistoryQuery& query, HistoryCollector& collector)
{
    if (file.extension() != ".fscope") {
        if (const auto begin = beginOf(file); isBenchmarkFile(begin)) {
            if (slice.index > 0)
                return {};
            return readBenchmarks(begin, query.metric).map([&](std::vector<HistoryPoint>&& points) {
                collector.add(std::move(points));
            });
        }
    }
    return forEachRecording(
        file, partsFor(query),
        [&](const ComparisonData& data) { collector.add(file.string(), data); }, slice);
}

/// A few files, of which one may be a library, are read in slices.
Result<History> readOnce(const std::vector<fs::path>& files, const HistoryQuery& query)
{
    HistoryCollector collector(query);
    const std::size_t slices = files.size() < threadCount() ? threadCount() : 1;
    onThreads(files.size() * slices, [&](std::size_t index) {
        const auto& file = files[index / slices];
        const Slice slice {.index = index % slices, .count = slices};
        const auto read = readFile(file, slice, query, collector);
        if (!read)
            collector.leaveOut(file.string(), read.error().message);
    });
    if (CancelScope::isWanted())
        return failure(ErrorKind::Interrupted, "interrupted");
    return collector.finish();
}

/// Of recordings whose first case or variant is another one than the newest's.
bool missedSome(const HistoryQuery& asked, const History& history)
{
    return (asked.caseName.empty() || asked.variant.empty())
        && std::ranges::any_of(history.leftOut, [](const LeftOut& each) {
               return each.kind == LeftOutKind::NoSuchCase
                   || each.kind == LeftOutKind::NoSuchVariant;
           });
}

/// A library that nothing was recorded into yet is empty, not missing.
Result<std::vector<fs::path>> libraryFiles()
{
    std::error_code ignored;
    std::vector<fs::path> files;
    if (fs::exists(libraryPath(), ignored))
        files.push_back(libraryPath());
    return files;
}

Result<ComparisonData> loadCompiled(const HistoryPoint& point)
{
    return loadParts(point.file, point.id,
        {.processes
            = {ProcessKind::Cold, ProcessKind::ColdKept, ProcessKind::Paired, ProcessKind::Trace},
            .variant = point.variant,
            .compiles = true,
            .traces = true});
}

} // namespace

Result<History> readHistory(const std::vector<fs::path>& places, const HistoryQuery& query)
{
    const auto files = places.empty() ? libraryFiles() : recordingFiles(places);
    if (!files)
        return tl::unexpected(files.error());
    auto history = readOnce(*files, query);
    if (history && missedSome(query, *history)) {
        auto named = history->query;
        named.workload = query.workload; // of others, too: they are left out again
        history = readOnce(*files, named);
    }
    if (history)
        addCompiledDifferences(*history, loadCompiled);
    return history;
}

} // namespace storage
