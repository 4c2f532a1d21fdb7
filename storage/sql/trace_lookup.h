// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "storage/sqlite/raw_statement.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

/// What rows of a trace refer to, for the virtual tables.
namespace storage {

/// Whose trace it is.
struct TraceFacts {
    std::int64_t id = 0;
    std::int64_t comparison = 0;
    std::int64_t process = 0; ///< process_index
    std::string variant;
    std::string caseName;
    std::string pass;
};

/// One narrowing of the traces: "trace.id = ?" with its value.
struct TraceCondition {
    std::string sql;
    sqlite3_value* value = nullptr;
};

/// `schema` is a database of the connection: "main", or the name that a file is attached as.
[[nodiscard]] std::vector<TraceFacts> readTraceFacts(
    sqlite3* database, const std::string& schema, const std::vector<TraceCondition>& conditions);

/// What columns of a virtual table look up beside the chunk.
enum Lookups : unsigned {
    LookNothing = 0,
    LookNames = 1,
    LookPlaces = 2,
    LookShapes = 4,
    LookCalls = 8
};

/// Texts, places, shapes and calls of one trace, as far as they are asked for.
struct TraceLookup {
    std::unordered_map<std::int32_t, std::string> names;
    std::unordered_map<std::int32_t, profiler::TracePlace> places;
    std::unordered_map<std::int32_t, profiler::LaunchShape> shapes;
    std::vector<profiler::TraceCall> calls;

    /// The call during which something began; nullopt: between calls.
    [[nodiscard]] std::optional<std::int64_t> callAt(std::int64_t startNs) const;
};

[[nodiscard]] TraceLookup readLookup(
    sqlite3* database, const std::string& schema, std::int64_t trace, unsigned lookups);

/// `schema` as an identifier.
[[nodiscard]] std::string schemaName(const std::string& schema);

} // namespace storage
