// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/fact_rows.h"

#include "storage/rows/code_rows.h"
#include "storage/rows/compile_trace_rows.h"
#include "storage/rows/fact_columns.h"
#include "storage/rows/load_rows.h"
#include "storage/rows/memory_history_rows.h"
#include "storage/rows/numerics_rows.h"
#include "storage/rows/outlook_rows.h"
#include "storage/rows/training_rows.h"
#include "storage/sqlite/migrations.h"

#include <cassert>

namespace storage {

using namespace profiler;

namespace {

// Facts that are one row each.
template <typename Fact>
constexpr auto columnsOf = nullptr;
template <>
constexpr auto columnsOf<PhaseFact> = phaseColumns;
template <>
constexpr auto columnsOf<SteadyFact> = steadyColumns;
template <>
constexpr auto columnsOf<GraphBreakFact> = graphBreakColumns;
template <>
constexpr auto columnsOf<RecompileFact> = recompileColumns;
template <>
constexpr auto columnsOf<CollectionFact> = collectionColumns;
template <>
constexpr auto columnsOf<CaseFailure> = caseFailureColumns;
template <>
constexpr auto columnsOf<MemoryFact> = memoryColumns;
template <>
constexpr auto columnsOf<NumericsFact> = numericsColumns;
template <>
constexpr auto columnsOf<RoofFact> = roofColumns;
template <>
constexpr auto columnsOf<TuneStep> = tuneColumns;

/// The first schema with the fact's table; files of older ones hold none.
template <typename Fact>
constexpr int schemaWith = 1;
template <>
constexpr int schemaWith<RoofFact> = schemaWithOutlook;
template <>
constexpr int schemaWith<TuneStep> = 7;
template <>
constexpr int schemaWith<CollectionFact> = 8;
template <>
constexpr int schemaWith<CaseFailure> = 17;

template <typename Fact>
void insert(Statements& statements, RowId process, const Fact& fact)
{
    insertRow(statements, columnsOf<Fact>, fact, process);
}

template <typename Fact>
void read(SQLite::Database& database, RowId process, std::vector<Fact>& facts)
{
    if (schemaOf(database) >= schemaWith<Fact>)
        facts = readRows(database, columnsOf<Fact>, process);
}

void insert(Statements& statements, RowId process, const EnvironmentFields& fields)
{
    for (const auto& [key, value] : fields)
        statements.run("INSERT OR REPLACE INTO environment (process_id, key, value) "
                       "VALUES (?, ?, ?)",
            process, key, value);
}

void read(SQLite::Database& database, RowId process, EnvironmentFields& fields)
{
    forEachRow(
        database, "SELECT key, value FROM environment WHERE process_id = ?",
        [&](Row& row) {
            auto key = row.take<std::string>();
            fields[std::move(key)] = row.take<std::string>();
        },
        process);
}

/// Facts with a map whose entries stand in a table of their own: `entries` asks for the fact's row,
/// key and value.
template <typename Columns, typename Fact, typename Value>
std::vector<Fact> readWithParts(SQLite::Database& database, RowId process, const Columns& columns,
    const char* entries, std::map<std::string, Value> Fact::*parts)
{
    auto read = readNumberedRows(database, columns, process);
    forEachRow(
        database, entries,
        [&](Row& row) {
            auto& fact = read.takeOwner(row);
            auto key = row.take<std::string>();
            (fact.*parts)[std::move(key)] = row.take<Value>();
        },
        process);
    return std::move(read.values);
}

void insert(Statements& statements, RowId process, const ProofFact& fact)
{
    const auto proof = insertRow(statements, proofColumns, fact, process);
    for (const auto& [compileId, times] : fact.regions)
        statements.insert("proof_region", "proof_id, compile_id, times", proof, compileId, times);
}

void read(SQLite::Database& database, RowId process, std::vector<ProofFact>& facts)
{
    facts = readWithParts(database, process, proofColumns,
        "SELECT proof_id, proof_region.compile_id, times FROM proof_region "
        "JOIN proof ON proof.id = proof_id WHERE process_id = ?",
        &ProofFact::regions);
}

void insert(Statements& statements, RowId process, const CompileFact& fact)
{
    const auto compile = insertRow(statements, compileColumns, fact, process);
    for (const auto& [phase, duration] : fact.phases)
        statements.insert(
            "compile_phase", "compile_row, phase, duration_ns", compile, phase, duration);
}

void read(SQLite::Database& database, RowId process, std::vector<CompileFact>& facts)
{
    facts = readWithParts(database, process, compileColumns,
        "SELECT compile_row, phase, compile_phase.duration_ns FROM compile_phase "
        "JOIN compile ON compile.id = compile_row WHERE process_id = ?",
        &CompileFact::phases);
}

// Blocks are stored with their samples, and read with them.
void insert(Statements& /*statements*/, RowId /*process*/, const CallBlock& /*block*/)
{
    assert(false);
}

void read(SQLite::Database& /*database*/, RowId /*process*/, std::vector<CallBlock>& /*blocks*/) { }

} // namespace

void insertFact(Statements& statements, RowId process, const Fact& fact)
{
    std::visit([&](const auto& each) { insert(statements, process, each); }, fact);
}

void readFacts(SQLite::Database& database, RowId process, ProcessRecord& record)
{
    read(database, process, record.environment);
    std::apply([&](auto... lists) { (read(database, process, record.*lists), ...); }, factLists);
}

void readFacts(
    SQLite::Database& database, RowId process, const FactChoice& choice, ProcessRecord& record)
{
    if (choice.environment)
        read(database, process, record.environment);
    if (choice.calls) {
        read(database, process, record.phases);
        read(database, process, record.steady);
    }
    if (choice.compiles) {
        read(database, process, record.compiles);
        read(database, process, record.breaks);
        read(database, process, record.recompiles);
        read(database, process, record.proofs);
    }
    if (choice.memory)
        read(database, process, record.memory);
}

} // namespace storage
