// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_columns.h"
#include "storage/chunk_codec.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

/// Rows of a table of a trace as bytes. A chunk is
///     uint8  version (1)
///     uint8  columns
///     uint32 rows, little-endian
///     for each column: uint8 bytes a value (1, 4 or 8)
///     one zstd frame with checksum: column after column, the lowest byte of every value, then the
///     next byte of every value…
/// A value of 4 or 8 bytes is stored as its difference to the one before: times and ids grow by
/// little, so that most planes are nearly all zero. Doubles are stored as their bits.
/// Decoding trusts nothing: every size is checked before memory is taken.
namespace storage {

/// The rows [first, first + count) of `columns`; count is at most chunkRecords.
template <typename Columns>
[[nodiscard]] Bytes encodeColumns(const Columns& columns, std::size_t first, std::size_t count);

/// Appends the rows. The reason of a failure is a clause: "its number of rows is wrong".
template <typename Columns>
[[nodiscard]] tl::expected<void, std::string> decodeColumns(
    std::span<const std::uint8_t> chunk, std::size_t expectedRows, Columns& columns);

} // namespace storage
