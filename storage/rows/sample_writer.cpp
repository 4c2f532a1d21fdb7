// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/sample_writer.h"

#include <algorithm>

namespace storage {

template <typename T>
SeriesRange SeriesWriter<T>::append(Statements& statements, std::span<const T> records)
{
    const SeriesRange range {.first = m_openFirst + static_cast<std::int64_t>(m_open.size()),
        .count = static_cast<std::int64_t>(records.size())};
    while (!records.empty()) {
        const auto fitting = std::min(records.size(), chunkRecords - m_open.size());
        m_open.insert(
            m_open.end(), records.begin(), records.begin() + static_cast<std::ptrdiff_t>(fitting));
        records = records.subspan(fitting);
        if (m_open.size() < chunkRecords)
            break;
        replaceSmallChunks(statements);
        m_openFirst += static_cast<std::int64_t>(m_open.size());
        m_open.clear();
        m_stored = 0;
        m_smallChunks = 0;
    }
    return range;
}

template <typename T>
void SeriesWriter<T>::flush(Statements& statements)
{
    if (m_stored == m_open.size())
        return;
    write(statements, m_stored);
    m_stored = m_open.size();
    ++m_smallChunks;
}

template <typename T>
void SeriesWriter<T>::close(Statements& statements)
{
    if (m_smallChunks > 1 || m_stored < m_open.size())
        replaceSmallChunks(statements);
    m_openFirst += static_cast<std::int64_t>(m_open.size());
    m_open = {};
    m_stored = 0;
    m_smallChunks = 0;
}

template <typename T>
void SeriesWriter<T>::write(Statements& statements, std::size_t from)
{
    const auto records = std::span<const T>(m_open).subspan(from);
    const auto data = encodeChunk(records);
    statements.run("INSERT INTO sample_chunk (process_id, series, first, count, data) "
                   "VALUES (?, ?, ?, ?, ?)",
        m_process, m_series, m_openFirst + static_cast<std::int64_t>(from), records.size(),
        ByteSpan(data));
}

template <typename T>
void SeriesWriter<T>::replaceSmallChunks(Statements& statements)
{
    statements.run("DELETE FROM sample_chunk WHERE process_id = ? AND series = ? AND first >= ?",
        m_process, m_series, m_openFirst);
    write(statements, 0);
}

SampleRanges SampleWriter::append(Statements& statements, const profiler::CallBlock& block)
{
    return {.wall = m_wall.append(statements, block.wallNs),
        .cpu = m_cpu.append(statements, block.cpuNs),
        .switches = m_switches.append(statements, block.switches),
        .compiled = m_compiled.append(statements, block.compiled)};
}

void SampleWriter::flush(Statements& statements)
{
    m_wall.flush(statements);
    m_cpu.flush(statements);
    m_switches.flush(statements);
    m_compiled.flush(statements);
}

void SampleWriter::close(Statements& statements)
{
    m_wall.close(statements);
    m_cpu.close(statements);
    m_switches.close(statements);
    m_compiled.close(statements);
}

} // namespace storage
