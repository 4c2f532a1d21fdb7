// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/utc_time.h"
#include "storage/rows/comparison_summary.h"
#include "storage/sqlite/statements.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace profiler {
struct Plan;
} // namespace profiler

/// The comparisons of a file: their rows, names and plans.
namespace storage {

namespace fs = std::filesystem;

/// Why a comparison stopped that nobody ended.
inline constexpr auto recorderDied = "the recorder ended before it was done";

[[nodiscard]] profiler::ComparisonId insertComparison(
    Statements& statements, const profiler::ComparisonInfo& info, const profiler::Plan& plan);

/// The changed plan of a comparison, with its cases and variants as rows.
void storePlan(
    Statements& statements, profiler::ComparisonId comparison, const profiler::Plan& plan);

void insertNotice(
    Statements& statements, profiler::ComparisonId comparison, const profiler::NoticeFact& notice);

[[nodiscard]] std::vector<profiler::NoticeFact> readNotices(
    SQLite::Database& database, profiler::ComparisonId comparison);

/// Empty = the newest, else an id or a name. Throws a Refusal when there is none.
[[nodiscard]] profiler::ComparisonId findComparison(
    SQLite::Database& database, const fs::path& file, const std::string& selector);

/// The comparison with that number, and no other one that has it since the file was replaced.
/// `started` nullopt: whichever has it. Throws a Refusal.
void checkSame(SQLite::Database& database, const fs::path& file, profiler::ComparisonId comparison,
    std::optional<profiler::UtcTime> started);

/// As stored: Running also when its recorder is dead.
[[nodiscard]] profiler::ComparisonInfo readInfo(
    SQLite::Database& database, const fs::path& file, profiler::ComparisonId comparison);

[[nodiscard]] profiler::Plan readPlan(
    SQLite::Database& database, const fs::path& file, profiler::ComparisonId comparison);

enum class Listed { Present, Deleted };

/// Newest first; status as in readInfo.
[[nodiscard]] std::vector<ComparisonSummary> readSummaries(
    SQLite::Database& database, Listed listed = Listed::Present);

/// Followers see that something changed.
void countChange(Statements& statements);

} // namespace storage
