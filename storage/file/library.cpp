// SPDX-License-Identifier: Apache-2.0
#include "storage/file/library.h"

#include "profiler/model/text/trimmed.h"
#include "storage/file/connection.h"
#include "storage/file/writer_lock.h"
#include "storage/rows/comparison_rows.h"
#include "storage/rows/note_rows.h"
#include "storage/sqlite/sqlite_error.h"

#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <chrono>
#include <fmt/format.h>

namespace storage {

using namespace profiler;

namespace {

UtcTime libraryTime()
{
    const auto time = std::chrono::system_clock::now().time_since_epoch();
    return {std::chrono::duration_cast<nanoseconds>(time).count()};
}

std::string selectorOf(ComparisonId comparison)
{
    return std::to_string(comparison.value);
}

/// One transaction in which `change(database, statements)` does its work.
template <typename Change>
Result<void> changed(const fs::path& file, Change&& change)
{
    return guarded(file, [&] {
        auto database = openToChange(file);
        Statements statements(database);
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        change(database, statements);
        countChange(statements);
        transaction.commit();
    });
}

/// The same for one comparison that is there and not deleted.
template <typename Change>
Result<void> changedOf(
    const fs::path& file, ComparisonId comparison, Started started, Change&& change)
{
    return changed(file, [&](SQLite::Database& database, Statements& statements) {
        const auto id = findComparison(database, file, selectorOf(comparison));
        checkSame(database, file, id, started);
        change(statements, id);
    });
}

Result<std::vector<std::string>> acceptedTags(const std::vector<std::string>& tags)
{
    std::vector<std::string> accepted;
    for (const auto& each : tags) {
        auto tag = std::string(trimmed(each));
        if (tag.size() > longestTag)
            return failure(ErrorKind::BadInput,
                fmt::format(
                    "a tag has at most {} bytes; shorten '{}…'", longestTag, tag.substr(0, 24)));
        if (!tag.empty())
            accepted.push_back(std::move(tag));
    }
    std::ranges::sort(accepted);
    accepted.erase(std::unique(accepted.begin(), accepted.end()), accepted.end());
    if (accepted.size() > mostTags)
        return failure(
            ErrorKind::BadInput, fmt::format("a comparison has at most {} tags", mostTags));
    return accepted;
}

void checkNotRecorded(SQLite::Database& database, const fs::path& file, ComparisonId comparison)
{
    const auto info = readInfo(database, file, comparison);
    if (info.status == ComparisonStatus::Running && isBeingRecorded(file))
        throw Refusal({ErrorKind::Unavailable,
            fmt::format("comparison {} in {} is being recorded; stop the recording first",
                comparison.value, file.string())});
}

bool isDeleted(SQLite::Database& database, ComparisonId comparison)
{
    bool found = false;
    forEachRow(
        database, "SELECT 1 FROM comparison WHERE id = ? AND deleted_utc_ns IS NOT NULL",
        [&](Row& /*row*/) { found = true; }, comparison.value);
    return found;
}

int deletedCount(SQLite::Database& database)
{
    return database.execAndGet("SELECT count(*) FROM comparison WHERE deleted_utc_ns IS NOT NULL")
        .getInt();
}

} // namespace

Result<void> renameComparison(
    const fs::path& file, ComparisonId comparison, const std::string& name, Started started)
{
    const auto kept = std::string(trimmed(name));
    if (kept.empty())
        return failure(ErrorKind::BadInput, "a comparison needs a name; the old one is kept");
    if (kept.size() > longestName)
        return failure(ErrorKind::BadInput,
            fmt::format("a name has at most {} bytes; the old one is kept", longestName));
    return changedOf(file, comparison, started, [&](Statements& statements, ComparisonId id) {
        statements.run("UPDATE comparison SET name = ? WHERE id = ?", kept, id.value);
    });
}

Result<void> storeTags(const fs::path& file, ComparisonId comparison,
    const std::vector<std::string>& tags, Started started)
{
    const auto accepted = acceptedTags(tags);
    if (!accepted)
        return tl::unexpected(accepted.error());
    return changedOf(file, comparison, started,
        [&](Statements& statements, ComparisonId id) { replaceTags(statements, id, *accepted); });
}

Result<void> storeNote(
    const fs::path& file, ComparisonId comparison, const std::string& text, Started started)
{
    if (text.size() > longestNote)
        return failure(
            ErrorKind::BadInput, "a note has at most 1 MiB; the last one that fitted is kept");
    return changedOf(file, comparison, started, [&](Statements& statements, ComparisonId id) {
        replaceNote(statements, id, text, libraryTime());
    });
}

Result<void> storeStopReason(
    const fs::path& file, ComparisonId comparison, const std::string& reason, Started started)
{
    return changedOf(file, comparison, started, [&](Statements& statements, ComparisonId id) {
        statements.run("UPDATE comparison SET stop_reason = ? WHERE id = ?", reason, id.value);
    });
}

Result<void> deleteComparison(const fs::path& file, ComparisonId comparison, Started started)
{
    return changed(file, [&](SQLite::Database& database, Statements& statements) {
        const auto id = findComparison(database, file, selectorOf(comparison));
        checkSame(database, file, id, started);
        checkNotRecorded(database, file, id);
        statements.run(
            "UPDATE comparison SET deleted_utc_ns = ? WHERE id = ?", libraryTime(), id.value);
    });
}

Result<void> restoreComparison(const fs::path& file, ComparisonId comparison, Started started)
{
    return changed(file, [&](SQLite::Database& database, Statements& statements) {
        if (!isDeleted(database, comparison))
            throw Refusal({ErrorKind::NotFound,
                fmt::format("{} holds no deleted comparison {} any more", file.string(),
                    comparison.value)});
        checkSame(database, file, comparison, started);
        statements.run(
            "UPDATE comparison SET deleted_utc_ns = NULL WHERE id = ?", comparison.value);
    });
}

Result<std::vector<ComparisonSummary>> listDeleted(const fs::path& file)
{
    return guarded(file, [&] {
        auto connection = openToRead(file);
        return readSummaries(connection.database, Listed::Deleted);
    });
}

Result<int> compact(const fs::path& file)
{
    // Before the lock makes a file beside one that is none of ours.
    if (const auto there = listDeleted(file); !there)
        return tl::unexpected(there.error());
    const auto lock = WriterLock::take(file);
    if (!lock)
        return tl::unexpected(lock.error());
    int dropped = 0;
    const auto done = changed(file, [&](SQLite::Database& database, Statements& statements) {
        dropped = deletedCount(database);
        statements.run("DELETE FROM comparison WHERE deleted_utc_ns IS NOT NULL");
    });
    return done.and_then([&] { return guarded(file, [&] { openToChange(file).exec("VACUUM"); }); })
        .map([&] { return dropped; });
}

} // namespace storage
