// SPDX-License-Identifier: Apache-2.0
#include "storage/history/history_index.h"

#include "profiler/model/files/cache_folder.h"
#include "storage/file/connection.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/statement_guard.h"
#include "storage/sqlite/statements.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <iterator>
#include <set>
#include <sqlite3.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

constexpr int indexSchema = 1; ///< an older one would be made anew
constexpr int busyTimeoutMs = 1000; ///< then reading the recordings is faster than waiting
constexpr int mostPages = 131'072; ///< half a GiB

constexpr auto tables = R"(
CREATE TABLE file (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL,
    figures TEXT NOT NULL,
    program TEXT NOT NULL, -- the version that made what is kept
    bytes INTEGER, -- NULL: look at its recordings
    modified_ns INTEGER,
    UNIQUE (path, figures)
) STRICT;
CREATE TABLE recording (
    file_id INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
    comparison_id INTEGER NOT NULL,
    mark INTEGER NOT NULL,
    content_bytes INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (file_id, comparison_id)
) STRICT;
)";

/// Nobody else's: under /tmp a stranger may have been faster.
bool isOwn(const struct stat& information)
{
    return information.st_uid == geteuid();
}

bool hasFolder(const fs::path& index)
{
    struct stat folder { };

    return stat(index.parent_path().c_str(), &folder) == 0 && S_ISDIR(folder.st_mode)
        && isOwn(folder);
}

/// And no link.
bool isThere(const fs::path& index)
{
    struct stat file { };

    return hasFolder(index) && lstat(index.c_str(), &file) == 0 && S_ISREG(file.st_mode)
        && isOwn(file);
}

bool isMissing(const fs::path& index)
{
    std::error_code error;
    return fs::symlink_status(index, error).type() == fs::file_type::not_found;
}

/// SQLite opens and closes it, and nobody else in this process: closing it would take the locks
/// away that another thread holds.
SQLite::Database openIndex(const fs::path& index, int flags = 0)
{
    SQLite::Database database(index.string(), SQLite::OPEN_READWRITE | flags, busyTimeoutMs);
    harden(database);
    database.exec("PRAGMA max_page_count = " + std::to_string(mostPages));
    return database;
}

/// For this user alone: it names what was recorded where. False: there can be none.
bool create(const fs::path& index)
{
    std::error_code error;
    fs::create_directories(index.parent_path(), error);
    if (hasFolder(index) && isMissing(index)) {
        static_cast<void>(openIndex(index, SQLite::OPEN_CREATE));
        fs::permissions(index, fs::perms::owner_read | fs::perms::owner_write, error);
    }
    return isThere(index);
}

/// The file, and not what is around it, is the trouble; also where it became too large.
bool isDamage(const SQLite::Exception& exception)
{
    constexpr std::array around {SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_PERM,
        SQLITE_CANTOPEN, SQLITE_IOERR, SQLITE_NOMEM};
    if (exception.getErrorCode() == SQLITE_INTERRUPT)
        return !CancelScope::isWanted(); // it has no end
    return std::ranges::find(around, exception.getErrorCode()) == around.end();
}

/// Does `work` with the index; false: it is damaged.
template <typename Work>
bool isDone(Work&& work)
{
    try {
        std::forward<Work>(work)();
    } catch (const Refusal&) { // an impossible number
        return false;
    } catch (const SQLite::Exception& exception) {
        return !isDamage(exception);
    } catch (const std::exception&) { // std::bad_alloc
        return true;
    }
    return true;
}

/// Empty again, whatever it held; others that have it open see that, too.
void reset(const fs::path& index)
{
    SQLite::Database database(index.string(), SQLite::OPEN_READWRITE, busyTimeoutMs);
    auto* handle = database.getHandle();
    sqlite3_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 1, nullptr);
    database.exec("VACUUM");
    sqlite3_db_config(handle, SQLITE_DBCONFIG_RESET_DATABASE, 0, nullptr);
}

/// Reads what is kept of one file after the other.
class FileReader {
public:
    FileReader(SQLite::Database& database, std::string figures)
        : m_budget(database)
        , m_figures(std::move(figures))
        , m_file(database,
              "SELECT id, bytes, modified_ns FROM file"
              " WHERE path = ? AND figures = ? AND program = ?")
        , m_recordings(database,
              "SELECT comparison_id, mark, content_bytes, content FROM recording"
              " WHERE file_id = ? ORDER BY comparison_id")
    {
    }

    IndexedFile read(const std::string& path)
    {
        IndexedFile file;
        m_file.reset();
        bindAll(m_file, path, m_figures, m_program);
        if (!m_file.executeStep())
            return file;
        Row row(m_file, &m_budget);
        const auto id = row.take<RowId>();
        const auto bytes = row.takeOptional<std::int64_t>();
        const auto modified = row.takeOptional<std::int64_t>();
        if (bytes && modified)
            file.stamp = FileStamp {.bytes = *bytes, .modifiedNs = *modified};
        m_recordings.reset();
        bindAll(m_recordings, id);
        while (m_recordings.executeStep())
            file.recordings.push_back(takeRecording());
        return file;
    }

private:
    IndexedRecording takeRecording()
    {
        Row row(m_recordings, &m_budget);
        IndexedRecording recording {.id = {row.take<std::int64_t>()},
            .mark = static_cast<std::uint64_t>(row.take<std::int64_t>()),
            .bytes = row.take<std::size_t>(),
            .packed = {}};
        const auto content = row.takeBytes();
        recording.packed.assign(content.begin(), content.end());
        return recording;
    }

    TextBudget m_budget;
    std::string m_figures;
    std::string m_program = FUSESCOPE_VERSION;
    SQLite::Statement m_file;
    SQLite::Statement m_recordings;
};

/// What was kept of a folder, but for the asked files.
std::vector<std::string> goneFrom(
    SQLite::Database& database, const std::string& folder, const std::set<std::string>& asked)
{
    std::vector<std::string> gone;
    forEachRow(
        database, "SELECT DISTINCT path FROM file WHERE path > ? AND path < ?",
        [&](Row& row) {
            auto path = row.take<std::string>();
            std::error_code error;
            if (!asked.contains(path) && !fs::exists(path, error) && !error)
                gone.push_back(std::move(path));
        },
        folder + '/',
        folder + static_cast<char>('/' + 1)); // what stands between them begins with the first
    return gone;
}

void makeTables(SQLite::Database& database)
{
    if (schemaOf(database) == indexSchema)
        return;
    database.exec(tables);
    database.exec("PRAGMA user_version = " + std::to_string(indexSchema));
}

void writeFile(Statements& statements, const ChangedFile& changed, const std::string& figures)
{
    statements.run("DELETE FROM file WHERE path = ? AND figures = ?", changed.path, figures);
    const auto& stamp = changed.file.stamp;
    const auto id = statements.insert("file", "path, figures, program, bytes, modified_ns",
        changed.path, figures, std::string(FUSESCOPE_VERSION),
        stamp ? std::optional(stamp->bytes) : std::nullopt,
        stamp ? std::optional(stamp->modifiedNs) : std::nullopt);
    for (const auto& each : changed.file.recordings)
        statements.insertNew("recording", "file_id, comparison_id, mark, content_bytes, content",
            id, each.id.value, each.mark, each.bytes, ByteSpan(each.packed));
}

/// Leaves what a newer program made.
void writeOnce(const fs::path& index, const std::vector<ChangedFile>& changed,
    const IndexContent& before, const std::string& figures)
{
    auto database = openIndex(index);
    liftWorkLimit(database);
    Statements statements(database);
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    if (schemaOf(database) > indexSchema)
        return;
    makeTables(database);
    statements.run("DELETE FROM file WHERE program <> ?", std::string(FUSESCOPE_VERSION));
    for (const auto& path : before.gone)
        statements.run("DELETE FROM file WHERE path = ?", path);
    for (const auto& each : changed)
        writeFile(statements, each, figures);
    transaction.commit();
}

} // namespace

fs::path historyIndexPath()
{
    return cacheFolder() / "history.sqlite";
}

std::optional<FileStamp> stampOf(const fs::path& file)
{
    using std::chrono::seconds;
    constexpr seconds coarsest {2}; // of FAT
    std::error_code error;
    const auto modified = fs::last_write_time(file, error);
    if (error || fs::file_time_type::clock::now() - modified < coarsest)
        return std::nullopt;
    const auto bytes = fs::file_size(file, error);
    for (const auto* suffix : {"-wal", "-journal"})
        if (error || fs::exists(fs::path(file) += suffix, error))
            return std::nullopt;
    return FileStamp {.bytes = static_cast<std::int64_t>(bytes),
        .modifiedNs = std::chrono::duration_cast<nanoseconds>(modified.time_since_epoch()).count()};
}

IndexContent readIndex(const fs::path& index, const std::vector<std::string>& files,
    const std::vector<std::string>& folders, const std::string& figures)
{
    IndexContent content {.files = std::vector<IndexedFile>(files.size()), .gone = {}};
    if (!isThere(index))
        return content;
    const bool sound = isDone([&] {
        auto database = openIndex(index);
        const SQLite::Transaction snapshot(database, SQLite::TransactionBehavior::DEFERRED);
        if (schemaOf(database) != indexSchema)
            return;
        FileReader reader(database, figures);
        for (std::size_t i = 0; i < files.size(); ++i)
            content.files[i] = reader.read(files[i]);
        const std::set<std::string> asked(files.begin(), files.end());
        for (const auto& folder : folders)
            std::ranges::move(goneFrom(database, folder, asked), std::back_inserter(content.gone));
    });
    if (!sound) // then nothing of it
        content = {.files = std::vector<IndexedFile>(files.size()), .gone = {}, .damaged = true};
    return content;
}

void writeIndex(const fs::path& index, const std::vector<ChangedFile>& changed,
    const IndexContent& before, const std::string& figures)
{
    const auto write = [&](bool anew) {
        return isDone([&] {
            if (!create(index))
                return;
            if (anew)
                reset(index);
            writeOnce(index, changed, before, figures);
        });
    };
    if (!write(before.damaged))
        static_cast<void>(write(true));
}

} // namespace storage
