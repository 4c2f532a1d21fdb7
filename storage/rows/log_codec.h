// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/log_line.h"
#include "storage/columns/chunk_codec.h"

#include <span>
#include <string>
#include <vector>

/// Log lines as one compressed chunk:
///     uint8  version (1)
///     uint32 lines, uint32 bytes unpacked, little-endian
///     one zstd frame: for each line int32 process (-1 = none), uint8 stream, int64 UTC ns, uint32
///     length; then the texts, one after the other.
namespace storage {

/// Longer texts are cut by the writer, so that a chunk can be refused before it takes memory.
inline constexpr std::size_t longestLine = std::size_t {4} << 20U;
inline constexpr std::size_t largestLogChunk = std::size_t {16} << 20U; ///< unpacked

/// What a line adds to a chunk, unpacked.
[[nodiscard]] std::size_t packedSize(const profiler::LogLine& line);

[[nodiscard]] Bytes encodeLog(std::span<const profiler::LogLine> lines);

[[nodiscard]] tl::expected<std::vector<profiler::LogLine>, std::string> decodeLog(
    std::span<const std::uint8_t> chunk, std::size_t expectedLines);

} // namespace storage
