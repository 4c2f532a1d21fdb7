// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_order.h"

#include "profiler/model/trace_columns.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

namespace profiler {

namespace {

template <typename Columns, typename Before>
void order(Columns& columns, Before before)
{
    std::vector<std::uint32_t> rows(columns.size());
    std::iota(rows.begin(), rows.end(), 0U);
    if (std::ranges::is_sorted(rows, before))
        return;
    std::ranges::stable_sort(rows, before);
    forEachColumn(columns, [&](const char* /*name*/, auto& column) {
        std::remove_reference_t<decltype(column)> ordered;
        ordered.reserve(column.size());
        for (const auto row : rows)
            ordered.push_back(column[row]);
        column = std::move(ordered);
    });
}

template <typename Columns>
void orderSpans(Columns& columns)
{
    order(columns, [&](std::uint32_t one, std::uint32_t other) {
        if (columns.startNs[one] != columns.startNs[other])
            return columns.startNs[one] < columns.startNs[other];
        return columns.durationNs[one] > columns.durationNs[other];
    });
}

void move(std::vector<std::int64_t>& times, std::int64_t byNs)
{
    for (auto& time : times)
        time += byNs;
}

} // namespace

void orderByStart(TraceRows& rows)
{
    orderSpans(rows.operators);
    orderSpans(rows.kernels);
    orderSpans(rows.apis);
    orderSpans(rows.copies);
    order(rows.counters, [&](std::uint32_t one, std::uint32_t other) {
        return rows.counters.timeNs[one] < rows.counters.timeNs[other];
    });
}

void moveInTime(TraceRows& rows, std::int64_t byNs)
{
    move(rows.operators.startNs, byNs);
    move(rows.kernels.startNs, byNs);
    move(rows.apis.startNs, byNs);
    move(rows.copies.startNs, byNs);
    move(rows.counters.timeNs, byNs);
}

} // namespace profiler
