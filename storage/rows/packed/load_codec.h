// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/load_fact.h"
#include "storage/columns/chunk_codec.h"

#include <optional>
#include <span>

/// The requests of one rate as bytes: column by column, each number in as few bytes as it takes.
namespace storage {

/// Unpacked; more is refused.
inline constexpr std::size_t longestLoad = std::size_t {64} << 20U;

/// Not packed yet.
[[nodiscard]] Bytes encodeRequests(const profiler::LoadRequests& requests);

/// nullopt: damaged, or more than are ever recorded. Trusts nothing.
[[nodiscard]] std::optional<profiler::LoadRequests> decodeRequests(
    std::span<const std::uint8_t> bytes);

} // namespace storage
