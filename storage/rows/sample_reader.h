// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/rows/sample_writer.h"

#include <SQLiteCpp/Database.h>

#include <string>
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

class SampleReader {
public:
    SampleReader(SQLite::Database& database, RowId process, SampleBudget& budget);

    SeriesReader<std::int64_t> wall;
    SeriesReader<std::int64_t> cpu;
    SeriesReader<std::int32_t> switches;
    SeriesReader<std::uint8_t> compiled;
};

} // namespace storage
