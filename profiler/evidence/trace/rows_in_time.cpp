// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/rows_in_time.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace profiler {

namespace {

bool isBefore(const RowsInTime::Row& one, const RowsInTime::Row& other)
{
    return one.startNs != other.startNs ? one.startNs < other.startNs
                                        : one.durationNs > other.durationNs;
}

} // namespace

void RowsInTime::add(
    const std::vector<std::int64_t>& startNs, const std::vector<std::int64_t>& durationNs)
{
    Table table {.startNs = &startNs, .durationNs = &durationNs};
    table.order.resize(startNs.size());
    std::iota(table.order.begin(), table.order.end(), 0U);
    const auto before = [&](std::uint32_t one, std::uint32_t other) {
        return startNs[one] != startNs[other] ? startNs[one] < startNs[other]
                                              : durationNs[one] > durationNs[other];
    };
    if (!std::ranges::is_sorted(table.order, before))
        std::ranges::stable_sort(table.order, before);
    m_tables.push_back(std::move(table));
}

RowsInTime::Row RowsInTime::rowOf(std::size_t table) const
{
    const auto& from = m_tables[table];
    const std::size_t row = from.order[from.at];
    return {.table = table,
        .row = row,
        .startNs = (*from.startNs)[row],
        .durationNs = std::max<std::int64_t>((*from.durationNs)[row], 0)};
}

std::optional<RowsInTime::Row> RowsInTime::next()
{
    std::optional<Row> first;
    for (std::size_t table = 0; table < m_tables.size(); ++table) {
        if (m_tables[table].at == m_tables[table].order.size())
            continue;
        const auto row = rowOf(table);
        if (!first || isBefore(row, *first))
            first = row;
    }
    if (first)
        ++m_tables[first->table].at;
    return first;
}

} // namespace profiler
