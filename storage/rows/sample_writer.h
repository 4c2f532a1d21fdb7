// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/timing_facts.h"
#include "storage/columns/chunk_codec.h"
#include "storage/sqlite/statements.h"

#include <cstdint>
#include <span>
#include <vector>

namespace storage {

/// Where a block's entries lie in a series of its process.
struct SeriesRange {
    std::int64_t first = 0;
    std::int64_t count = 0;
};

struct SampleRanges {
    SeriesRange wall;
    SeriesRange cpu;
    SeriesRange switches;
    SeriesRange compiled;
};

/// One series of a process on its way into chunks. What a flush finds becomes a small chunk; full
/// ones, and one at the end of the process, replace the small ones.
template <typename T>
class SeriesWriter {
public:
    SeriesWriter(RowId process, const char* series)
        : m_process(process)
        , m_series(series)
    {
    }

    SeriesRange append(Statements& statements, std::span<const T> records);
    void flush(Statements& statements);
    void close(Statements& statements); ///< one chunk for what is left

private:
    void write(Statements& statements, std::size_t from);
    void replaceSmallChunks(Statements& statements);

    RowId m_process;
    std::string m_series;
    std::vector<T> m_open; ///< records since the last full chunk
    std::int64_t m_openFirst = 0; ///< the place of m_open in the series
    std::size_t m_stored = 0; ///< of m_open, in small chunks
    int m_smallChunks = 0;
};

/// The calls of a process.
class SampleWriter {
public:
    explicit SampleWriter(RowId process)
        : m_wall(process, "wall")
        , m_cpu(process, "cpu")
        , m_switches(process, "switches")
        , m_compiled(process, "compiled")
    {
    }

    SampleRanges append(Statements& statements, const profiler::CallBlock& block);
    void flush(Statements& statements);
    void close(Statements& statements);

private:
    SeriesWriter<std::int64_t> m_wall;
    SeriesWriter<std::int64_t> m_cpu;
    SeriesWriter<std::int32_t> m_switches;
    SeriesWriter<std::uint8_t> m_compiled;
};

} // namespace storage
