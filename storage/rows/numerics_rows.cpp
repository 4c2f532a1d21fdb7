// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/numerics_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/rows/rows_with_parts.h"
#include "storage/sqlite/late_columns.h"

#include <string>
#include <tuple>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithModules = 15;

std::string errorNames()
{
    return std::string(moduleErrorColumns.names) + ", " + numericsColumns.names;
}

void insert(Statements& statements, RowId errors, std::size_t position, const ModuleError& error)
{
    static const auto names = "errors_id, position, " + errorNames();
    std::apply([&](const auto&... values) { statements.insert("module_error", names, values...); },
        std::tuple_cat(std::tie(errors, position), moduleErrorColumns.valuesOf(error),
            numericsColumns.valuesOf(error.figures)));
}

std::vector<ModuleError> readErrors(SQLite::Database& database, RowId errors)
{
    std::vector<ModuleError> read;
    forEachRow(
        database,
        "SELECT " + readableNames(errorNames(), schemaOf(database))
            + " FROM module_error WHERE errors_id = ? ORDER BY position",
        [&](Row& row) {
            auto& error = read.emplace_back(moduleErrorColumns.take(row));
            error.figures = numericsColumns.take(row);
        },
        errors);
    return read;
}

} // namespace

void insert(Statements& statements, RowId process, const ModuleErrors& fact)
{
    const auto id = insertRow(statements, moduleErrorsColumns, fact, process);
    for (std::size_t i = 0; i < fact.modules.size(); ++i)
        insert(statements, id, i, fact.modules[i]);
}

void insert(Statements& statements, RowId process, const UlpHistogram& fact)
{
    const auto id = insertRow(statements, ulpHistogramColumns, fact, process);
    insertRows(statements, ulpCountColumns, fact.counts, id);
}

void read(SQLite::Database& database, RowId process, std::vector<ModuleErrors>& facts)
{
    if (schemaOf(database) < schemaWithModules)
        return;
    auto read = readNumberedRows(database, moduleErrorsColumns, process);
    for (const auto& [id, place] : read.byRow) {
        auto& here = read.values[place].modules;
        here = readErrors(database, id);
        if (here.size() > mostModuleErrors)
            throw damaged("a call has errors of more modules than any that is recorded");
    }
    facts = std::move(read.values);
}

void read(SQLite::Database& database, RowId process, std::vector<UlpHistogram>& facts)
{
    facts = readWithParts(database, process, ulpHistogramColumns, &UlpHistogram::counts,
        ulpCountColumns,
        {.schema = schemaWithModules,
            .most = mostUlpCounts,
            .damage = "distances of values have more buckets than any that are recorded"});
}

} // namespace storage
