// SPDX-License-Identifier: Apache-2.0
#include "profiler/spool/trace_spool_reader.h"

#include "profiler/model/trace_columns.h"
#include "profiler/spool/spool_format.h"

#include <array>
#include <cstring>
#include <fmt/format.h>
#include <span>
#include <system_error>
#include <type_traits>
#include <utility>

namespace profiler::spool {

namespace {

namespace fs = std::filesystem;

/// Takes values from a payload; everything is zero from the first one that is not there.
class Payload {
public:
    explicit Payload(std::span<const std::uint8_t> bytes)
        : m_rest(bytes)
    {
    }

    [[nodiscard]] bool isUsedUp() const { return m_whole && m_rest.empty(); }

    template <typename T>
    void take(T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        const auto bytes = cut(sizeof(T));
        if (!bytes.empty())
            std::memcpy(&value, bytes.data(), sizeof(T));
    }

    void take(std::string& text)
    {
        std::uint32_t length = 0;
        take(length);
        const auto bytes = cut(length);
        text.assign(bytes.begin(), bytes.end());
    }

    template <typename... Values>
    void takeAll(Values&... values)
    {
        (take(values), ...);
    }

    template <typename T>
    void takeColumn(std::vector<T>& column, std::size_t rows)
    {
        const auto bytes = cut(rows * sizeof(T));
        if (bytes.empty())
            return;
        column.resize(rows);
        std::memcpy(column.data(), bytes.data(), bytes.size());
    }

    [[nodiscard]] bool isWhole() const { return m_whole; }

private:
    std::span<const std::uint8_t> cut(std::size_t size)
    {
        if (size > m_rest.size())
            m_whole = false;
        if (!m_whole)
            return {};
        const auto bytes = m_rest.first(size);
        m_rest = m_rest.subspan(size);
        return bytes;
    }

    std::span<const std::uint8_t> m_rest;
    bool m_whole = true;
};

void takeRow(Payload& payload, TraceName& row)
{
    payload.takeAll(row.id, row.text);
}

void takeRow(Payload& payload, TracePlace& row)
{
    std::int32_t line = 0;
    payload.takeAll(row.id, line, row.file, row.function, row.module);
    row.line = line;
}

void takeRow(Payload& payload, LaunchShape& row)
{
    payload.takeAll(row.id, row.grid, row.block, row.cluster, row.registers, row.staticSharedBytes,
        row.dynamicSharedBytes, row.localBytes);
}

void takeRow(Payload& payload, TraceCall& row)
{
    payload.takeAll(row.startNs, row.endNs);
}

void takeRow(Payload& payload, TraceLosses& row)
{
    std::uint32_t reasons = 0;
    payload.takeAll(row.dropped, row.refused, row.zeroTimestamps, row.negativeDurations,
        row.launchesWithoutKernel, row.kernelsWithoutLaunch, row.spansLost, row.clockStepNs,
        reasons);
    for (std::uint32_t i = 0; i < reasons && payload.isWhole(); ++i)
        payload.take(row.reasons.emplace_back());
}

template <typename Entry, typename Row>
std::optional<SpoolEntry> rowsOf(Payload payload, std::size_t rows)
{
    std::vector<Row> table;
    for (std::size_t i = 0; i < rows && payload.isWhole(); ++i)
        takeRow(payload, table.emplace_back());
    if (!payload.isUsedUp())
        return std::nullopt;
    return Entry(std::move(table));
}

template <typename Columns>
std::optional<SpoolEntry> columnsOf(Payload payload, std::size_t rows)
{
    Columns columns;
    forEachColumn(
        columns, [&](const char* /*name*/, auto& column) { payload.takeColumn(column, rows); });
    if (!payload.isUsedUp())
        return std::nullopt;
    return TraceChunk(std::move(columns));
}

std::optional<SpoolEntry> lossesOf(Payload payload)
{
    TraceLosses losses;
    takeRow(payload, losses);
    if (!payload.isUsedUp())
        return std::nullopt;
    return losses;
}

bool isKnown(Table table)
{
    return table >= Table::Names && table <= Table::Losses;
}

/// nullopt: the payload is not what the header says.
std::optional<SpoolEntry> entryOf(const ChunkHeader& header, std::span<const std::uint8_t> bytes)
{
    const Payload payload(bytes);
    switch (header.table) {
    case Table::Names:
        return rowsOf<TraceChunk, TraceName>(payload, header.rows);
    case Table::Places:
        return rowsOf<TraceChunk, TracePlace>(payload, header.rows);
    case Table::Shapes:
        return rowsOf<TraceChunk, LaunchShape>(payload, header.rows);
    case Table::Operators:
        return columnsOf<OperatorColumns>(payload, header.rows);
    case Table::Kernels:
        return columnsOf<KernelColumns>(payload, header.rows);
    case Table::Apis:
        return columnsOf<ApiColumns>(payload, header.rows);
    case Table::Copies:
        return columnsOf<CopyColumns>(payload, header.rows);
    case Table::Counters:
        return columnsOf<CounterColumns>(payload, header.rows);
    case Table::Calls:
        return rowsOf<TraceCalls, TraceCall>(payload, header.rows);
    case Table::Losses:
        return lossesOf(payload);
    }
    return std::nullopt;
}

} // namespace

Result<TraceSpoolReader> TraceSpoolReader::open(const fs::path& file)
{
    std::error_code error;
    // A FIFO in its place would keep the recorder waiting for ever.
    const bool regular = fs::is_regular_file(file, error);
    const auto bytes = regular ? fs::file_size(file, error) : 0;
    std::ifstream stream;
    if (regular && !error)
        stream.open(file, std::ios::binary);
    std::array<char, magic.size()> start {};
    if (!stream.is_open() || !stream.read(start.data(), start.size()) || start != magic)
        return failure(ErrorKind::BadData,
            "the trace that a worker wrote cannot be read; the times stand, record again for a "
            "trace");
    return TraceSpoolReader(std::move(stream), bytes - magic.size());
}

std::optional<SpoolEntry> TraceSpoolReader::next()
{
    while (m_fault.empty() && m_left > 0) {
        ++m_chunk;
        const auto header = readHeader();
        if (!header || !readPayload(*header))
            break;
        if (!isKnown(header->table))
            continue;
        auto entry = entryOf(*header, m_payload);
        if (!entry)
            m_fault = fmt::format("chunk {} is damaged", m_chunk);
        return entry;
    }
    return std::nullopt;
}

std::optional<ChunkHeader> TraceSpoolReader::readHeader()
{
    ChunkHeader header;
    if (m_left < headerBytes || !m_stream.read(reinterpret_cast<char*>(&header), headerBytes)) {
        m_fault = fmt::format("it ends in the middle of chunk {}", m_chunk);
        return std::nullopt;
    }
    m_left -= headerBytes;
    if (header.marker != chunkMarker || header.bytes > mostPayloadBytes) {
        m_fault = fmt::format("chunk {} is damaged", m_chunk);
        return std::nullopt;
    }
    return header;
}

/// A size is believed only after the file was seen to be as long.
bool TraceSpoolReader::readPayload(const ChunkHeader& header)
{
    if (header.bytes > m_left) {
        m_fault = fmt::format("it ends in the middle of chunk {}", m_chunk);
        return false;
    }
    m_payload.resize(header.bytes);
    m_stream.read(
        reinterpret_cast<char*>(m_payload.data()), static_cast<std::streamsize>(header.bytes));
    m_left -= header.bytes;
    if (!m_stream || checksum(header.table, header.rows, m_payload) != header.sum)
        m_fault = fmt::format("chunk {} is damaged", m_chunk);
    return m_fault.empty();
}

} // namespace profiler::spool
