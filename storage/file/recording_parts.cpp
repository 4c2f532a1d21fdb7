// SPDX-License-Identifier: Apache-2.0
#include "storage/file/recording_parts.h"

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/text/fnv_hash.h"
#include "profiler/model/variant.h"
#include "storage/columns/trace_rows.h"
#include "storage/file/connection.h"
#include "storage/file/writer_lock.h"
#include "storage/rows/block_rows.h"
#include "storage/rows/comparison_rows.h"
#include "storage/rows/fact_rows.h"
#include "storage/rows/process_rows.h"
#include "storage/sqlite/sqlite_error.h"

#include <SQLiteCpp/Database.h>

#include <algorithm>
#include <set>
#include <utility>

namespace storage {

using namespace profiler;

namespace {

/// Reads the wanted processes of one recording.
class PartsReader {
public:
    PartsReader(SQLite::Database& database, const fs::path& file, const WantedParts& wanted)
        : m_database(database)
        , m_file(file)
        , m_wanted(wanted)
    {
    }

    ComparisonData read(ComparisonId comparison)
    {
        ComparisonData data {.info = readInfo(m_database, m_file, comparison),
            .plan = readPlan(m_database, m_file, comparison)};
        if (data.info.status == ComparisonStatus::Running && !isBeingRecorded(m_file))
            data.info.status = ComparisonStatus::Partial;
        const PlanIndices indices(data.plan);
        for (const auto& stored : readProcesses(m_database, comparison)) {
            if (!isWanted(stored.start, data.plan))
                continue;
            data.processes.push_back(readProcess(stored));
            indices.check(data.processes.back());
        }
        m_told.clear();
        return data;
    }

private:
    [[nodiscard]] bool isWanted(const ProcessStart& start, const Plan& plan) const
    {
        if (m_wanted.verdict)
            return true;
        const auto variant = static_cast<std::size_t>(start.variant);
        const bool ofVariant = m_wanted.variant.empty()
            || (variant < plan.variants.size() && plan.variants[variant].name == m_wanted.variant);
        return ofVariant && !start.again
            && std::ranges::find(m_wanted.processes, start.kind) != m_wanted.processes.end();
    }

    ProcessRecord readProcess(const StoredProcess& stored)
    {
        ProcessRecord record {.start = stored.start, .end = stored.end};
        if (m_wanted.verdict) {
            record.blocks = readBlocks(m_database, stored.row, m_budget).blocks;
            readFacts(m_database, stored.row, record);
            return record;
        }
        if (m_wanted.calls)
            record.blocks
                = readBlocks(m_database, stored.row, m_budget, SampleChoice::Times).blocks;
        if (m_wanted.traces)
            record.traces = readTraces(m_database, stored.row);
        const bool first = m_told.insert(stored.start.variant).second;
        readFacts(m_database, stored.row,
            {.environment = first,
                .calls = m_wanted.calls,
                .compiles = m_wanted.compiles,
                .memory = m_wanted.memory},
            record);
        return record;
    }

    SQLite::Database& m_database;
    const fs::path& m_file;
    const WantedParts& m_wanted;
    SampleBudget m_budget;
    std::set<int> m_told; ///< variants whose environment was read
};

/// Of one that has ended, what changes with it: names, goal, status, and processes that are added.
/// The facts of a process are added, too, and never changed.
std::vector<RecordingMark> readMarks(SQLite::Database& database)
{
    std::vector<RecordingMark> marks;
    forEachRow(database,
        "SELECT id, started_utc_ns || '/' || ended_utc_ns || '/' || status || '/' || tool_version"
        " || '/' || (SELECT count(*) || '/' || ifnull(max(process.id), 0) FROM process"
        " WHERE comparison_id = comparison.id) || '/' || name || '/' || plan_json"
        " FROM comparison WHERE deleted_utc_ns IS NULL ORDER BY id",
        [&](Row& row) {
            marks.push_back({.id = {row.take<std::int64_t>()}, .mark = {}});
            if (const auto told = row.takeOptional<std::string>()) // NULL: it has not ended
                marks.back().mark = fnvHash(*told);
        });
    return marks;
}

} // namespace

Result<void> forEachRecording(const fs::path& file, const WantedParts& wanted,
    const std::function<void(const RecordingMark&, ComparisonData)>& take, Slice slice,
    const std::function<bool(const RecordingMark&)>& known)
{
    Result<void> all;
    auto opened = guarded(file, [&] {
        auto connection = openToGlance(file);
        const auto marks = readMarks(connection.database);
        for (auto i = slice.index; i < marks.size(); i += slice.count) {
            if (known && known(marks[i]))
                continue;
            const auto read = guarded(file, [&] {
                take(marks[i], PartsReader(connection.database, file, wanted).read(marks[i].id));
            });
            if (!read && all)
                all = read;
        }
    });
    return opened ? all : opened;
}

Result<ComparisonData> loadParts(
    const fs::path& file, ComparisonId comparison, const WantedParts& wanted)
{
    return guarded(file, [&] {
        auto connection = openToGlance(file);
        return PartsReader(connection.database, file, wanted).read(comparison);
    });
}

} // namespace storage
