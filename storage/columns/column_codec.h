// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace_columns.h"
#include "storage/columns/chunk_codec.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Rows of a table of a trace as bytes. A chunk is
///     uint8  version (1)
///     uint8  columns
///     uint32 rows, little-endian
///     for each column: uint8 bytes a value (1, 4 or 8), uint8 which of its planes are stored
///                      (bit 0 = the lowest byte), and its first value
///     uint32 FNV-1a of all that comes before
///     one zstd frame with checksum: the stored planes, column after column
///     where they pack into less than a byte for `rowsForAByte` rows, a frame that zstd skips
/// A column is taken as differences to the value before, folded so that small negative ones are
/// small numbers (0, -1, 1, -2, 2 … = 0, 1, 2, 3, 4 …); plane k holds byte k of each. Times and ids
/// change by little: most planes are zero throughout and are left out, which is what makes reading
/// fast. Doubles are taken as their bits.
/// Decoding trusts nothing: every size is checked before memory is taken.
namespace storage {

/// Some columns of a table: bit k is the k-th in stored order.
using ColumnSet = std::uint32_t;
inline constexpr ColumnSet allColumns = ~ColumnSet {0};

/// The column that `member` is: ColumnSet bits of `columnOf(&KernelColumns::startNs)`.
template <typename Columns, typename T>
[[nodiscard]] ColumnSet columnOf(std::vector<T> Columns::*member)
{
    const Columns none;
    ColumnSet found = 0;
    ColumnSet bit = 1;
    forEachColumn(none, [&](const char* /*name*/, const auto& column) {
        if (static_cast<const void*>(&column) == static_cast<const void*>(&(none.*member)))
            found = bit;
        bit <<= 1U;
    });
    return found;
}

/// A chunk has at least one byte for so many rows; few bytes that claim many rows are no trace of
/// anybody's.
inline constexpr std::size_t rowsForAByte = 4;

/// The rows [first, first + count) of `columns`; count is at most chunkRecords.
template <typename Columns>
[[nodiscard]] Bytes encodeColumns(const Columns& columns, std::size_t first, std::size_t count);

/// Appends the rows to the columns that are wanted; the others stay as they are. The whole chunk is
/// checked all the same. The reason of a failure is a clause: "its number of rows is wrong".
template <typename Columns>
[[nodiscard]] tl::expected<void, std::string> decodeColumns(std::span<const std::uint8_t> chunk,
    std::size_t expectedRows, Columns& columns, ColumnSet wanted = allColumns);

} // namespace storage
