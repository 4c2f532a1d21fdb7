// SPDX-License-Identifier: Apache-2.0
#include "profiler/spool/spool_writer.h"

#include "profiler/model/trace_columns.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <type_traits>
#include <unistd.h>

namespace profiler::spool {

namespace {

using Bytes = std::vector<std::uint8_t>;

template <typename T>
void put(Bytes& bytes, const T& value)
{
    static_assert(std::is_trivially_copyable_v<T>);
    const auto at = bytes.size();
    bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &value, sizeof(T));
}

void put(Bytes& bytes, const std::string& text)
{
    put(bytes, static_cast<std::uint32_t>(text.size()));
    bytes.insert(bytes.end(), text.begin(), text.end());
}

template <typename T>
void put(Bytes& bytes, const std::vector<T>& column)
{
    const auto at = bytes.size();
    bytes.resize(at + column.size() * sizeof(T));
    if (!column.empty())
        std::memcpy(bytes.data() + at, column.data(), column.size() * sizeof(T));
}

void putRow(Bytes& bytes, const TraceName& row)
{
    put(bytes, row.id);
    put(bytes, row.text);
}

void putRow(Bytes& bytes, const TracePlace& row)
{
    put(bytes, row.id);
    put(bytes, static_cast<std::int32_t>(row.line));
    put(bytes, row.file);
    put(bytes, row.function);
    put(bytes, row.module);
}

void putRow(Bytes& bytes, const LaunchShape& row)
{
    put(bytes, row.id);
    put(bytes, row.grid);
    put(bytes, row.block);
    put(bytes, row.cluster);
    put(bytes, row.registers);
    put(bytes, row.staticSharedBytes);
    put(bytes, row.dynamicSharedBytes);
    put(bytes, row.localBytes);
}

template <typename Row>
void putTable(Bytes& bytes, const std::vector<Row>& rows)
{
    for (const auto& row : rows)
        putRow(bytes, row);
}

template <typename Columns>
void putTable(Bytes& bytes, const Columns& columns)
{
    forEachColumn(columns, [&](const char* /*name*/, const auto& column) { put(bytes, column); });
}

/// By the order of TraceChunk's alternatives.
constexpr std::array tables {Table::Names, Table::Places, Table::Shapes, Table::Operators,
    Table::Kernels, Table::Apis, Table::Copies, Table::Counters};
static_assert(tables.size() == std::variant_size_v<TraceChunk>);

int writeAll(int file, std::span<const std::uint8_t> bytes)
{
    while (!bytes.empty()) {
        const auto written = ::write(file, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return 0;
}

} // namespace

SpoolWriter::~SpoolWriter()
{
    close();
}

int SpoolWriter::open(const char* path)
{
    close();
    m_failure = 0;
    m_written = 0;
    m_file = ::open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (m_file < 0)
        return m_failure = errno;
    m_bytes.assign(magic.begin(), magic.end());
    m_failure = writeAll(m_file, m_bytes);
    m_written = m_bytes.size();
    return m_failure;
}

void SpoolWriter::close()
{
    if (m_file >= 0)
        ::close(m_file);
    m_file = -1;
}

int SpoolWriter::write(const TraceChunk& chunk)
{
    const std::size_t rows = std::visit([](const auto& table) { return table.size(); }, chunk);
    if (rows == 0)
        return m_failure;
    m_bytes.assign(headerBytes, 0);
    std::visit([&](const auto& table) { putTable(m_bytes, table); }, chunk);
    return writeChunk(tables[chunk.index()], rows);
}

int SpoolWriter::writeCalls(std::span<const TraceCall> calls)
{
    if (calls.empty())
        return m_failure;
    m_bytes.assign(headerBytes, 0);
    for (const auto& call : calls) {
        put(m_bytes, call.startNs);
        put(m_bytes, call.endNs);
    }
    return writeChunk(Table::Calls, calls.size());
}

int SpoolWriter::writeLosses(const TraceLosses& losses)
{
    m_bytes.assign(headerBytes, 0);
    for (const auto count : {losses.dropped, losses.refused, losses.zeroTimestamps,
             losses.negativeDurations, losses.launchesWithoutKernel, losses.kernelsWithoutLaunch,
             losses.spansLost, losses.clockStepNs})
        put(m_bytes, count);
    put(m_bytes, static_cast<std::uint32_t>(losses.reasons.size()));
    for (const auto& reason : losses.reasons)
        put(m_bytes, reason);
    return writeChunk(Table::Losses, 1);
}

/// A chunk that was written in part is cut off again, so that a later reader sees a whole file.
int SpoolWriter::writeChunk(Table table, std::size_t rows)
{
    if (m_file < 0 && m_failure == 0)
        m_failure = EBADF;
    if (m_failure != 0)
        return m_failure;
    const std::span payload = std::span<const std::uint8_t>(m_bytes).subspan(headerBytes);
    if (payload.size() > mostPayloadBytes)
        return m_failure = EFBIG;
    const auto count = static_cast<std::uint32_t>(rows);
    const ChunkHeader header {.table = table,
        .rows = count,
        .sum = checksum(table, count, payload),
        .bytes = payload.size()};
    std::memcpy(m_bytes.data(), &header, headerBytes);
    m_failure = writeAll(m_file, m_bytes);
    if (m_failure == 0)
        m_written += m_bytes.size();
    else if (::ftruncate(m_file, static_cast<off_t>(m_written)) != 0)
        return m_failure; // the reader stops at the chunk before
    return m_failure;
}

} // namespace profiler::spool
