// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_columns.h"

#include <array>
#include <cassert>

namespace tests {

/// Appends a row to a table of a trace: one value for each column, in the order of forEachColumn.
/// Kernels: start, duration, name, correlation, device, context, stream, shape, graph, node, flags.
template <typename Columns, typename... Values>
void addRow(Columns& columns, const Values&... values)
{
    const std::array row {static_cast<std::int64_t>(values)...};
    std::size_t next = 0;
    profiler::forEachColumn(columns, [&](const char* /*name*/, auto& column) {
        using Value = typename std::remove_reference_t<decltype(column)>::value_type;
        column.push_back(static_cast<Value>(row.at(next++)));
    });
    assert(next == row.size());
}

} // namespace tests
