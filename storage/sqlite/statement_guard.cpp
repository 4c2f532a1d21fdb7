// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite/statement_guard.h"

#include <SQLiteCpp/Database.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <sqlite3.h>
#include <system_error>
#include <utility>

namespace storage {

namespace fs = std::filesystem;

namespace {

// A connection stays on the thread that opened it, so what a thread was asked to stop is what it
// reads: no function between a page and a statement has to carry the question along.
thread_local const CancelScope* innermost = nullptr;

constexpr int stepsBetween = 10'000; ///< of SQLite's machine: a tenth of a millisecond

/// Reading each row once takes two steps a byte at most, by all tables of ours.
constexpr std::int64_t stepsForAByte = 16;
constexpr std::int64_t stepsForAnyFile = 20'000'000; ///< less than a second

struct Guard {
    std::int64_t stepsLeft = 0;
};

/// With what was written beside the file and is not in it yet.
std::int64_t bytesOf(sqlite3* database)
{
    const char* name = sqlite3_db_filename(database, "main");
    if (name == nullptr)
        return 0;
    std::int64_t bytes = 0;
    for (const auto* suffix : {"", "-wal"}) {
        std::error_code none;
        const auto size = fs::file_size(fs::path(name) += suffix, none);
        bytes += none ? 0 : static_cast<std::int64_t>(size);
    }
    return bytes;
}

int tick(void* data)
{
    auto& guard = *static_cast<Guard*>(data);
    guard.stepsLeft -= stepsBetween;
    return guard.stepsLeft <= 0 || CancelScope::isWanted() ? 1 : 0;
}

int tickWithoutLimit(void* /*data*/)
{
    return CancelScope::isWanted() ? 1 : 0;
}

void nothing(sqlite3_context* context, int /*count*/, sqlite3_value** /*values*/)
{
    sqlite3_result_null(context);
}

void freeGuard(void* guard)
{
    delete static_cast<Guard*>(guard);
}

} // namespace

void guardStatements(SQLite::Database& database)
{
    auto* handle = database.getHandle();
    auto guard = std::make_unique<Guard>(
        Guard {.stepsLeft = stepsForAnyFile + stepsForAByte * bytesOf(handle)});
    auto* kept = guard.release();
    // A connection has no place for values of ours; a function's value goes with it.
    const int code = sqlite3_create_function_v2(handle, "fusescope_guard", 0,
        SQLITE_UTF8 | SQLITE_DIRECTONLY, kept, nothing, nullptr, nullptr, freeGuard);
    if (code != SQLITE_OK) // then it was freed
        throw SQLite::Exception(handle, code);
    sqlite3_progress_handler(handle, stepsBetween, tick, kept);
}

void liftWorkLimit(SQLite::Database& database)
{
    sqlite3_progress_handler(database.getHandle(), stepsBetween, tickWithoutLimit, nullptr);
}

CancelScope::CancelScope(std::function<bool()> wanted)
    : m_wanted(std::move(wanted))
    , m_outer(std::exchange(innermost, this))
{
}

CancelScope::~CancelScope()
{
    innermost = m_outer;
}

bool CancelScope::isWanted()
{
    for (const auto* scope = innermost; scope != nullptr; scope = scope->m_outer)
        if (scope->m_wanted())
            return true;
    return false;
}

} // namespace storage
