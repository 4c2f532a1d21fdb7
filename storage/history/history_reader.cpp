// SPDX-License-Identifier: Apache-2.0
#include "storage/history/history_reader.h"

#include "profiler/judge/history/history_collector.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/variant.h"
#include "storage/file/recording_parts.h"
#include "storage/file/run_database.h"
#include "storage/history/indexed_reading.h"

#include <system_error>

namespace storage {

using namespace profiler;

namespace {

/// A library that nothing was recorded into yet is empty, not missing.
Result<std::vector<RecordingFile>> libraryFiles()
{
    std::error_code ignored;
    std::vector<RecordingFile> files;
    if (fs::exists(libraryPath(), ignored))
        files.push_back({.path = libraryPath(), .benchmarks = {}});
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

Result<History> readHistory(
    const std::vector<fs::path>& places, const HistoryQuery& query, const HistoryReading& how)
{
    const auto files = places.empty() ? libraryFiles() : recordingFiles(places, how.depth);
    if (!files)
        return tl::unexpected(files.error());
    HistoryCollector collector(query);
    const IndexedQuestion question {
        .metric = query.metric, .index = how.index, .progress = how.progress};
    if (!readIndexed(*files, places, question, collector))
        return failure(ErrorKind::Interrupted, "interrupted");
    auto history = collector.finish();
    if (history)
        addCompiledDifferences(*history, loadCompiled);
    return history;
}

} // namespace storage
