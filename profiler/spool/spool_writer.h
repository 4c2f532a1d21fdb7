// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_rows.h"
#include "profiler/spool/spool_format.h"

#include <cstdint>
#include <span>
#include <vector>

namespace profiler {
struct TraceCall;
struct TraceLosses;
} // namespace profiler

namespace profiler::spool {

/// Appends chunks to a spool file. Standard library alone: it is part of what is loaded into a
/// worker. Every function gives 0 or the errno; after a failure nothing more is written, so that
/// the file stays whole.
class SpoolWriter {
public:
    SpoolWriter() = default;
    ~SpoolWriter();
    SpoolWriter(const SpoolWriter&) = delete;
    SpoolWriter& operator=(const SpoolWriter&) = delete;
    SpoolWriter(SpoolWriter&&) = delete;
    SpoolWriter& operator=(SpoolWriter&&) = delete;

    /// Creates the file; one that is there is replaced.
    [[nodiscard]] int open(const char* path);
    /// Nothing is written for a table without rows.
    [[nodiscard]] int write(const TraceChunk& chunk);
    [[nodiscard]] int writeCalls(std::span<const TraceCall> calls);
    [[nodiscard]] int writeLosses(const TraceLosses& losses);
    void close();

    [[nodiscard]] std::uint64_t bytesWritten() const { return m_written; }

private:
    [[nodiscard]] int writeChunk(Table table, std::size_t rows);

    int m_file = -1;
    int m_failure = 0;
    std::uint64_t m_written = 0;
    std::vector<std::uint8_t> m_bytes; ///< header and payload of the chunk being made
};

} // namespace profiler::spool
