// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite/late_columns.h"

#include <algorithm>
#include <array>

namespace storage {

namespace {

struct LateColumn {
    std::string_view name; ///< of every table that has one of that name
    int schema; ///< the first that has it
    std::string_view before; ///< in files without it
};

constexpr auto lateColumns = std::to_array<LateColumn>({
    {"started_cores", 10, "NULL"},
    {"foreign_cores", 10, "NULL"},
    {"result_dtype", 11, "''"},
    {"rms_precise", 11, "NULL"},
    {"identity", 18, "''"},
    {"suite", 18, "''"},
    {"nan_reference", 19, "NULL"},
    {"nan_result", 19, "NULL"},
    {"infinite_reference", 19, "NULL"},
    {"infinite_result", 19, "NULL"},
});

} // namespace

std::string readableNames(std::string_view names, int schema)
{
    constexpr std::string_view comma = ", ";
    std::string readable;
    while (!names.empty()) {
        const auto end = std::min(names.find(comma), names.size());
        const auto name = names.substr(0, end);
        names.remove_prefix(std::min(end + comma.size(), names.size()));
        const auto* late = std::ranges::find(lateColumns, name, &LateColumn::name);
        const bool there = late == lateColumns.end() || schema >= late->schema;
        readable += (readable.empty() ? "" : comma);
        readable += there ? name : late->before;
    }
    return readable;
}

} // namespace storage
