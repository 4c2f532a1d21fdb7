// SPDX-License-Identifier: Apache-2.0
#include "storage/rows/block_rows.h"

#include "storage/rows/fact_columns.h"
#include "storage/sqlite/late_columns.h"
#include "storage/sqlite/migrations.h"

#include <algorithm>

namespace storage {

using namespace profiler;

namespace {

// An insert names the process before them, and the ranges of the samples stand between them.
constexpr auto rangeColumns = "wall_first, wall_count, cpu_first, cpu_count, switches_first, "
                              "switches_count, compiled_first, compiled_count";

std::string blockColumns()
{
    return std::string(blockFactColumns.names) + ", " + rangeColumns + ", " + machineColumns.names;
}

SeriesRange takeRange(Row& row)
{
    return {.first = row.take<std::int64_t>(), .count = row.take<std::int64_t>()};
}

SampleRanges takeRanges(Row& row)
{
    return {.wall = takeRange(row),
        .cpu = takeRange(row),
        .switches = takeRange(row),
        .compiled = takeRange(row)};
}

/// Without the call times, or without knowing which calls compiled, a block says nothing true;
/// CPU times and switches may be missing.
std::optional<DamagedBlock> readSamples(
    SampleReader& samples, const SampleRanges& ranges, CallBlock& block)
{
    std::optional<DamagedBlock> damage;
    const auto read = [&](auto& series, const SeriesRange& range, auto& column, bool needed) {
        auto records = series.read(range);
        if (records)
            column = std::move(*records);
        else if (!damage || !damage->leftOut)
            damage = DamagedBlock {
                .caseIndex = block.caseIndex, .leftOut = needed, .reason = records.error()};
    };
    if (samples.choice == SampleChoice::All) {
        read(samples.cpu, ranges.cpu, block.cpuNs, false);
        read(samples.switches, ranges.switches, block.switches, false);
    }
    read(samples.wall, ranges.wall, block.wallNs, true);
    read(samples.compiled, ranges.compiled, block.compiled, true);
    return damage;
}

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

/// A series that is not chosen has a name that none has, and so nothing to unpack.
SampleReader::SampleReader(
    SQLite::Database& database, RowId process, SampleChoice chosen, SampleBudget& budget)
    : choice(chosen)
    , wall(database, process, "wall", budget)
    , cpu(database, process, chosen == SampleChoice::All ? "cpu" : "", budget)
    , switches(database, process, chosen == SampleChoice::All ? "switches" : "", budget)
    , compiled(database, process, "compiled", budget)
{
}

template class SeriesReader<std::int64_t>;
template class SeriesReader<std::int32_t>;
template class SeriesReader<std::uint8_t>;

void insertBlock(
    Statements& statements, RowId process, const CallBlock& block, const SampleRanges& ranges)
{
    static const auto columns = "process_id, " + blockColumns();
    const auto row = std::apply(
        [&](const auto&... values) { return statements.insert("block", columns, values...); },
        std::tuple_cat(std::tie(process), blockFactColumns.valuesOf(block),
            std::tie(ranges.wall.first, ranges.wall.count, ranges.cpu.first, ranges.cpu.count,
                ranges.switches.first, ranges.switches.count, ranges.compiled.first,
                ranges.compiled.count),
            machineColumns.valuesOf(block.machine)));
    for (const auto& flag : block.flags)
        statements.insert("block_flag", "block_id, flag", row, flag);
}

void IterationStats::add(const CallBlock& block)
{
    auto& stat = m_stats[{block.caseIndex, block.kind, block.clock}];
    ++stat.blocks;
    stat.flaggedBlocks += block.flags.empty() ? 0 : 1;
    for (const auto wall : block.wallNs) {
        if (__builtin_add_overflow(stat.sumNs, wall, &stat.sumNs))
            stat.sumNs = std::numeric_limits<std::int64_t>::max();
        stat.minNs = stat.calls == 0 ? wall : std::min(stat.minNs, wall);
        stat.maxNs = stat.calls == 0 ? wall : std::max(stat.maxNs, wall);
        ++stat.calls;
    }
}

void IterationStats::flush(Statements& statements, RowId process)
{
    for (const auto& [key, stat] : m_stats) {
        const auto& [caseIndex, kind, clock] = key;
        statements.run(
            "INSERT OR REPLACE INTO iteration_stat (process_id, case_index, kind, clock, blocks, "
            "flagged_blocks, calls, sum_ns, min_ns, max_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            process, caseIndex, kind, clock, stat.blocks, stat.flaggedBlocks, stat.calls,
            stat.sumNs, stat.minNs, stat.maxNs);
    }
}

StoredBlocks readBlocks(
    SQLite::Database& database, RowId process, SampleBudget& budget, SampleChoice choice)
{
    std::unordered_map<RowId, std::vector<std::string>> flags;
    forEachRow(
        database,
        "SELECT block_id, flag FROM block_flag JOIN block ON block.id = block_id "
        "WHERE process_id = ? ORDER BY block_flag.id",
        [&](Row& row) {
            auto& ofBlock = flags[row.take<RowId>()];
            ofBlock.push_back(row.take<std::string>());
        },
        process);

    StoredBlocks stored;
    SampleReader samples(database, process, choice, budget);
    forEachRow(
        database,
        "SELECT id, " + readableNames(blockColumns(), schemaOf(database))
            + " FROM block WHERE process_id = ? ORDER BY id",
        [&](Row& row) {
            const auto id = row.take<RowId>();
            auto block = blockFactColumns.take(row);
            const auto ranges = takeRanges(row);
            block.machine = machineColumns.take(row);
            if (const auto found = flags.find(id); found != flags.end())
                block.flags = std::move(found->second);
            const auto damage = readSamples(samples, ranges, block);
            if (damage)
                stored.damaged.push_back(*damage);
            if (!damage || !damage->leftOut)
                stored.blocks.push_back(std::move(block));
        },
        process);
    return stored;
}

} // namespace storage
