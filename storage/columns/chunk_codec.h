// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Columns of integers as bytes. A chunk is
///     uint8  version (1)
///     uint8  bytes a record (1, 4 or 8)
///     uint32 records, little-endian
///     one zstd frame with checksum: the lowest byte of every record, then the next byte of every
///     record… The high bytes of neighbouring times are alike, so planes compress where records
///     do not.
/// Decoding trusts nothing: every size is checked before memory is taken.
namespace storage {

inline constexpr std::size_t chunkRecords = 65'536;

using Bytes = std::vector<std::uint8_t>;

/// At most chunkRecords. T is int64, int32 or uint8.
template <typename T>
[[nodiscard]] Bytes encodeChunk(std::span<const T> records);

/// Appends the records to `records`. The reason of a failure is a clause: "its checksum is wrong".
template <typename T>
[[nodiscard]] tl::expected<void, std::string> decodeChunk(
    std::span<const std::uint8_t> chunk, std::size_t expectedRecords, std::vector<T>& records);

/// zstd with checksum, as used by every chunk.
[[nodiscard]] Bytes compressed(std::span<const std::uint8_t> bytes);

/// Exactly `expectedSize` bytes, or the clause why not.
[[nodiscard]] tl::expected<Bytes, std::string> decompressed(
    std::span<const std::uint8_t> frame, std::size_t expectedSize);

} // namespace storage
