// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/fact_rows.h"

#include "storage/rows/compile_rows.h"

#include <cassert>

namespace storage {

using namespace profiler;

namespace {

// As read; an insert names the process before them.
constexpr auto phaseColumns = "phase, case_index, wall_ns, cpu_ns";
constexpr auto steadyColumns = "case_index, steady, warm_up_calls, steady_from, noisy, reason";
constexpr auto memoryColumns
    = "phase, case_index, host_peak_bytes, children_peak_bytes, device_peak_bytes, "
      "device_reserved_bytes, host_allocator_peak_bytes";
constexpr auto numericsColumns
    = "case_index, input_set, role, path, dtype, layout_mismatch, elements, bit_equal, "
      "mismatches, nan_positions_equal, max_abs, max_rel, max_ulp, cosine, tolerance_used_ratio, "
      "rmse_reference, rmse_result, argmax_agreement, random_operators";

/// `make(row)` for every row of a process, in the order handed over.
template <typename Make>
auto readRows(SQLite::Database& database, const std::string& table, const std::string& columns,
    RowId process, Make&& make)
{
    std::vector<std::invoke_result_t<Make, Row&>> facts;
    forEachRow(
        database, "SELECT " + columns + " FROM " + table + " WHERE process_id = ? ORDER BY id",
        [&](Row& row) { facts.push_back(make(row)); }, process);
    return facts;
}

template <typename... Values>
void insertRow(Statements& statements, const char* table, const char* columns, RowId process,
    const Values&... values)
{
    statements.insert(table, std::string("process_id, ") + columns, process, values...);
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

void insert(Statements& statements, RowId process, const PhaseFact& fact)
{
    insertRow(statements, "phase", phaseColumns, process, fact.phase, fact.caseIndex, fact.wall,
        fact.cpu);
}

void read(SQLite::Database& database, RowId process, std::vector<PhaseFact>& facts)
{
    facts = readRows(database, "phase", phaseColumns, process, [](Row& row) {
        return PhaseFact {.phase = row.take<std::string>(),
            .caseIndex = row.takeOptional<int>(),
            .wall = row.take<nanoseconds>(),
            .cpu = row.takeOptional<nanoseconds>()};
    });
}

void insert(Statements& statements, RowId process, const SteadyFact& fact)
{
    insertRow(statements, "steady", steadyColumns, process, fact.caseIndex, fact.steady,
        fact.warmUpCalls, fact.steadyFrom, fact.noisy, fact.reason);
}

void read(SQLite::Database& database, RowId process, std::vector<SteadyFact>& facts)
{
    facts = readRows(database, "steady", steadyColumns, process, [](Row& row) {
        return SteadyFact {.caseIndex = row.take<int>(),
            .steady = row.take<bool>(),
            .warmUpCalls = row.take<std::int64_t>(),
            .steadyFrom = row.take<std::int64_t>(),
            .noisy = row.take<bool>(),
            .reason = row.take<std::string>()};
    });
}

void insert(Statements& statements, RowId process, const ProofFact& fact)
{
    const auto proof
        = statements.insert("proof", "process_id, case_index, after_block, observed, compile_count",
            process, fact.caseIndex, fact.afterBlock, fact.observed, fact.compileCount);
    for (const auto& [compileId, times] : fact.regions)
        statements.insert("proof_region", "proof_id, compile_id, times", proof, compileId, times);
}

void read(SQLite::Database& database, RowId process, std::vector<ProofFact>& proofs)
{
    std::unordered_map<RowId, std::size_t> byRow;
    forEachRow(
        database,
        "SELECT id, case_index, after_block, observed, compile_count FROM proof "
        "WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            byRow[row.take<RowId>()] = proofs.size();
            proofs.push_back({.caseIndex = row.take<int>(),
                .afterBlock = row.take<int>(),
                .observed = row.take<bool>(),
                .compileCount = row.take<std::int64_t>()});
        },
        process);
    forEachRow(
        database,
        "SELECT proof_id, proof_region.compile_id, times FROM proof_region "
        "JOIN proof ON proof.id = proof_id WHERE process_id = ?",
        [&](Row& row) {
            auto& proof = proofs.at(byRow.at(row.take<RowId>()));
            auto compileId = row.take<std::string>();
            proof.regions[std::move(compileId)] = row.take<int>();
        },
        process);
}

void insert(Statements& statements, RowId process, const MemoryFact& fact)
{
    insertRow(statements, "memory", memoryColumns, process, fact.phase, fact.caseIndex,
        fact.hostPeakBytes, fact.childrenPeakBytes, fact.devicePeakBytes, fact.deviceReservedBytes,
        fact.hostAllocatorPeakBytes);
}

void read(SQLite::Database& database, RowId process, std::vector<MemoryFact>& facts)
{
    facts = readRows(database, "memory", memoryColumns, process, [](Row& row) {
        return MemoryFact {.phase = row.take<MemoryPhase>(),
            .caseIndex = row.takeOptional<int>(),
            .hostPeakBytes = row.takeOptional<std::int64_t>(),
            .childrenPeakBytes = row.takeOptional<std::int64_t>(),
            .devicePeakBytes = row.takeOptional<std::int64_t>(),
            .deviceReservedBytes = row.takeOptional<std::int64_t>(),
            .hostAllocatorPeakBytes = row.takeOptional<std::int64_t>()};
    });
}

void insert(Statements& statements, RowId process, const NumericsFact& fact)
{
    insertRow(statements, "numerics", numericsColumns, process, fact.caseIndex, fact.inputSet,
        fact.role, fact.path, fact.dtype, fact.layoutMismatch, fact.elements, fact.bitEqual,
        fact.mismatches, fact.nanPositionsEqual, fact.maxAbs, fact.maxRel, fact.maxUlp, fact.cosine,
        fact.toleranceUsedRatio, fact.rmseReference, fact.rmseResult, fact.argmaxAgreement,
        fact.randomOperators);
}

void read(SQLite::Database& database, RowId process, std::vector<NumericsFact>& facts)
{
    facts = readRows(database, "numerics", numericsColumns, process, [](Row& row) {
        return NumericsFact {.caseIndex = row.take<int>(),
            .inputSet = row.take<int>(),
            .role = row.take<TensorRole>(),
            .path = row.take<std::string>(),
            .dtype = row.take<std::string>(),
            .layoutMismatch = row.take<std::string>(),
            .elements = row.take<std::int64_t>(),
            .bitEqual = row.take<std::int64_t>(),
            .mismatches = row.take<std::int64_t>(),
            .nanPositionsEqual = row.take<bool>(),
            .maxAbs = row.takeOptional<double>(),
            .maxRel = row.takeOptional<double>(),
            .maxUlp = row.takeOptional<std::int64_t>(),
            .cosine = row.takeOptional<double>(),
            .toleranceUsedRatio = row.takeOptional<double>(),
            .rmseReference = row.takeOptional<double>(),
            .rmseResult = row.takeOptional<double>(),
            .argmaxAgreement = row.takeOptional<double>(),
            .randomOperators = row.take<bool>()};
    });
}

// Blocks are stored with their samples, and read with them.
void insert(Statements& /*statements*/, RowId /*process*/, const CallBlock& /*block*/)
{
    assert(false);
}

void read(
    SQLite::Database& /*database*/, RowId /*process*/, const std::vector<CallBlock>& /*blocks*/)
{
}

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

} // namespace storage
