// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/sql/trace_table_columns.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// How a query of a virtual table spares traces, chunks and columns.
namespace storage {

/// Answers xBestIndex: which constraints are taken, at what price; the rest is in idxStr.
[[nodiscard]] int chooseConstraints(std::span<const TraceColumn> columns, sqlite3_index_info* info);

/// Times that a chunk must reach into to hold a row that is asked for.
struct TimeWindow {
    std::int64_t earliestNs = std::numeric_limits<std::int64_t>::min();
    std::int64_t latestNs = std::numeric_limits<std::int64_t>::max();
};

/// What is asked for in one run of a query.
struct TraceQuery {
    std::string schema = "main";
    std::vector<TraceCondition> conditions;
    TimeWindow window;
    std::optional<std::int64_t> call;
    ColumnSet needs = 0;
    unsigned lookups = LookNothing;
};

/// Of what `chooseConstraints` wrote into idxStr and the values of this run.
[[nodiscard]] TraceQuery queryFrom(
    std::span<const TraceColumn> columns, const char* idxStr, std::span<sqlite3_value*> values);

} // namespace storage
