// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts.h"
#include "storage/sqlite/statements.h"

#include <vector>

/// Facts of a process that are one row each (and their maps).
namespace storage {

void insertFact(Statements& statements, RowId process, const profiler::EnvironmentFields& fields);
void insertFact(Statements& statements, RowId process, const profiler::PhaseFact& fact);
void insertFact(Statements& statements, RowId process, const profiler::SteadyFact& fact);
void insertFact(Statements& statements, RowId process, const profiler::ProofFact& fact);
void insertFact(Statements& statements, RowId process, const profiler::MemoryFact& fact);
void insertFact(Statements& statements, RowId process, const profiler::NumericsFact& fact);

[[nodiscard]] profiler::EnvironmentFields readEnvironment(
    SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::PhaseFact> readPhases(
    SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::SteadyFact> readSteady(
    SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::ProofFact> readProofs(
    SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::MemoryFact> readMemory(
    SQLite::Database& database, RowId process);
[[nodiscard]] std::vector<profiler::NumericsFact> readNumerics(
    SQLite::Database& database, RowId process);

} // namespace storage
