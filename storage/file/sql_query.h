// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <variant>
#include <vector>

/// One query of a person on a run database.
namespace storage {

/// Bytes are told by how many they are.
struct SqlBytes {
    std::int64_t size = 0;
};

using SqlValue = std::variant<std::monostate, std::int64_t, double, std::string, SqlBytes>;

/// Takes an answer as it comes: it may be longer than memory.
struct SqlAnswer {
    std::function<void(const std::vector<std::string>& columns)> begin;
    std::function<void(const std::vector<SqlValue>& row)> row;
};

/// A query that reads: SELECT, WITH, EXPLAIN, VALUES, PRAGMA. Nothing in the file can change; rows
/// that came before a failure were given.
[[nodiscard]] profiler::Result<void> readSql(
    const std::filesystem::path& file, const std::string& query, const SqlAnswer& answer);

} // namespace storage
