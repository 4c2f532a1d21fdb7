// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/comparison_rows.h"

#include "profiler/model/case.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/stored_plan.h"
#include "profiler/model/variant.h"
#include "storage/rows/fact_columns.h"
#include "storage/rows/note_rows.h"

#include <charconv>
#include <fmt/format.h>
#include <map>

namespace storage {

using namespace profiler;

namespace {

constexpr auto infos = rowColumns("comparison", "id", "id",
    "name, started_utc_ns, utc_offset_minutes, ended_utc_ns, status, stop_reason, tool_version, "
    "command, placement, identity",
    &ComparisonInfo::name, &ComparisonInfo::started, &ComparisonInfo::utcOffsetMinutes,
    &ComparisonInfo::ended, &ComparisonInfo::status, &ComparisonInfo::stopReason,
    &ComparisonInfo::toolVersion, &ComparisonInfo::command, &ComparisonInfo::placement,
    &ComparisonInfo::identity);

std::string infoColumns(SQLite::Database& database)
{
    return "id, " + readableNames(infos.names, schemaOf(database));
}

ComparisonInfo takeInfo(Row& row)
{
    const ComparisonId id {row.take<std::int64_t>()};
    auto info = infos.take(row);
    info.id = id;
    return info;
}

void insertNames(Statements& statements, ComparisonId comparison, const Plan& plan)
{
    for (std::size_t i = 0; i < plan.cases.size(); ++i)
        statements.run("INSERT OR REPLACE INTO plan_case (comparison_id, case_index, name, items) "
                       "VALUES (?, ?, ?, ?)",
            comparison.value, i, plan.cases[i].name, plan.cases[i].items);
    // Processes refer to variants, so their rows are changed in place.
    for (std::size_t i = 0; i < plan.variants.size(); ++i)
        statements.run("INSERT INTO plan_variant (comparison_id, variant_index, name, kind) "
                       "VALUES (?, ?, ?, ?) ON CONFLICT (comparison_id, variant_index) "
                       "DO UPDATE SET name = excluded.name, kind = excluded.kind",
            comparison.value, i, plan.variants[i].name, plan.variants[i].kind);
}

std::optional<ComparisonId> firstId(SQLite::Statement& statement)
{
    if (!statement.executeStep())
        return std::nullopt;
    return ComparisonId {Row(statement).take<std::int64_t>()};
}

std::optional<ComparisonId> byId(SQLite::Database& database, const std::string& selector)
{
    std::int64_t id = 0;
    const auto* const end = selector.data() + selector.size();
    const auto parsed = std::from_chars(selector.data(), end, id);
    if (parsed.ec != std::errc() || parsed.ptr != end)
        return std::nullopt;
    SQLite::Statement statement(
        database, "SELECT id FROM comparison WHERE id = ? AND deleted_utc_ns IS NULL");
    bindAll(statement, id);
    return firstId(statement);
}

std::optional<ComparisonId> byName(SQLite::Database& database, const std::string& selector)
{
    SQLite::Statement statement(database,
        "SELECT id FROM comparison WHERE name = ? AND deleted_utc_ns IS NULL "
        "ORDER BY id DESC LIMIT 1");
    bindAll(statement, selector);
    return firstId(statement);
}

std::optional<ComparisonId> newest(SQLite::Database& database)
{
    SQLite::Statement statement(database,
        "SELECT id FROM comparison WHERE deleted_utc_ns IS NULL ORDER BY id DESC LIMIT 1");
    return firstId(statement);
}

/// A row for each comparison that has one, by its number.
template <typename Take>
void forEachOf(SQLite::Database& database, std::map<std::int64_t, ComparisonSummary*>& summaries,
    const std::string& sql, Take take)
{
    forEachRow(database, sql, [&](Row& row) {
        const auto found = summaries.find(row.take<std::int64_t>());
        if (found != summaries.end())
            take(*found->second, row);
    });
}

/// Of the first process that told each, but of imported traces of all: they may be of several.
void readEnvironment(SQLite::Database& database, ComparisonSummary& summary)
{
    forEachRow(
        database,
        "SELECT key, value FROM process JOIN environment ON process_id = process.id "
        "AND key IN ('device_name', 'torch') WHERE comparison_id = ? "
        "GROUP BY key, value ORDER BY min(process_index)",
        [&](Row& row) {
            const auto key = row.take<std::string>();
            const auto value = row.take<std::string>();
            if (key == "device_name")
                summary.device += (summary.device.empty() ? "" : " and ") + value;
            else if (summary.torch.empty())
                summary.torch = value;
        },
        summary.info.id.value);
}

/// Almost all comparisons are told by their first process.
void readEnvironments(
    SQLite::Database& database, std::map<std::int64_t, ComparisonSummary*>& summaries)
{
    forEachOf(database, summaries,
        "SELECT comparison_id, key, value FROM process JOIN environment "
        "ON process_id = process.id AND key IN ('device_name', 'torch') WHERE process_index = 0",
        [](ComparisonSummary& summary, Row& row) {
            auto& told = row.take<std::string>() == "torch" ? summary.torch : summary.device;
            row.takeInto(told);
        });
    for (auto& [id, summary] : summaries)
        if (summary->device.empty() || summary->torch.empty()
            || summary->workload == importedSpec) {
            summary->device.clear();
            summary->torch.clear();
            readEnvironment(database, *summary);
        }
}

/// One statement for all comparisons each: a library holds thousands.
void readRest(SQLite::Database& database, std::vector<ComparisonSummary>& all)
{
    std::map<std::int64_t, ComparisonSummary*> summaries;
    for (auto& summary : all)
        summaries[summary.info.id.value] = &summary;
    readEnvironments(database, summaries);
    forEachOf(database, summaries,
        "SELECT comparison_id, name FROM plan_case ORDER BY comparison_id, case_index",
        [](ComparisonSummary& summary, Row& row) {
            summary.cases.push_back(row.take<std::string>());
        });
    forEachOf(database, summaries,
        "SELECT comparison_id, name FROM plan_variant ORDER BY comparison_id, variant_index",
        [](ComparisonSummary& summary, Row& row) {
            summary.variants.push_back(row.take<std::string>());
        });
    forEachOf(database, summaries,
        "SELECT comparison_id, calls FROM process JOIN iteration_stat "
        "ON process.id = process_id AND iteration_stat.kind = 'timed'",
        [](ComparisonSummary& summary, Row& row) {
            summary.timedCalls += row.take<std::uint32_t>();
        });
    if (!hasTags(database))
        return;
    forEachOf(database, summaries,
        "SELECT comparison_id, tag FROM comparison_tag ORDER BY comparison_id, tag",
        [](ComparisonSummary& summary, Row& row) {
            summary.tags.push_back(row.take<std::string>());
        });
}

} // namespace

ComparisonId insertComparison(Statements& statements, const ComparisonInfo& info, const Plan& plan)
{
    const ComparisonId id {std::apply(
        [&](const auto&... values) {
            return statements.insert("comparison",
                std::string(infos.names) + ", workload, plan_json, suite", values...,
                plan.workload.spec, planToJson(withoutSecrets(plan)), plan.suite.suite);
        },
        infos.valuesOf(info))};
    insertNames(statements, id, plan);
    return id;
}

void storePlan(Statements& statements, ComparisonId comparison, const Plan& plan)
{
    statements.run("UPDATE comparison SET plan_json = ?, workload = ?, suite = ? WHERE id = ?",
        planToJson(withoutSecrets(plan)), plan.workload.spec, plan.suite.suite, comparison.value);
    statements.run("DELETE FROM plan_case WHERE comparison_id = ?", comparison.value);
    insertNames(statements, comparison, plan);
}

void insertNotice(Statements& statements, ComparisonId comparison, const NoticeFact& notice)
{
    insertRow(statements, noticeColumns, notice, comparison.value);
}

std::vector<NoticeFact> readNotices(SQLite::Database& database, ComparisonId comparison)
{
    return readRows(database, noticeColumns, comparison.value);
}

ComparisonId findComparison(
    SQLite::Database& database, const fs::path& file, const std::string& selector)
{
    if (selector.empty()) {
        if (const auto id = newest(database))
            return *id;
        throw Refusal({ErrorKind::NotFound,
            fmt::format("{} holds no comparison yet; record one into it", file.string())});
    }
    if (const auto id = byId(database, selector))
        return *id;
    if (const auto id = byName(database, selector))
        return *id;
    throw Refusal({ErrorKind::NotFound,
        fmt::format("{0} holds no comparison '{1}'; `fusescope list {0}` shows what it holds",
            file.string(), selector)});
}

void checkSame(SQLite::Database& database, const fs::path& file, ComparisonId comparison,
    std::optional<UtcTime> started)
{
    if (!started || readInfo(database, file, comparison).started == *started)
        return;
    throw Refusal({ErrorKind::NotFound,
        fmt::format("{} was replaced: its comparison {} is another one now, which is left as it "
                    "is; open the file again to see what it holds",
            file.string(), comparison.value)});
}

ComparisonInfo readInfo(SQLite::Database& database, const fs::path& file, ComparisonId comparison)
{
    SQLite::Statement statement(
        database, "SELECT " + infoColumns(database) + " FROM comparison WHERE id = ?");
    bindAll(statement, comparison.value);
    if (!statement.executeStep())
        throw Refusal({ErrorKind::NotFound,
            fmt::format("{} holds no comparison {} any more", file.string(), comparison.value)});
    Row row(statement);
    return takeInfo(row);
}

Plan readPlan(SQLite::Database& database, const fs::path& file, ComparisonId comparison)
{
    const auto texts
        = readTexts(database, "SELECT plan_json FROM comparison WHERE id = ?", comparison.value);
    if (texts.empty())
        throw Refusal({ErrorKind::NotFound,
            fmt::format("{} holds no comparison {}", file.string(), comparison.value)});
    auto plan = planFromJson(texts.front());
    if (!plan)
        throw Refusal({ErrorKind::BadData,
            fmt::format("the plan of comparison {} in {} cannot be read: {}", comparison.value,
                file.string(), plan.error().message)});
    return *std::move(plan);
}

std::vector<ComparisonSummary> readSummaries(SQLite::Database& database, Listed listed)
{
    std::vector<ComparisonSummary> summaries;
    forEachRow(database,
        "SELECT " + infoColumns(database) + ", workload, "
            + readableNames("suite", schemaOf(database)) + " FROM comparison WHERE deleted_utc_ns "
            + (listed == Listed::Present ? "IS NULL" : "IS NOT NULL") + " ORDER BY id DESC",
        [&](Row& row) {
            ComparisonSummary summary {.info = takeInfo(row)};
            row.takeInto(summary.workload);
            row.takeInto(summary.suite);
            summaries.push_back(std::move(summary));
        });
    readRest(database, summaries);
    return summaries;
}

void countChange(Statements& statements)
{
    statements.run("UPDATE change SET counter = counter + 1 WHERE id = 1");
}

} // namespace storage
