// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/fact_rows.h"

#include "storage/rows/compile_rows.h"
#include "storage/sqlite/row_columns.h"

#include <cassert>

namespace storage {

using namespace profiler;

namespace {

constexpr auto phases
    = rowColumns("phase", "process_id", "id", "phase, case_index, wall_ns, cpu_ns",
        &PhaseFact::phase, &PhaseFact::caseIndex, &PhaseFact::wall, &PhaseFact::cpu);
constexpr auto steadyStates = rowColumns("steady", "process_id", "id",
    "case_index, steady, warm_up_calls, steady_from, noisy, reason", &SteadyFact::caseIndex,
    &SteadyFact::steady, &SteadyFact::warmUpCalls, &SteadyFact::steadyFrom, &SteadyFact::noisy,
    &SteadyFact::reason);
constexpr auto proofs = rowColumns("proof", "process_id", "id",
    "case_index, after_block, observed, compile_count", &ProofFact::caseIndex,
    &ProofFact::afterBlock, &ProofFact::observed, &ProofFact::compileCount);
constexpr auto memories = rowColumns("memory", "process_id", "id",
    "phase, case_index, host_peak_bytes, children_peak_bytes, device_peak_bytes, "
    "device_reserved_bytes, host_allocator_peak_bytes",
    &MemoryFact::phase, &MemoryFact::caseIndex, &MemoryFact::hostPeakBytes,
    &MemoryFact::childrenPeakBytes, &MemoryFact::devicePeakBytes, &MemoryFact::deviceReservedBytes,
    &MemoryFact::hostAllocatorPeakBytes);
constexpr auto numerics = rowColumns("numerics", "process_id", "id",
    "case_index, input_set, role, path, dtype, layout_mismatch, elements, bit_equal, "
    "mismatches, nan_positions_equal, max_abs, max_rel, max_ulp, cosine, tolerance_used_ratio, "
    "rmse_reference, rmse_result, argmax_agreement, random_operators",
    &NumericsFact::caseIndex, &NumericsFact::inputSet, &NumericsFact::role, &NumericsFact::path,
    &NumericsFact::dtype, &NumericsFact::layoutMismatch, &NumericsFact::elements,
    &NumericsFact::bitEqual, &NumericsFact::mismatches, &NumericsFact::nanPositionsEqual,
    &NumericsFact::maxAbs, &NumericsFact::maxRel, &NumericsFact::maxUlp, &NumericsFact::cosine,
    &NumericsFact::toleranceUsedRatio, &NumericsFact::rmseReference, &NumericsFact::rmseResult,
    &NumericsFact::argmaxAgreement, &NumericsFact::randomOperators);

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
    insertRow(statements, phases, fact, process);
}

void read(SQLite::Database& database, RowId process, std::vector<PhaseFact>& facts)
{
    facts = readRows(database, phases, process);
}

void insert(Statements& statements, RowId process, const SteadyFact& fact)
{
    insertRow(statements, steadyStates, fact, process);
}

void read(SQLite::Database& database, RowId process, std::vector<SteadyFact>& facts)
{
    facts = readRows(database, steadyStates, process);
}

void insert(Statements& statements, RowId process, const ProofFact& fact)
{
    const auto proof = insertRow(statements, proofs, fact, process);
    for (const auto& [compileId, times] : fact.regions)
        statements.insert("proof_region", "proof_id, compile_id, times", proof, compileId, times);
}

void read(SQLite::Database& database, RowId process, std::vector<ProofFact>& facts)
{
    auto read = readNumberedRows(database, proofs, process);
    forEachRow(
        database,
        "SELECT proof_id, proof_region.compile_id, times FROM proof_region "
        "JOIN proof ON proof.id = proof_id WHERE process_id = ?",
        [&](Row& row) {
            auto& proof = read.takeOwner(row);
            auto compileId = row.take<std::string>();
            proof.regions[std::move(compileId)] = row.take<int>();
        },
        process);
    facts = std::move(read.values);
}

void insert(Statements& statements, RowId process, const MemoryFact& fact)
{
    insertRow(statements, memories, fact, process);
}

void read(SQLite::Database& database, RowId process, std::vector<MemoryFact>& facts)
{
    facts = readRows(database, memories, process);
}

void insert(Statements& statements, RowId process, const NumericsFact& fact)
{
    insertRow(statements, numerics, fact, process);
}

void read(SQLite::Database& database, RowId process, std::vector<NumericsFact>& facts)
{
    facts = readRows(database, numerics, process);
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
