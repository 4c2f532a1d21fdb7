// SPDX-License-Identifier: Apache-2.0
#include "storage/file/comparison_identity.h"

#include "profiler/model/text/fnv_hash.h"
#include "storage/sqlite/late_columns.h"
#include "storage/sqlite/migrations.h"
#include "storage/sqlite/statements.h"

#include <algorithm>
#include <fmt/format.h>

namespace storage {

using namespace profiler;

namespace {

/// Of one that has none: what no later change touches.
std::string derivedIdentity(const std::string& recorded)
{
    constexpr std::string_view other = "\1"; // a second hash of the same text
    return fmt::format("{:016x}{:016x}", fnvHash(recorded), fnvHash(recorded, fnvHash(other)));
}

bool beginsAs(const RecordedExtent& longer, const RecordedExtent& shorter)
{
    if (shorter.processes.size() > longer.processes.size())
        return false;
    for (std::size_t i = 0; i < shorter.processes.size(); ++i) {
        const auto& less = shorter.processes[i];
        const auto& more = longer.processes[i];
        if (less.startedNs != more.startedNs || less.blocks > more.blocks
            || (less.ended && !more.ended))
            return false;
    }
    return true;
}

} // namespace

std::vector<IdentifiedComparison> identifiedComparisons(SQLite::Database& database)
{
    std::vector<IdentifiedComparison> comparisons;
    forEachRow(database,
        "SELECT id, name, " + readableNames("identity", schemaOf(database))
            + ", deleted_utc_ns IS NOT NULL, started_utc_ns || '/' || tool_version || '/' || "
              "workload"
              " || '/' || command || '/' || coalesce((SELECT started_utc_ns || '/' || pid"
              " FROM process WHERE comparison_id = comparison.id ORDER BY process_index LIMIT 1), "
              "'')"
              " FROM comparison ORDER BY id",
        [&](Row& row) {
            IdentifiedComparison comparison;
            comparison.id.value = row.take<std::int64_t>();
            row.takeInto(comparison.name);
            row.takeInto(comparison.identity);
            row.takeInto(comparison.deleted);
            const auto recorded = row.take<std::string>();
            if (comparison.identity.empty())
                comparison.identity = derivedIdentity(recorded);
            comparisons.push_back(std::move(comparison));
        });
    return comparisons;
}

RecordedExtent extentOf(SQLite::Database& database, ComparisonId comparison)
{
    RecordedExtent extent;
    forEachRow(
        database, "SELECT status FROM comparison WHERE id = ?",
        [&](Row& row) { row.takeInto(extent.status); }, comparison.value);
    forEachRow(
        database,
        "SELECT started_utc_ns, (SELECT count(*) FROM block WHERE process_id = process.id), "
        "outcome IS NOT NULL FROM process WHERE comparison_id = ? ORDER BY process_index",
        [&](Row& row) {
            RecordedExtent::Process process;
            row.takeInto(process.startedNs);
            row.takeInto(process.blocks);
            row.takeInto(process.ended);
            extent.processes.push_back(process);
        },
        comparison.value);
    return extent;
}

ExtentOrder compareExtents(const RecordedExtent& one, const RecordedExtent& other)
{
    const bool longer = beginsAs(one, other);
    const bool shorter = beginsAs(other, one);
    if (longer && shorter) {
        // Copied while it was recorded, between its last process and its end.
        const auto complete
            = [](const RecordedExtent& extent) { return extent.status == "complete"; };
        if (complete(one) == complete(other))
            return ExtentOrder::Same;
        return complete(one) ? ExtentOrder::Longer : ExtentOrder::Shorter;
    }
    if (longer)
        return ExtentOrder::Longer;
    return shorter ? ExtentOrder::Shorter : ExtentOrder::Apart;
}

} // namespace storage
