// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/readers/read_progress.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace profiler {

/// A foreign SQLite file, read only and as if nobody wrote to it: nothing is locked or left beside
/// it. What its schema could run by itself is off. Throws SQLite::Exception.
class NsysDatabase {
public:
    NsysDatabase(const std::filesystem::path& file, ReadProgress progress, std::int64_t fileBytes);

    NsysDatabase(const NsysDatabase&) = delete;
    NsysDatabase& operator=(const NsysDatabase&) = delete;
    NsysDatabase(NsysDatabase&&) = delete;
    NsysDatabase& operator=(NsysDatabase&&) = delete;
    ~NsysDatabase();

    /// Empty where there is no such table; a view or a virtual one is none.
    [[nodiscard]] std::set<std::string> columnsOf(const std::string& table);

    /// Its rows with the columns asked for, in that order, NULL for each that it lacks; `tail`
    /// follows: "ORDER BY …". nullopt: there is no such table.
    [[nodiscard]] std::optional<SQLite::Statement> select(
        const std::string& table, const std::vector<const char*>& columns, const char* tail = "");

    [[nodiscard]] SQLite::Database& sqlite() { return m_database; }

    /// `done` of `all` parts, for the progress.
    void setPart(int done, int all);

    [[nodiscard]] bool cancelled() const { return m_cancelled; }

private:
    static int tick(void* self);

    SQLite::Database m_database;
    ReadProgress m_progress;
    std::int64_t m_fileBytes;
    std::int64_t m_doneBytes = 0;
    bool m_cancelled = false;
};

} // namespace profiler
