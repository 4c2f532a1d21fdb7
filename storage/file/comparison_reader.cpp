// SPDX-License-Identifier: Apache-2.0
#include "storage/file/comparison_reader.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/variant.h"
#include "storage/columns/trace_rows.h"
#include "storage/rows/block_rows.h"
#include "storage/rows/comparison_rows.h"
#include "storage/rows/fact_rows.h"
#include "storage/rows/monitor_rows.h"
#include "storage/rows/note_rows.h"
#include "storage/rows/process_rows.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace storage {

using namespace profiler;

namespace {

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
            .rule = damagedSamples,
            .sentence = sentenceOf(blocks, process)});
    return notices;
}

/// More than any recording holds: a made-up file would keep its reader busy for minutes.
struct Bound {
    const char* what;
    const char* count; ///< of the comparison; SQL
    std::int64_t most;
};

constexpr std::array bounds {
    Bound {"processes", "SELECT count(*) FROM process WHERE comparison_id = ?", 10'000},
    Bound {"graph breaks",
        "SELECT count(*) FROM graph_break JOIN process ON process.id = process_id "
        "WHERE comparison_id = ?",
        100'000},
    Bound {"recompiles",
        "SELECT count(*) FROM recompile JOIN process ON process.id = process_id "
        "WHERE comparison_id = ?",
        100'000},
};

void checkBound(const char* what, std::int64_t count, std::int64_t most)
{
    if (count > most)
        throw damaged(fmt::format("it has {} {}, and no more than {} are read", count, what, most));
}

void checkBounds(SQLite::Database& database, ComparisonId comparison)
{
    for (const auto& bound : bounds) {
        SQLite::Statement counted(database, bound.count);
        counted.bind(1, comparison.value);
        counted.executeStep();
        checkBound(bound.what, counted.getColumn(0).getInt64(), bound.most);
    }
}

Plan readBoundedPlan(SQLite::Database& database, const fs::path& file, ComparisonId comparison)
{
    constexpr std::int64_t mostVariants = 1000;
    constexpr std::int64_t mostCases = 10'000;
    auto plan = readPlan(database, file, comparison);
    checkBound("variants", std::ssize(plan.variants), mostVariants);
    checkBound("cases", std::ssize(plan.cases), mostCases);
    return plan;
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
    checkBounds(database, comparison);
    ComparisonData data {.info = readInfo(database, file, comparison),
        .plan = readBoundedPlan(database, file, comparison),
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
        indices.check(data.processes.back());
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
