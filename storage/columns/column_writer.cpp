// SPDX-License-Identifier: Apache-2.0
#include "storage/columns/column_writer.h"

#include "profiler/model/trace_columns.h"
#include "storage/columns/column_codec.h"

#include <algorithm>

namespace storage {

using namespace profiler;

namespace {

template <typename Columns>
TimeExtent coverOf(const Columns& columns, std::size_t first, std::size_t count)
{
    TimeExtent cover;
    for (std::size_t i = first; i < first + count; ++i) {
        // A driver may say that something ended before it began.
        const auto duration = std::max<std::int64_t>(columns.durationNs[i], 0);
        cover.add(columns.startNs[i], endOf(columns.startNs[i], duration));
    }
    return cover;
}

TimeExtent coverOf(const CounterColumns& columns, std::size_t first, std::size_t count)
{
    TimeExtent cover;
    for (std::size_t i = first; i < first + count; ++i)
        cover.add(columns.timeNs[i], columns.timeNs[i]);
    return cover;
}

} // namespace

template <typename Columns>
void ColumnWriter<Columns>::append(Statements& statements, const Columns& columns)
{
    std::size_t taken = 0;
    while (taken < columns.size()) {
        const auto count = std::min(columns.size() - taken, chunkRecords - m_open.size());
        if (count == chunkRecords) { // a whole chunk needs no copy
            write(statements, columns, taken, count);
        } else {
            appendRows(m_open, columns, taken, count);
            if (m_open.size() == chunkRecords)
                flush(statements);
        }
        taken += count;
    }
}

template <typename Columns>
void ColumnWriter<Columns>::flush(Statements& statements)
{
    if (m_open.size() == 0)
        return;
    write(statements, m_open, 0, m_open.size());
    clearRows(m_open);
}

template <typename Columns>
void ColumnWriter<Columns>::write(
    Statements& statements, const Columns& columns, std::size_t first, std::size_t count)
{
    const auto data = encodeColumns(columns, first, count);
    const auto cover = coverOf(columns, first, count);
    statements.insert(m_table.table, m_table.columns, m_owner, m_written, count, cover.startNs,
        cover.endNs, ByteSpan(data));
    m_written += static_cast<std::int64_t>(count);
}

template class ColumnWriter<OperatorColumns>;
template class ColumnWriter<KernelColumns>;
template class ColumnWriter<ApiColumns>;
template class ColumnWriter<CopyColumns>;
template class ColumnWriter<CounterColumns>;

} // namespace storage
