// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

/// The columns of each table in their stored order, told once: spool files and databases follow
/// it. `visit` is called with a stable name and the column.
namespace profiler {

/// From the first thing to the last, which need not come in order.
struct TimeExtent {
    std::int64_t startNs = std::numeric_limits<std::int64_t>::max();
    std::int64_t endNs = std::numeric_limits<std::int64_t>::min();

    void add(std::int64_t start, std::int64_t end)
    {
        startNs = std::min(startNs, start);
        endNs = std::max(endNs, end);
    }

    template <typename Columns>
    void addRows(const Columns& columns)
    {
        for (std::size_t i = 0; i < columns.size(); ++i)
            add(columns.startNs[i], endOf(columns.startNs[i], columns.durationNs[i]));
    }

    [[nodiscard]] bool isEmpty() const { return startNs > endNs; }
};

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

/// Calls `visit` with each column of one table and the same column of another.
template <typename Columns, typename Visit>
void forEachColumnPair(Columns& to, const Columns& from, Visit&& visit)
{
    constexpr std::size_t mostColumns = 16;
    std::array<const void*, mostColumns> sources {};
    std::size_t position = 0;
    forEachColumn(
        from, [&](const char* /*name*/, const auto& column) { sources[position++] = &column; });
    position = 0;
    forEachColumn(to, [&](const char* /*name*/, auto& column) {
        using Column = std::remove_reference_t<decltype(column)>;
        visit(column, *static_cast<const Column*>(sources[position++]));
    });
}

/// Appends the rows [first, first + count) of `from`.
template <typename Columns>
void appendRows(Columns& to, const Columns& from, std::size_t first, std::size_t count)
{
    forEachColumnPair(to, from, [&](auto& column, const auto& source) {
        const auto begin = source.begin() + static_cast<std::ptrdiff_t>(first);
        column.insert(column.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
    });
}

/// The rows of `from` with these positions, in their order.
template <typename Columns>
[[nodiscard]] Columns pickRows(const Columns& from, std::span<const std::uint32_t> positions)
{
    Columns picked;
    forEachColumnPair(picked, from, [&](auto& column, const auto& source) {
        column.reserve(positions.size());
        for (const auto position : positions)
            column.push_back(source[position]);
    });
    return picked;
}

/// When the rows began, or were read off.
template <typename Columns>
[[nodiscard]] const std::vector<std::int64_t>& timesOf(const Columns& columns)
{
    if constexpr (std::is_same_v<Columns, CounterColumns>)
        return columns.timeNs;
    else
        return columns.startNs;
}

/// Positions of the rows in the order of their times; equal ones as they stand.
template <typename Columns>
[[nodiscard]] std::vector<std::uint32_t> orderByTime(const Columns& columns)
{
    std::vector<std::uint32_t> order(columns.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, {}, [&](std::uint32_t row) { return timesOf(columns)[row]; });
    return order;
}

template <typename Columns>
void reserveRows(Columns& columns, std::size_t count)
{
    forEachColumn(columns, [&](const char* /*name*/, auto& column) { column.reserve(count); });
}

/// Keeps the memory for the rows that come next.
template <typename Columns>
void clearRows(Columns& columns)
{
    forEachColumn(columns, [](const char* /*name*/, auto& column) { column.clear(); });
}

} // namespace profiler
