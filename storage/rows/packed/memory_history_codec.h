// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/memory_history.h"
#include "storage/columns/chunk_codec.h"

#include <optional>
#include <span>

/// Parts, blocks and readings of a memory history as bytes; the rest are columns of its row.
namespace storage {

/// Unpacked; more is refused.
inline constexpr std::size_t longestMemoryHistory = std::size_t {16} << 20U;

/// Not packed yet.
[[nodiscard]] Bytes encodeMemoryHistory(const profiler::MemoryHistoryFact& fact);

/// nullopt: damaged, or more than is ever recorded. Trusts nothing.
[[nodiscard]] std::optional<profiler::MemoryHistoryFact> decodeMemoryHistory(
    std::span<const std::uint8_t> bytes);

} // namespace storage
