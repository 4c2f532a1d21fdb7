// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <concepts>
#include <cstddef>
#include <type_traits>

/// The columns of each table in their stored order, told once: spool files and databases follow
/// it. `visit` is called with a stable name and the column.
namespace profiler {

template <typename T, typename Table>
concept ColumnsOf = std::same_as<std::remove_const_t<T>, Table>;

template <ColumnsOf<OperatorColumns> Columns, typename Visit>
void forEachColumn(Columns& columns, Visit&& visit)
{
    visit("start_ns", columns.startNs);
    visit("duration_ns", columns.durationNs);
    visit("name", columns.name);
    visit("thread", columns.thread);
    visit("kind", columns.kind);
    visit("sequence", columns.sequence);
    visit("place", columns.place);
}

template <ColumnsOf<KernelColumns> Columns, typename Visit>
void forEachColumn(Columns& columns, Visit&& visit)
{
    visit("start_ns", columns.startNs);
    visit("duration_ns", columns.durationNs);
    visit("name", columns.name);
    visit("correlation", columns.correlation);
    visit("device", columns.device);
    visit("context", columns.context);
    visit("stream", columns.stream);
    visit("shape", columns.shape);
    visit("graph", columns.graph);
    visit("node", columns.node);
    visit("flags", columns.flags);
}

template <ColumnsOf<ApiColumns> Columns, typename Visit>
void forEachColumn(Columns& columns, Visit&& visit)
{
    visit("start_ns", columns.startNs);
    visit("duration_ns", columns.durationNs);
    visit("name", columns.name);
    visit("thread", columns.thread);
    visit("correlation", columns.correlation);
    visit("result", columns.result);
}

template <ColumnsOf<CopyColumns> Columns, typename Visit>
void forEachColumn(Columns& columns, Visit&& visit)
{
    visit("start_ns", columns.startNs);
    visit("duration_ns", columns.durationNs);
    visit("kind", columns.kind);
    visit("bytes", columns.bytes);
    visit("correlation", columns.correlation);
    visit("device", columns.device);
    visit("context", columns.context);
    visit("stream", columns.stream);
    visit("graph", columns.graph);
    visit("node", columns.node);
    visit("flags", columns.flags);
}

template <ColumnsOf<CounterColumns> Columns, typename Visit>
void forEachColumn(Columns& columns, Visit&& visit)
{
    visit("time_ns", columns.timeNs);
    visit("series", columns.series);
    visit("value", columns.value);
}

/// Appends the rows [first, first + count) of `from`.
template <typename Columns>
void appendRows(Columns& to, const Columns& from, std::size_t first, std::size_t count)
{
    int wanted = 0;
    forEachColumn(to, [&](const char* /*name*/, auto& column) {
        int position = 0;
        forEachColumn(from, [&](const char* /*name*/, const auto& source) {
            if constexpr (std::is_same_v<std::decay_t<decltype(source)>,
                              std::decay_t<decltype(column)>>)
                if (position == wanted) {
                    const auto begin = source.begin() + static_cast<std::ptrdiff_t>(first);
                    column.insert(column.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
                }
            ++position;
        });
        ++wanted;
    });
}

/// Keeps the memory for the rows that come next.
template <typename Columns>
void clearRows(Columns& columns)
{
    forEachColumn(columns, [](const char* /*name*/, auto& column) { column.clear(); });
}

} // namespace profiler
