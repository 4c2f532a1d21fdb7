// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/compile_rows.h"

#include "storage/sqlite/row_columns.h"

namespace storage {

using namespace profiler;

namespace {

constexpr auto compiles = rowColumns("compile", "process_id", "id",
    "compile_id, case_index, start_up, function, file, line, duration_ns, cache, nodes, "
    "operators, guards, fail_type, fail_reason, metrics_json",
    &CompileFact::compileId, &CompileFact::caseIndex, &CompileFact::startUp, &CompileFact::function,
    &CompileFact::file, &CompileFact::line, &CompileFact::duration, &CompileFact::cache,
    &CompileFact::nodes, &CompileFact::operators, &CompileFact::guards, &CompileFact::failType,
    &CompileFact::failReason, &CompileFact::metricsJson);
constexpr auto graphBreaks = rowColumns("graph_break", "process_id", "id",
    "break_id, reason, explanation, hint, file, line, function, compile_id, case_index",
    &GraphBreakFact::id, &GraphBreakFact::reason, &GraphBreakFact::explanation,
    &GraphBreakFact::hint, &GraphBreakFact::file, &GraphBreakFact::line, &GraphBreakFact::function,
    &GraphBreakFact::compileId, &GraphBreakFact::caseIndex);
constexpr auto recompiles = rowColumns("recompile", "process_id", "id",
    "compile_id, guard, reason, function, file, line, duration_ns, case_index",
    &RecompileFact::compileId, &RecompileFact::guard, &RecompileFact::reason,
    &RecompileFact::function, &RecompileFact::file, &RecompileFact::line, &RecompileFact::duration,
    &RecompileFact::caseIndex);

} // namespace

void insert(Statements& statements, RowId process, const CompileFact& fact)
{
    const auto compile = insertRow(statements, compiles, fact, process);
    for (const auto& [phase, duration] : fact.phases)
        statements.insert(
            "compile_phase", "compile_row, phase, duration_ns", compile, phase, duration);
}

void read(SQLite::Database& database, RowId process, std::vector<CompileFact>& facts)
{
    auto read = readNumberedRows(database, compiles, process);
    forEachRow(
        database,
        "SELECT compile_row, phase, compile_phase.duration_ns FROM compile_phase "
        "JOIN compile ON compile.id = compile_row WHERE process_id = ?",
        [&](Row& row) {
            auto& compile = read.takeOwner(row);
            auto phase = row.take<std::string>();
            compile.phases[std::move(phase)] = row.take<nanoseconds>();
        },
        process);
    facts = std::move(read.values);
}

void insert(Statements& statements, RowId process, const GraphBreakFact& fact)
{
    insertRow(statements, graphBreaks, fact, process);
}

void read(SQLite::Database& database, RowId process, std::vector<GraphBreakFact>& facts)
{
    facts = readRows(database, graphBreaks, process);
}

void insert(Statements& statements, RowId process, const RecompileFact& fact)
{
    insertRow(statements, recompiles, fact, process);
}

void read(SQLite::Database& database, RowId process, std::vector<RecompileFact>& facts)
{
    facts = readRows(database, recompiles, process);
}

} // namespace storage
