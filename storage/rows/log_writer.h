// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/log_reader.h"
#include "storage/rows/log_codec.h"
#include "storage/sqlite/statements.h"

#include <cstdint>
#include <vector>

namespace storage {

/// Log lines of a comparison on their way into chunks. As with calls, a flush makes a small chunk
/// and larger ones replace them.
class LogWriter {
public:
    /// `firstLine`: how many the comparison has already.
    LogWriter(RowId comparison, std::int64_t firstLine)
        : m_comparison(comparison)
        , m_openFirst(firstLine)
    {
    }

    void add(const profiler::LogLine& line);
    void flush(Statements& statements);
    void close(Statements& statements);

private:
    void write(Statements& statements, std::size_t from);
    void replaceSmallChunks(Statements& statements);

    RowId m_comparison;
    std::vector<profiler::LogLine> m_open; ///< lines since the last large chunk
    std::int64_t m_openFirst;
    std::size_t m_openSize = 0; ///< packed
    std::size_t m_stored = 0; ///< of m_open, in small chunks
    int m_smallChunks = 0;
};

/// In their order; a chunk that is damaged is one line that says so.
void readLogLines(SQLite::Database& database, RowId comparison, const profiler::TakeLogLine& take);

} // namespace storage
