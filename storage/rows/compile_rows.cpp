// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/compile_rows.h"

namespace storage {

using namespace profiler;

void insert(Statements& statements, RowId process, const CompileFact& fact)
{
    const auto compile = statements.insert("compile",
        "process_id, compile_id, case_index, start_up, function, file, line, duration_ns, cache, "
        "nodes, operators, guards, fail_type, fail_reason, metrics_json",
        process, fact.compileId, fact.caseIndex, fact.startUp, fact.function, fact.file, fact.line,
        fact.duration, fact.cache, fact.nodes, fact.operators, fact.guards, fact.failType,
        fact.failReason, fact.metricsJson);
    for (const auto& [phase, duration] : fact.phases)
        statements.insert(
            "compile_phase", "compile_row, phase, duration_ns", compile, phase, duration);
}

void read(SQLite::Database& database, RowId process, std::vector<CompileFact>& compiles)
{
    std::unordered_map<RowId, std::size_t> byRow;
    forEachRow(
        database,
        "SELECT id, compile_id, case_index, start_up, function, file, line, duration_ns, cache, "
        "nodes, operators, guards, fail_type, fail_reason, metrics_json "
        "FROM compile WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            byRow[row.take<RowId>()] = compiles.size();
            compiles.push_back({.compileId = row.take<std::string>(),
                .caseIndex = row.takeOptional<int>(),
                .startUp = row.take<bool>(),
                .function = row.take<std::string>(),
                .file = row.take<std::string>(),
                .line = row.take<int>(),
                .duration = row.take<nanoseconds>(),
                .cache = row.takeOptional<std::string>(),
                .nodes = row.takeOptional<std::int64_t>(),
                .operators = row.takeOptional<std::int64_t>(),
                .guards = row.takeOptional<std::int64_t>(),
                .failType = row.take<std::string>(),
                .failReason = row.take<std::string>(),
                .metricsJson = row.take<std::string>()});
        },
        process);
    forEachRow(
        database,
        "SELECT compile_row, phase, compile_phase.duration_ns FROM compile_phase "
        "JOIN compile ON compile.id = compile_row WHERE process_id = ?",
        [&](Row& row) {
            auto& compile = compiles.at(byRow.at(row.take<RowId>()));
            auto phase = row.take<std::string>();
            compile.phases[std::move(phase)] = row.take<nanoseconds>();
        },
        process);
}

void insert(Statements& statements, RowId process, const GraphBreakFact& fact)
{
    statements.insert("graph_break",
        "process_id, break_id, reason, explanation, hint, file, line, function, compile_id, "
        "case_index",
        process, fact.id, fact.reason, fact.explanation, fact.hint, fact.file, fact.line,
        fact.function, fact.compileId, fact.caseIndex);
}

void read(SQLite::Database& database, RowId process, std::vector<GraphBreakFact>& breaks)
{
    forEachRow(
        database,
        "SELECT break_id, reason, explanation, hint, file, line, function, compile_id, case_index "
        "FROM graph_break WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            breaks.push_back({.id = row.take<std::string>(),
                .reason = row.take<std::string>(),
                .explanation = row.take<std::string>(),
                .hint = row.take<std::string>(),
                .file = row.take<std::string>(),
                .line = row.take<int>(),
                .function = row.take<std::string>(),
                .compileId = row.take<std::string>(),
                .caseIndex = row.takeOptional<int>()});
        },
        process);
}

void insert(Statements& statements, RowId process, const RecompileFact& fact)
{
    statements.insert("recompile",
        "process_id, compile_id, guard, reason, function, file, line, duration_ns, case_index",
        process, fact.compileId, fact.guard, fact.reason, fact.function, fact.file, fact.line,
        fact.duration, fact.caseIndex);
}

void read(SQLite::Database& database, RowId process, std::vector<RecompileFact>& recompiles)
{
    forEachRow(
        database,
        "SELECT compile_id, guard, reason, function, file, line, duration_ns, case_index "
        "FROM recompile WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            recompiles.push_back({.compileId = row.take<std::string>(),
                .guard = row.take<std::string>(),
                .reason = row.take<std::string>(),
                .function = row.take<std::string>(),
                .file = row.take<std::string>(),
                .line = row.take<int>(),
                .duration = row.takeOptional<nanoseconds>(),
                .caseIndex = row.takeOptional<int>()});
        },
        process);
}

} // namespace storage
