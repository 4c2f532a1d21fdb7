// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "profiler/spool/spool_format.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace profiler::spool {

using TraceCalls = std::vector<TraceCall>;
using SpoolEntry = std::variant<TraceChunk, TraceCalls, TraceLosses>;

/// Reads a spool file chunk by chunk. The file belongs to foreign code, so nothing in it is
/// trusted: what comes before the first fault is given, the fault is told.
class TraceSpoolReader {
public:
    /// Refused: not there, no regular file, not a spool file.
    [[nodiscard]] static Result<TraceSpoolReader> open(const std::filesystem::path& file);

    /// nullopt at the end, or at a fault.
    [[nodiscard]] std::optional<SpoolEntry> next();

    /// Why reading stopped early, as a clause: "it ends in the middle of chunk 7"; empty: it did
    /// not.
    [[nodiscard]] const std::string& fault() const { return m_fault; }

private:
    TraceSpoolReader(std::ifstream stream, std::uint64_t bytes)
        : m_stream(std::move(stream))
        , m_left(bytes)
    {
    }

    [[nodiscard]] std::optional<ChunkHeader> readHeader();
    [[nodiscard]] bool readPayload(const ChunkHeader& header);

    std::ifstream m_stream;
    std::uint64_t m_left; ///< bytes of the file that were not read yet
    int m_chunk = 0;
    std::string m_fault;
    std::vector<std::uint8_t> m_payload;
};

} // namespace profiler::spool
