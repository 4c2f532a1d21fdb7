// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

/// The file through which the agent and the collector, in a worker, hand a trace to the recorder.
/// Little-endian:
///     8 bytes   "FSTRACE1"
///     chunks    uint32 marker, uint32 table, uint32 rows, uint32 checksum,
///               uint64 bytes of the payload, payload
/// Each chunk is written by one write(2): a worker that is killed leaves a file that is whole up to
/// its last chunk. The payload of a table of columns is column after column, in the order of
/// forEachColumn; that of the others is row after row, texts as uint32 length and bytes. A reader
/// passes over tables that it does not know.
namespace profiler::spool {

inline constexpr std::array<char, 8> magic {'F', 'S', 'T', 'R', 'A', 'C', 'E', '1'};
inline constexpr std::uint32_t chunkMarker = 0x4b4e4843; // "CHNK"
inline constexpr std::uint64_t mostPayloadBytes = std::uint64_t {256} << 20U;

enum class Table : std::uint32_t {
    Names = 1,
    Places = 2,
    Shapes = 3,
    Operators = 4,
    Kernels = 5,
    Apis = 6,
    Copies = 7,
    Counters = 8,
    Calls = 9, ///< int64 start, int64 end of each traced call
    Losses = 10, ///< one row: the counters of TraceLosses in their order, each int64; then reasons
};

struct ChunkHeader {
    std::uint32_t marker = chunkMarker;
    Table table {};
    std::uint32_t rows = 0;
    std::uint32_t sum = 0;
    std::uint64_t bytes = 0;
};

inline constexpr std::size_t headerBytes = 24;
static_assert(sizeof(ChunkHeader) == headerBytes);

/// Tells damage, not malice. Eight bytes a step: a table-driven CRC would cost more than decoding
/// the records does.
[[nodiscard]] inline std::uint32_t checksum(
    Table table, std::uint32_t rows, std::span<const std::uint8_t> bytes)
{
    constexpr std::uint64_t prime = 0x9e3779b97f4a7c15U;
    std::uint64_t sum = bytes.size() * prime;
    const auto mix = [&](std::uint64_t word) {
        sum = (sum ^ word) * prime;
        sum ^= sum >> 29U;
    };
    mix(std::uint64_t {static_cast<std::uint32_t>(table)} << 32U | rows);
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + at, sizeof(word));
        mix(word);
    }
    std::uint64_t rest = 0;
    if (at < bytes.size())
        std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
    mix(rest);
    return static_cast<std::uint32_t>(sum >> 32U);
}

} // namespace profiler::spool
