// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/sample_reader.h"

#include <algorithm>

namespace storage {

namespace {

/// Beyond any series, and far from where sums overflow.
constexpr std::int64_t lastRecord = std::int64_t {1} << 60;

} // namespace

template <typename T>
SeriesReader<T>::SeriesReader(
    SQLite::Database& database, RowId process, const std::string& series, SampleBudget& budget)
{
    try {
        forEachRow(
            database,
            "SELECT first, count, data FROM sample_chunk WHERE process_id = ? AND series = ? "
            "ORDER BY first",
            [&](Row& row) { addChunk(row, budget); }, process, series);
    } catch (const SQLite::Exception& exception) {
        m_damage = exception.what(); // the rest of the database may well be sound
    }
}

template <typename T>
void SeriesReader<T>::addChunk(Row& row, SampleBudget& budget)
{
    Chunk chunk {.first = row.take<std::int64_t>()};
    const auto count = row.take<std::int64_t>();
    const auto data = row.takeBytes();
    const auto free = m_chunks.empty() ? 0 : m_chunks.back().end();
    if (chunk.first < free || chunk.first > lastRecord) {
        m_damage = "a chunk lies where another does";
        return;
    }
    if (count < 0 || count > budget.left)
        chunk.damage = "it holds more calls than can be read";
    else if (const auto decoded = decodeChunk(data, static_cast<std::size_t>(count), chunk.records);
             !decoded)
        chunk.damage = decoded.error();
    const auto size = static_cast<std::int64_t>(chunk.records.size());
    budget.left -= size;
    m_left += size;
    m_chunks.push_back(std::move(chunk));
}

template <typename T>
tl::expected<std::vector<T>, std::string> SeriesReader<T>::read(const SeriesRange& range)
{
    if (range.count == 0)
        return std::vector<T>();
    if (range.first < 0 || range.first > lastRecord || range.count < 0 || range.count > m_left)
        return tl::unexpected(missingReason());
    std::vector<T> records;
    records.reserve(static_cast<std::size_t>(range.count));
    if (const auto read = append(records, range.first, range.first + range.count); !read)
        return tl::unexpected(read.error());
    m_left -= range.count;
    return records;
}

template <typename T>
tl::expected<void, std::string> SeriesReader<T>::append(
    std::vector<T>& records, std::int64_t first, std::int64_t end) const
{
    auto chunk = std::upper_bound(m_chunks.begin(), m_chunks.end(), first,
        [](std::int64_t position, const Chunk& candidate) { return position < candidate.first; });
    if (chunk == m_chunks.begin())
        return tl::unexpected(missingReason());
    for (--chunk; first < end; ++chunk) {
        if (chunk == m_chunks.end() || first < chunk->first || first >= chunk->end())
            return tl::unexpected(missingReason());
        const auto stop = std::min(end, chunk->end());
        records.insert(records.end(), chunk->records.begin() + (first - chunk->first),
            chunk->records.begin() + (stop - chunk->first));
        first = stop;
    }
    return {};
}

template <typename T>
std::string SeriesReader<T>::missingReason() const
{
    if (!m_damage.empty())
        return m_damage;
    for (const auto& chunk : m_chunks)
        if (!chunk.damage.empty())
            return chunk.damage;
    return "records are missing";
}

SampleReader::SampleReader(SQLite::Database& database, RowId process, SampleBudget& budget)
    : wall(database, process, "wall", budget)
    , cpu(database, process, "cpu", budget)
    , switches(database, process, "switches", budget)
    , compiled(database, process, "compiled", budget)
{
}

template class SeriesReader<std::int64_t>;
template class SeriesReader<std::int32_t>;
template class SeriesReader<std::uint8_t>;

} // namespace storage
