// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_replay.h"
#include "storage/file/library.h"
#include "storage/file/run_database.h"
#include "storage/file/run_writer.h"
#include "storage/sqlite/sqlite_error.h"

#include <SQLiteCpp/Transaction.h>

#include <fmt/format.h>

namespace storage {

using namespace profiler;

namespace {

/// A copy of a running comparison stops where it was copied.
ComparisonStatus statusOfCopy(const ComparisonInfo& info)
{
    return info.status == ComparisonStatus::Running ? ComparisonStatus::Partial : info.status;
}

constexpr auto notWhole = "storing it ended before all of it was written";

/// Last of all: what could not be stored whole reads as partial.
Result<void> endCopy(const fs::path& file, ComparisonId comparison, const ComparisonInfo& info)
{
    const std::string reason = info.status == ComparisonStatus::Running
        ? "copied while it was being recorded"
        : info.stopReason;
    return guarded(file, [&] {
        auto database = openToChange(file);
        Statements statements(database);
        SQLite::Transaction change(database, SQLite::TransactionBehavior::IMMEDIATE);
        // A sink ends with the time of now.
        statements.run("UPDATE comparison SET status = ?, stop_reason = ?, "
                       "ended_utc_ns = coalesce(?, ended_utc_ns) WHERE id = ?",
            statusOfCopy(info), reason, info.ended, comparison.value);
        change.commit();
    });
}

/// What no sink takes.
Result<void> storeRest(const fs::path& file, ComparisonId comparison, const ComparisonData& data)
{
    Result<void> stored;
    if (!data.note.empty())
        stored = storeNote(file, comparison, data.note);
    if (!data.tags.empty())
        stored = stored.and_then([&] { return storeTags(file, comparison, data.tags); });
    stored = stored.and_then([&] { return endCopy(file, comparison, data.info); });
    return stored.map_error([&](Error error) {
        error.message = fmt::format("comparison {} was stored in {}, but not all of its end, note "
                                    "and tags: {}",
            comparison.value, file.string(), error.message);
        return error;
    });
}

/// The sink takes lines on credit until it is flushed.
Result<void> copyLog(const LogReader& log, RecordSink& sink)
{
    constexpr std::size_t bytesBetween = std::size_t {4} << 20;
    std::size_t bytes = 0;
    Result<void> added;
    const auto read = log([&](LogLine&& line) {
        bytes += line.text.size() + sizeof(LogLine);
        added = sink.addLog(line);
        if (added && bytes > bytesBetween) {
            bytes = 0;
            added = sink.flush();
        }
        return added.has_value();
    });
    return added ? read : added;
}

Result<ComparisonId> storeRecorded(const fs::path& file, const ComparisonData& data,
    const LogReader& log, const TraceRowsOf& rowsOf, const MonitorRowsOf& countersOf)
{
    auto sink = openForRecording(file);
    if (!sink)
        return tl::unexpected(sink.error());
    auto info = data.info;
    info.status = ComparisonStatus::Running; // whoever breaks off leaves a partial one
    auto id = (*sink)->beginComparison(info, data.plan);
    if (!id)
        return id;
    auto given = replayInto(data, **sink, rowsOf, countersOf);
    if (given && log)
        given = copyLog(log, **sink);
    if (!given)
        return tl::unexpected(given.error());
    const auto ended = (*sink)->endComparison(ComparisonStatus::Partial, notWhole);
    return ended.map([&] { return *id; });
}

} // namespace

Result<ComparisonId> storeCopy(const fs::path& file, const ComparisonData& data,
    const LogReader& log, const TraceRowsOf& rowsOf, const MonitorRowsOf& countersOf)
{
    auto id = storeRecorded(file, data, log, rowsOf, countersOf);
    if (!id)
        return id;
    return storeRest(file, *id, data).map([&] { return *id; });
}

} // namespace storage
