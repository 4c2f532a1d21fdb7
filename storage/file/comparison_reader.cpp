// SPDX-License-Identifier: Apache-2.0
#include "storage/file/comparison_reader.h"

#include "storage/columns/trace_rows.h"
#include "storage/rows/block_rows.h"
#include "storage/rows/comparison_rows.h"
#include "storage/rows/fact_rows.h"
#include "storage/rows/monitor_rows.h"
#include "storage/rows/note_rows.h"
#include "storage/rows/source_rows.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace storage {

using namespace profiler;

namespace {

struct StoredProcess {
    RowId row = 0;
    ProcessStart start;
    std::optional<ProcessEnd> end;
};

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

std::vector<StoredProcess> readProcesses(SQLite::Database& database, ComparisonId comparison)
{
    std::vector<StoredProcess> processes;
    forEachRow(
        database,
        "SELECT process_index, id, kind, variant_index, again, repetition, only_case, "
        "started_utc_ns, pid, outcome, ended_utc_ns, reason, error_class "
        "FROM process WHERE comparison_id = ? ORDER BY process_index",
        [&](Row& row) {
            if (row.take<std::int64_t>() != static_cast<std::int64_t>(processes.size()))
                throw damaged("a process is missing");
            processes.push_back({.row = row.take<RowId>(),
                .start = {.kind = row.take<ProcessKind>(),
                    .variant = row.take<int>(),
                    .again = row.take<bool>(),
                    .repetition = row.take<int>(),
                    .onlyCase = row.takeOptional<int>(),
                    .started = row.take<UtcTime>(),
                    .pid = row.take<int>()},
                .end = takeEnd(row)});
        },
        comparison.value);
    return processes;
}

/// Indices into the plan, before anybody uses them as such.
class PlanIndices {
public:
    explicit PlanIndices(const Plan& plan)
        : m_variants(static_cast<int>(plan.variants.size()))
        // A recording that died before its worker told the cases still has facts of the first.
        , m_cases(std::max(1, static_cast<int>(plan.cases.size())))
    {
    }

    void checkVariant(std::optional<int> variant) const
    {
        if (variant && (*variant < 0 || *variant >= m_variants))
            throw damaged(fmt::format("there is no variant {}", *variant));
    }

    void checkCase(std::optional<int> caseIndex) const
    {
        if (caseIndex && (*caseIndex < 0 || *caseIndex >= m_cases))
            throw damaged(fmt::format("there is no case {}", *caseIndex));
    }

    template <typename Fact>
    void checkCases(const std::vector<Fact>& facts) const
    {
        for (const auto& fact : facts)
            checkCase(fact.caseIndex);
    }

private:
    int m_variants;
    int m_cases;
};

void checkIndices(const ProcessRecord& process, const PlanIndices& indices)
{
    indices.checkVariant(process.start.variant);
    indices.checkCase(process.start.onlyCase);
    indices.checkCases(process.phases);
    indices.checkCases(process.blocks);
    indices.checkCases(process.steady);
    indices.checkCases(process.proofs);
    indices.checkCases(process.compiles);
    indices.checkCases(process.breaks);
    indices.checkCases(process.recompiles);
    indices.checkCases(process.memory);
    indices.checkCases(process.numerics);
    for (const auto& trace : process.traces)
        indices.checkCase(trace.start.caseIndex);
}

std::string sentenceOf(const std::vector<DamagedBlock>& damaged, int process)
{
    const auto leftOut = std::count_if(
        damaged.begin(), damaged.end(), [](const DamagedBlock& block) { return block.leftOut; });
    if (leftOut == 0)
        return fmt::format("The file is damaged: CPU times or context switches of {} blocks of "
                           "process {} cannot be read ({}); their call times are sound.",
            damaged.size(), process, damaged.front().reason);
    return fmt::format("The file is damaged: the calls of {} blocks of process {} cannot be read "
                       "({}) and are left out; the rest is sound.",
        leftOut, process, damaged.front().reason);
}

/// One notice for each case of a process.
std::vector<NoticeFact> damageNotices(
    const std::vector<DamagedBlock>& damaged, const ProcessStart& start, int process)
{
    std::map<int, std::vector<DamagedBlock>> byCase;
    for (const auto& block : damaged)
        byCase[block.caseIndex].push_back(block);
    std::vector<NoticeFact> notices;
    notices.reserve(byCase.size());
    for (const auto& [caseIndex, blocks] : byCase)
        notices.push_back({.variant = start.variant,
            .caseIndex = caseIndex,
            .rule = "damaged_samples",
            .sentence = sentenceOf(blocks, process)});
    return notices;
}

ProcessRecord readProcess(
    SQLite::Database& database, const StoredProcess& stored, std::vector<CallBlock> blocks)
{
    ProcessRecord record {.start = stored.start,
        .end = stored.end,
        .blocks = std::move(blocks),
        .traces = readTraces(database, stored.row)};
    readFacts(database, stored.row, record);
    return record;
}

} // namespace

ComparisonData readComparison(
    SQLite::Database& database, const fs::path& file, ComparisonId comparison)
{
    ComparisonData data {.info = readInfo(database, file, comparison),
        .plan = readPlan(database, file, comparison),
        .monitors = readMonitors(database, comparison),
        .notices = readNotices(database, comparison),
        .sources = readSources(database, comparison),
        .note = readNote(database, comparison),
        .tags = readTags(database, comparison)};
    const PlanIndices indices(data.plan);
    for (const auto& notice : data.notices) {
        indices.checkVariant(notice.variant);
        indices.checkCase(notice.caseIndex);
    }
    SampleBudget budget;
    for (const auto& stored : readProcesses(database, comparison)) {
        auto blocks = readBlocks(database, stored.row, budget);
        data.processes.push_back(readProcess(database, stored, std::move(blocks.blocks)));
        checkIndices(data.processes.back(), indices);
        const auto notices = damageNotices(
            blocks.damaged, stored.start, static_cast<int>(data.processes.size()) - 1);
        for (const auto& notice : notices) {
            indices.checkCase(notice.caseIndex);
            data.notices.push_back(notice);
        }
    }
    return data;
}

} // namespace storage
