// SPDX-License-Identifier: Apache-2.0
#include "storage/file/merge.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/variant.h"
#include "storage/columns/trace_rows.h"
#include "storage/file/comparison_identity.h"
#include "storage/file/comparison_reader.h"
#include "storage/file/connection.h"
#include "storage/file/row_copy.h"
#include "storage/rows/comparison_rows.h"
#include "storage/rows/log_writer.h"
#include "storage/rows/monitor_rows.h"
#include "storage/rows/note_rows.h"
#include "storage/sqlite/file_system.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/sqlite_error.h"
#include "storage/sqlite/statement_guard.h"
#include "storage/sqlite/statements.h"

#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace storage {

using namespace profiler;

namespace {

/// A file to take from, of the newest schema: one of an older program is read from a copy that was
/// brought to it, so that the file itself stays as it is.
Connection openToTake(const fs::path& file)
{
    auto connection = openToRead(file);
    if (schemaOf(connection.database) == knownSchema())
        return connection;
    auto copy = std::make_unique<TemporaryCopy>(file);
    auto database = openToChange(copy->file());
    return {.copy = std::move(copy), .database = std::move(database)};
}

/// Throws a Refusal where SQLite finds a page, an index or a reference that cannot be.
void checkPages(SQLite::Database& database)
{
    SQLite::Statement integrity(database, "PRAGMA integrity_check(1)");
    while (integrity.executeStep())
        if (const auto found = integrity.getColumn(0).getString(); found != "ok")
            throw damaged(found.substr(0, found.find('\n')));
    if (SQLite::Statement(database, "PRAGMA foreign_key_check").executeStep())
        throw damaged("a row of it belongs to nothing");
}

void checkTraces(SQLite::Database& database, ComparisonId id, const ComparisonData& data)
{
    for (std::size_t i = 0; i < data.processes.size(); ++i)
        for (std::size_t k = 0; k < data.processes[i].traces.size(); ++k)
            static_cast<void>(readTraceRows(
                database, id, {.process = {static_cast<int>(i)}, .value = static_cast<int>(k)}));
}

/// Whether all of it can be read, down to its last sample: what is damaged is not spread.
void checkReadable(SQLite::Database& database, const fs::path& file, ComparisonId id)
{
    const auto data = readComparison(database, file, id);
    for (const auto& notice : data.notices)
        if (notice.rule == damagedSamples)
            throw damaged(
                "calls of its comparison " + std::to_string(id.value) + " cannot be read");
    checkTraces(database, id, data);
    for (std::size_t i = 0; i < data.monitors.size(); ++i)
        static_cast<void>(readMonitorRows(database, id, {static_cast<int>(i)}));
    readLogLines(database, id.value, [](LogLine&&) { return true; });
}

/// Where a comparison goes.
struct Place {
    Merged what = Merged::Added;
    std::optional<ComparisonId> old; ///< that is there
};

Place placeOf(SQLite::Database& from, const IdentifiedComparison& comparison,
    SQLite::Database& into, const std::map<std::string, IdentifiedComparison>& there)
{
    const auto found = there.find(comparison.identity);
    if (found == there.end())
        return {};
    const auto old = found->second.id;
    if (found->second.deleted)
        return {Merged::Deleted, old};
    switch (compareExtents(extentOf(from, comparison.id), extentOf(into, old))) {
    case ExtentOrder::Longer:
        return {Merged::Replaced, old};
    case ExtentOrder::Apart:
        return {Merged::ExtendedApart, old};
    default:
        return {Merged::ThereAlready, old};
    }
}

/// What a user wrote beside the one that goes stays with the one that comes.
class UsersWords {
public:
    UsersWords(SQLite::Database& database, ComparisonId comparison)
        : m_note(readNote(database, comparison))
        , m_tags(readTags(database, comparison))
    {
    }

    void keep(SQLite::Database& database, Statements& statements, ComparisonId comparison) const
    {
        if (!m_note.empty() && readNote(database, comparison).empty())
            replaceNote(statements, comparison, m_note, {});
        auto tags = readTags(database, comparison);
        tags.insert(tags.end(), m_tags.begin(), m_tags.end());
        std::ranges::sort(tags);
        tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
        replaceTags(statements, comparison, tags);
    }

private:
    std::string m_note;
    std::vector<std::string> m_tags;
};

/// A copy of one that is still being recorded ends where it was copied.
void endCopy(Statements& statements, ComparisonId comparison, const std::string& identity)
{
    statements.run("UPDATE comparison SET status = 'partial', "
                   "stop_reason = iif(stop_reason = '', 'copied while it was being recorded', "
                   "stop_reason) WHERE id = ? AND status = 'running'",
        comparison.value);
    statements.run("UPDATE comparison SET identity = ? WHERE id = ?", identity, comparison.value);
}

/// Takes the comparisons of one file in, each as a whole.
class FileMerge {
public:
    FileMerge(SQLite::Database& from, SQLite::Database& into)
        : m_from(from)
        , m_into(into)
        , m_statements(into)
        , m_tables(ownedTables(into))
    {
        for (auto& known : identifiedComparisons(into))
            m_there.try_emplace(known.identity, known);
    }

    [[nodiscard]] Place placeOf(const IdentifiedComparison& comparison) const
    {
        return storage::placeOf(m_from, comparison, m_into, m_there);
    }

    MergedComparison add(const IdentifiedComparison& comparison)
    {
        const auto place = placeOf(comparison); // the file may hold the same one twice
        MergedComparison merged {.from = comparison.id,
            .id = place.old.value_or(ComparisonId {}),
            .name = comparison.name,
            .what = place.what};
        if (place.what == Merged::Added || place.what == Merged::Replaced)
            merged.id = copy(comparison, place.old);
        return merged;
    }

private:
    ComparisonId copy(const IdentifiedComparison& comparison, std::optional<ComparisonId> old)
    {
        SQLite::Transaction change(m_into, SQLite::TransactionBehavior::IMMEDIATE);
        std::optional<UsersWords> words;
        if (old) {
            words.emplace(m_into, *old);
            m_statements.run("DELETE FROM comparison WHERE id = ?", old->value);
        }
        const auto id = copyRows(m_from, comparison.id, m_into, m_tables, old);
        endCopy(m_statements, id, comparison.identity);
        if (words)
            words->keep(m_into, m_statements, id);
        countChange(m_statements);
        change.commit();
        m_there.insert_or_assign(comparison.identity, comparison);
        m_there[comparison.identity].id = id;
        return id;
    }

    SQLite::Database& m_from;
    SQLite::Database& m_into;
    Statements m_statements;
    std::vector<OwnedTable> m_tables;
    std::map<std::string, IdentifiedComparison> m_there;
};

/// What cannot be read of the file that is taken from is its own fault, whatever SQLite calls it.
template <typename Function>
auto ofSource(const fs::path& file, Function&& function)
{
    return guarded(file, std::forward<Function>(function)).map_error([&](Error error) {
        if (error.kind != ErrorKind::NotFound && error.kind != ErrorKind::Interrupted)
            error.kind = ErrorKind::BadData;
        if (error.message.find(file.string()) == std::string::npos)
            error.message = file.string() + ": " + error.message;
        return error;
    });
}

} // namespace

Merge::Merge(fs::path file, WriterLock lock, SQLite::Database database)
    : m_file(std::move(file))
    , m_lock(std::move(lock))
    , m_database(std::move(database))
{
}

Merge::~Merge()
{
    auto database = *std::exchange(m_database, std::nullopt);
    // Everything is stored; without the last tidying up the file only keeps a companion.
    static_cast<void>(guarded(m_file, [&] { closeCleanly(std::move(database)); }));
}

Result<std::unique_ptr<Merge>> Merge::open(const fs::path& file)
{
    return guarded(file, [&] {
        checkPlace(file);
        auto lock = WriterLock::take(file);
        if (!lock)
            throw Refusal(lock.error());
        const auto network = networkFileSystemOf(fs::absolute(file).parent_path());
        auto database = openToRecord(file, network ? JournalMode::Rollback : JournalMode::Wal);
        liftWorkLimit(database);
        return std::unique_ptr<Merge>(new Merge(file, *std::move(lock), std::move(database)));
    });
}

Result<std::vector<MergedComparison>> Merge::add(const fs::path& from)
{
    std::error_code ignored;
    if (fs::equivalent(from, m_file, ignored))
        return failure(ErrorKind::BadInput, from.string() + " is the file that is merged into");
    std::optional<Connection> source;
    std::optional<SQLite::Transaction> snapshot; // a recorder may add meanwhile
    std::optional<FileMerge> merge;
    std::vector<IdentifiedComparison> wanted;
    const auto read = ofSource(from, [&] {
        source.emplace(openToTake(from));
        snapshot.emplace(source->database, SQLite::TransactionBehavior::DEFERRED);
        checkPages(source->database);
        liftWorkLimit(source->database);
        merge.emplace(source->database, *m_database);
        for (auto& comparison : identifiedComparisons(source->database)) {
            if (comparison.deleted)
                continue;
            const auto place = merge->placeOf(comparison);
            if (place.what == Merged::Added || place.what == Merged::Replaced)
                checkReadable(source->database, from, comparison.id);
            wanted.push_back(std::move(comparison));
        }
    });
    if (!read)
        return tl::unexpected(read.error());
    return guarded(m_file, [&] {
        std::vector<MergedComparison> merged;
        merged.reserve(wanted.size());
        for (const auto& comparison : wanted)
            merged.push_back(merge->add(comparison));
        return merged;
    });
}

} // namespace storage
