// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/timing_facts.h"
#include "storage/rows/sample_writer.h"

#include <SQLiteCpp/Database.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace storage {

/// How many records may still be unpacked: a small file can claim endlessly many equal ones.
struct SampleBudget {
    std::int64_t left = std::int64_t {1} << 26; ///< 512 MiB of times: far above any recording
};

/// One series of a process, chunk by chunk. A damaged chunk takes only its own calls with it.
template <typename T>
class SeriesReader {
public:
    SeriesReader(
        SQLite::Database& database, RowId process, const std::string& series, SampleBudget& budget);

    /// The records of `range`, or the clause why they cannot be had. Ranges of blocks do not
    /// overlap: all of them together give no more than the chunks hold, whatever a file claims.
    [[nodiscard]] tl::expected<std::vector<T>, std::string> read(const SeriesRange& range);

private:
    struct Chunk {
        std::int64_t first = 0;
        std::vector<T> records;
        std::string damage; ///< the reason; empty = sound

        [[nodiscard]] std::int64_t end() const
        {
            return first + static_cast<std::int64_t>(records.size());
        }
    };

    void addChunk(Row& row, SampleBudget& budget);
    [[nodiscard]] tl::expected<void, std::string> append(
        std::vector<T>& records, std::int64_t first, std::int64_t end) const;
    [[nodiscard]] std::string missingReason() const;

    std::vector<Chunk> m_chunks; ///< by first
    std::int64_t m_left = 0; ///< records that no range has taken yet
    std::string m_damage; ///< of the whole series: pages that cannot be read, chunks that overlap
};

/// Which series of calls are unpacked.
enum class SampleChoice {
    All,
    Times, ///< how long each took and whether it compiled
};

class SampleReader {
public:
    SampleReader(
        SQLite::Database& database, RowId process, SampleChoice choice, SampleBudget& budget);

    SampleChoice choice;

    SeriesReader<std::int64_t> wall;
    SeriesReader<std::int64_t> cpu;
    SeriesReader<std::int32_t> switches;
    SeriesReader<std::uint8_t> compiled;
};

void insertBlock(Statements& statements, RowId process, const profiler::CallBlock& block,
    const SampleRanges& ranges);

/// The rows of iteration_stat of one process, kept up while its blocks come.
class IterationStats {
public:
    void add(const profiler::CallBlock& block);
    void flush(Statements& statements, RowId process);

private:
    struct Stat {
        std::int64_t blocks = 0;
        std::int64_t flaggedBlocks = 0;
        std::int64_t calls = 0;
        std::int64_t sumNs = 0; ///< stays at the largest number when it would pass it
        std::int64_t minNs = 0;
        std::int64_t maxNs = 0;
    };

    std::map<std::tuple<int, profiler::BlockKind, profiler::Clock>, Stat> m_stats;
};

/// A block of a process whose calls could not be read, and why.
struct DamagedBlock {
    int caseIndex = 0;
    bool leftOut = false; ///< false: only CPU times or switches are missing
    std::string reason;
};

struct StoredBlocks {
    std::vector<profiler::CallBlock> blocks;
    std::vector<DamagedBlock> damaged;
};

[[nodiscard]] StoredBlocks readBlocks(SQLite::Database& database, RowId process,
    SampleBudget& budget, SampleChoice choice = SampleChoice::All);

} // namespace storage
