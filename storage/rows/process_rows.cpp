// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/process_rows.h"

#include "profiler/model/case.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/plan.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/sqlite_error.h"

#include <algorithm>
#include <fmt/format.h>

namespace storage {

using namespace profiler;

namespace {

constexpr int schemaWithCaseRanges = 16;

/// Before that a process ran one case or all of them.
std::string caseColumns(SQLite::Database& database)
{
    return schemaOf(database) < schemaWithCaseRanges
        ? "only_case, CASE WHEN only_case IS NULL THEN NULL ELSE 1 END"
        : "first_case, case_count";
}

std::optional<CaseRange> takeCases(Row& row)
{
    const auto first = row.takeOptional<int>();
    const auto count = row.takeOptional<int>();
    if (!first || !count)
        return std::nullopt;
    return CaseRange {.first = *first, .count = *count};
}

std::optional<ProcessEnd> takeEnd(Row& row)
{
    const auto outcome = row.takeOptional<ProcessOutcome>();
    ProcessEnd end {.ended = row.take<UtcTime>(),
        .reason = row.take<std::string>(),
        .errorClass = row.take<std::string>()};
    if (!outcome)
        return std::nullopt;
    end.outcome = *outcome;
    return end;
}

} // namespace

std::vector<StoredProcess> readProcesses(SQLite::Database& database, ComparisonId comparison)
{
    std::vector<StoredProcess> processes;
    forEachRow(
        database,
        "SELECT process_index, id, kind, variant_index, again, repetition, " + caseColumns(database)
            + ", started_utc_ns, pid, outcome, ended_utc_ns, reason, error_class "
              "FROM process WHERE comparison_id = ? ORDER BY process_index",
        [&](Row& row) {
            row.takeNumber(processes.size(), "a process is missing");
            processes.push_back({.row = row.take<RowId>(),
                .start = {.kind = row.take<ProcessKind>(),
                    .variant = row.take<int>(),
                    .again = row.take<bool>(),
                    .repetition = row.take<int>(),
                    .cases = takeCases(row),
                    .started = row.take<UtcTime>(),
                    .pid = row.take<int>()},
                .end = takeEnd(row)});
        },
        comparison.value);
    return processes;
}

PlanIndices::PlanIndices(const Plan& plan)
    : m_variants(static_cast<int>(plan.variants.size()))
    // A recording that died before its worker told the cases still has facts of the first.
    , m_cases(std::max(1, static_cast<int>(plan.cases.size())))
{
}

void PlanIndices::checkVariant(std::optional<int> variant) const
{
    if (variant && (*variant < 0 || *variant >= m_variants))
        throw damaged(fmt::format("there is no variant {}", *variant));
}

void PlanIndices::checkCase(std::optional<int> caseIndex) const
{
    if (caseIndex && (*caseIndex < 0 || *caseIndex >= m_cases))
        throw damaged(fmt::format("there is no case {}", *caseIndex));
}

template <typename Fact>
void PlanIndices::checkCases(const std::vector<Fact>& facts) const
{
    for (const auto& fact : facts)
        checkCase(fact.caseIndex);
}

void PlanIndices::check(const ProcessRecord& process) const
{
    checkVariant(process.start.variant);
    if (const auto& cases = process.start.cases) {
        checkCase(cases->first);
        if (cases->count < 1 || cases->count > m_cases - cases->first)
            throw damaged(
                fmt::format("there are no {} cases from {} on", cases->count, cases->first));
    }
    checkCases(process.phases);
    checkCases(process.blocks);
    checkCases(process.steady);
    checkCases(process.proofs);
    checkCases(process.compiles);
    checkCases(process.breaks);
    checkCases(process.recompiles);
    checkCases(process.memory);
    checkCases(process.numerics);
    for (const auto& trace : process.traces)
        checkCase(trace.start.caseIndex);
}

} // namespace storage
