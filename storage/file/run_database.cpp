// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_database.h"

#include "storage/columns/trace_rows.h"
#include "storage/file/connection.h"
#include "storage/file/run_writer.h"
#include "storage/rows/block_rows.h"
#include "storage/rows/comparison_rows.h"
#include "storage/rows/fact_rows.h"
#include "storage/rows/monitor_rows.h"
#include "storage/rows/note_rows.h"
#include "storage/rows/process_rows.h"
#include "storage/sqlite/sqlite_error.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace storage {

using namespace profiler;

namespace {

std::string sentenceOf(const std::vector<DamagedBlock>& damaged, int process)
{
    const auto leftOut = std::count_if(
        damaged.begin(), damaged.end(), [](const DamagedBlock& block) { return block.leftOut; });
    if (leftOut == 0)
        return fmt::format("The file is damaged: CPU times or context switches of {} blocks of "
                           "process {} cannot be read ({}); their call times are sound.",
            damaged.size(), process, damaged.front().reason);
    return fmt::format("The file is damaged: the calls of {} blocks of process {} cannot be read "
                       "({}) and are left out; the rest is sound.",
        leftOut, process, damaged.front().reason);
}

/// One notice for each case of a process.
std::vector<NoticeFact> damageNotices(
    const std::vector<DamagedBlock>& damaged, const ProcessStart& start, int process)
{
    std::map<int, std::vector<DamagedBlock>> byCase;
    for (const auto& block : damaged)
        byCase[block.caseIndex].push_back(block);
    std::vector<NoticeFact> notices;
    notices.reserve(byCase.size());
    for (const auto& [caseIndex, blocks] : byCase)
        notices.push_back({.variant = start.variant,
            .caseIndex = caseIndex,
            .rule = "damaged_samples",
            .sentence = sentenceOf(blocks, process)});
    return notices;
}

ProcessRecord readProcess(
    SQLite::Database& database, const StoredProcess& stored, std::vector<CallBlock> blocks)
{
    ProcessRecord record {.start = stored.start,
        .end = stored.end,
        .blocks = std::move(blocks),
        .traces = readTraces(database, stored.row)};
    readFacts(database, stored.row, record);
    return record;
}

/// Everything of a comparison as stored. What is damaged in its calls is left out, each with a
/// notice of the rule "damaged_samples". Throws Refusal and SQLite::Exception.
ComparisonData readComparison(
    SQLite::Database& database, const fs::path& file, ComparisonId comparison)
{
    ComparisonData data {.info = readInfo(database, file, comparison),
        .plan = readPlan(database, file, comparison),
        .monitors = readMonitors(database, comparison),
        .notices = readNotices(database, comparison),
        .sources = readSources(database, comparison),
        .note = readNote(database, comparison),
        .tags = readTags(database, comparison)};
    const PlanIndices indices(data.plan);
    for (const auto& notice : data.notices) {
        indices.checkVariant(notice.variant);
        indices.checkCase(notice.caseIndex);
    }
    SampleBudget budget;
    for (const auto& stored : readProcesses(database, comparison)) {
        auto blocks = readBlocks(database, stored.row, budget);
        data.processes.push_back(readProcess(database, stored, std::move(blocks.blocks)));
        indices.check(data.processes.back());
        const auto notices = damageNotices(
            blocks.damaged, stored.start, static_cast<int>(data.processes.size()) - 1);
        for (const auto& notice : notices) {
            indices.checkCase(notice.caseIndex);
            data.notices.push_back(notice);
        }
    }
    return data;
}

/// One snapshot for all statements of a reader, whatever a writer adds meanwhile.
class Snapshot {
public:
    explicit Snapshot(SQLite::Database& database)
        : m_transaction(database, SQLite::TransactionBehavior::DEFERRED)
    {
    }

private:
    SQLite::Transaction m_transaction; // rolled back at the end: it changed nothing
};

/// A comparison that is not ended runs only as long as its writer lives. Asked before and after
/// its row is read: the writer may end, or begin, in between.
class Liveness {
public:
    explicit Liveness(const fs::path& file)
        : m_file(file)
        , m_before(isBeingRecorded(file))
    {
    }

    void correct(ComparisonInfo& info) const
    {
        if (info.status != ComparisonStatus::Running || m_before || isBeingRecorded(m_file))
            return;
        info.status = ComparisonStatus::Partial;
        if (info.stopReason.empty())
            info.stopReason = recorderDied;
    }

private:
    fs::path m_file;
    bool m_before;
};

fs::path dataHome()
{
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
        return fs::path(value == nullptr ? "" : value);
    };
    if (auto chosen = variable("XDG_DATA_HOME"); chosen.is_absolute())
        return chosen;
    return variable("HOME") / ".local" / "share";
}

/// The library's folder is ours to make; any other is the user's.
void makeLibraryFolder(const fs::path& file)
{
    std::error_code error;
    if (file == libraryPath())
        fs::create_directories(file.parent_path(), error); // a failure shows when it is opened
}

/// From one comparison that must still be the one that was shown.
template <typename Value, typename Read>
Result<Value> readOf(const fs::path& file, ComparisonId comparison, Started started, Read read)
{
    return guarded(file, [&] {
        auto connection = openToRead(file);
        const Snapshot snapshot(connection.database);
        checkSame(connection.database, file, comparison, started);
        return read(connection.database);
    });
}

} // namespace

fs::path libraryPath()
{
    return dataHome() / "fusescope" / "library.fscope";
}

Result<std::vector<ComparisonSummary>> listComparisons(const fs::path& file)
{
    return guarded(file, [&] {
        const Liveness liveness(file);
        auto connection = openToRead(file);
        const Snapshot snapshot(connection.database);
        auto summaries = readSummaries(connection.database);
        for (auto& summary : summaries)
            liveness.correct(summary.info);
        return summaries;
    });
}

Result<ComparisonData> loadComparison(const fs::path& file, const std::string& selector)
{
    return guarded(file, [&] {
        const Liveness liveness(file);
        auto connection = openToRead(file);
        const Snapshot snapshot(connection.database);
        const auto id = findComparison(connection.database, file, selector);
        auto data = readComparison(connection.database, file, id);
        liveness.correct(data.info);
        return data;
    });
}

Result<void> readLog(
    const fs::path& file, ComparisonId comparison, const TakeLogLine& take, Started started)
{
    return guarded(file, [&] {
        auto connection = openToRead(file);
        const Snapshot snapshot(connection.database);
        const auto id = findComparison(connection.database, file, std::to_string(comparison.value));
        checkSame(connection.database, file, id, started);
        readLogLines(connection.database, id.value, take);
    });
}

Result<TraceRows> loadTraceRows(
    const fs::path& file, ComparisonId comparison, TraceIndex trace, Started started)
{
    return readOf<TraceRows>(file, comparison, started,
        [&](SQLite::Database& database) { return readTraceRows(database, comparison, trace); });
}

Result<MonitorRows> loadMonitorRows(
    const fs::path& file, ComparisonId comparison, MonitorIndex monitor, Started started)
{
    return readOf<MonitorRows>(file, comparison, started,
        [&](SQLite::Database& database) { return readMonitorRows(database, comparison, monitor); });
}

Result<void> checkHolds(const fs::path& file, ComparisonId comparison, Started started)
{
    return guarded(file, [&] {
        auto connection = openToRead(file);
        const auto id = findComparison(connection.database, file, std::to_string(comparison.value));
        checkSame(connection.database, file, id, started);
    });
}

Result<std::int64_t> changeCounter(const fs::path& file)
{
    return guarded(file, [&] {
        auto connection = openToRead(file);
        return connection.database.execAndGet("SELECT counter FROM change").getInt64();
    });
}

Result<void> storeGoal(
    const fs::path& file, ComparisonId comparison, const Goal& goal, Started started)
{
    return guarded(file, [&] {
        auto database = openToChange(file);
        Statements statements(database);
        SQLite::Transaction change(database, SQLite::TransactionBehavior::IMMEDIATE);
        const auto id = findComparison(database, file, std::to_string(comparison.value));
        checkSame(database, file, id, started);
        auto plan = readPlan(database, file, id);
        plan.goal = goal;
        storePlan(statements, id, plan);
        countChange(statements);
        change.commit();
    });
}

Result<std::unique_ptr<RecordSink>> openForRecording(const fs::path& file)
{
    makeLibraryFolder(file);
    return RunWriter::open(file).map(
        [](std::unique_ptr<RunWriter>&& writer) -> std::unique_ptr<RecordSink> {
            return std::move(writer);
        });
}

Result<std::unique_ptr<RecordSink>> openForExtension(const fs::path& file, ComparisonId comparison)
{
    if (const auto there = listComparisons(file); !there)
        return tl::unexpected(there.error());
    auto writer = RunWriter::open(file);
    if (!writer)
        return tl::unexpected(writer.error());
    if (const auto extended = (*writer)->extend(comparison); !extended)
        return tl::unexpected(extended.error());
    return std::unique_ptr<RecordSink>(*std::move(writer));
}

} // namespace storage
