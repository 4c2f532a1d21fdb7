// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/read_progress.h"
#include "profiler/model/trace_rows.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace profiler {

/// What stands under a name of nsys's is no table that nsys made: nothing of the file is believed.
class NoTableOfNsys : public std::exception {
public:
    explicit NoTableOfNsys(std::string what)
        : m_what(std::move(what))
    {
    }

    [[nodiscard]] const char* what() const noexcept override { return m_what.c_str(); }

private:
    std::string m_what; ///< a clause
};

/// A foreign SQLite file, read only and as if nobody wrote to it: nothing is locked or left beside
/// it. What its schema could run by itself is off, and statements that take far more steps than
/// such a file can give work for end. Throws SQLite::Exception and NoTableOfNsys.
class NsysDatabase {
public:
    NsysDatabase(const std::filesystem::path& file, ReadProgress progress, std::int64_t fileBytes);

    NsysDatabase(const NsysDatabase&) = delete;
    NsysDatabase& operator=(const NsysDatabase&) = delete;
    NsysDatabase(NsysDatabase&&) = delete;
    NsysDatabase& operator=(NsysDatabase&&) = delete;
    ~NsysDatabase();

    /// Empty where there is no such table. A view, a virtual table or one with computed columns in
    /// its place throws.
    [[nodiscard]] std::set<std::string> columnsOf(const std::string& table);

    /// Its rows with the columns asked for, in that order, NULL for each that it lacks; `tail`
    /// follows: "ORDER BY …". nullopt: there is no such table.
    [[nodiscard]] std::optional<SQLite::Statement> select(
        const std::string& table, const std::vector<const char*>& columns, const char* tail = "");

    [[nodiscard]] SQLite::Database& sqlite() { return m_database; }

    /// `done` of `all` parts, for the progress.
    void setPart(int done, int all);

    [[nodiscard]] bool cancelled() const { return m_cancelled; }

    /// Its statements were ended because they did not end by themselves.
    [[nodiscard]] bool endless() const { return m_stepsLeft <= 0; }

private:
    static int tick(void* self);
    [[nodiscard]] bool hasTable(const std::string& name);

    SQLite::Database m_database;
    ReadProgress m_progress;
    std::int64_t m_fileBytes;
    std::int64_t m_doneBytes = 0;
    std::int64_t m_stepsLeft;
    bool m_cancelled = false;
};

/// Texts of the export, read when a row names them: what no row of a trace names is never seen.
class NsysNames {
public:
    NsysNames(NsysDatabase& database, TraceNames& names);

    /// Of the StringIds table; empty where it has none.
    [[nodiscard]] const std::string& text(std::int64_t stringId);

    /// The id in the trace.
    [[nodiscard]] std::int32_t idOf(const std::string& text);

private:
    std::optional<SQLite::Statement> m_lookup;
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::unordered_map<std::string, std::int32_t> m_ids;
    TraceNames& m_names;
};

/// Correlation is unique within a process; a trace has one space of 32 bits for all of them.
class NsysCorrelations {
public:
    /// The ids are kept as long as one process names them and they fit.
    [[nodiscard]] std::int32_t idOf(std::int64_t globalPid, std::int64_t correlation);

private:
    std::optional<std::int64_t> m_firstProcess;
    std::map<std::pair<std::int64_t, std::int64_t>, std::int32_t> m_others;
};

/// "cudaLaunchKernel_v7000" → "cudaLaunchKernel".
[[nodiscard]] std::string withoutVersion(const std::string& name);

/// "ProfilerStep#3", "iteration 12", "train_step": a name of a step of the user's loop.
[[nodiscard]] bool isStepName(const std::string& name);

} // namespace profiler
