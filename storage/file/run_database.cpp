// SPDX-License-Identifier: Apache-2.0
#include "storage/file/run_database.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/files/user_folder.h"
#include "storage/columns/trace_rows.h"
#include "storage/file/comparison_reader.h"
#include "storage/file/connection.h"
#include "storage/file/run_writer.h"
#include "storage/rows/comparison_rows.h"
#include "storage/rows/log_writer.h"
#include "storage/rows/monitor_rows.h"
#include "storage/rows/note_rows.h"
#include "storage/sqlite/sqlite_error.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace storage {

using namespace profiler;

namespace {

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
    return userFolder("XDG_DATA_HOME", ".local/share") / "fusescope" / "library.fscope";
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
