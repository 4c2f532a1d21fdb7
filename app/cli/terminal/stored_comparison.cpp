// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/stored_comparison.h"

#include "app/cli/arguments/comparison_argument.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "storage/file/run_database.h"
#include "storage/suite/family_reader.h"

#include <utility>

namespace cli {

profiler::Result<StoredComparison> loadComparison(const std::string& word)
{
    const auto [file, selector] = comparisonFrom(word, storage::libraryPath());
    auto data = storage::loadComparison(file, selector);
    if (!data)
        return tl::unexpected(data.error());
    return StoredComparison {.file = file, .data = std::move(*data)};
}

profiler::Result<StoredComparison> loadRecording(const std::string& word)
{
    auto stored = loadComparison(word);
    if (stored && stored->data.plan.workload.spec == profiler::importedSpec)
        return profiler::failure(profiler::ErrorKind::BadInput,
            (word.empty() ? std::string("it") : word)
                + " was imported from the files of another tool, which do not tell how to run the "
                  "model; record it with fusescope record");
    return stored;
}

std::vector<profiler::FamilyRange> peersOf(
    const StoredComparison& stored, const profiler::ComparisonResult& result)
{
    return storage::readPeers(stored.file, stored.data, result)
        .value_or(std::vector<profiler::FamilyRange> {});
}

profiler::ShownBulk bulkOf(const StoredComparison& stored)
{
    const auto& info = stored.data.info;
    return {.rowsOf = [file = stored.file, id = info.id](
                          auto trace) { return storage::loadTraceRows(file, id, trace); },
        .countersOf = [file = stored.file, id = info.id](
                          auto monitor) { return storage::loadMonitorRows(file, id, monitor); }};
}

profiler::LogReader logOf(const StoredComparison& stored)
{
    const auto& info = stored.data.info;
    return [file = stored.file, id = info.id, started = info.started](
               const profiler::TakeLogLine& take) {
        return storage::readLog(file, id, take, started);
    };
}

} // namespace cli
