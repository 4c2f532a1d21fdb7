// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_trace.h"
#include "storage/columns/chunk_codec.h"

#include <optional>
#include <span>

/// A compile trace as bytes: its texts once each, then columns of numbers, each as the difference
/// to the one before in as few bytes as it takes.
namespace storage {

/// Unpacked; more is refused.
inline constexpr std::size_t longestCompileTrace = std::size_t {16} << 20U;

/// Not packed yet.
[[nodiscard]] Bytes encodeCompileTrace(const profiler::CompileTrace& trace);

/// nullopt: damaged, or larger than any that is recorded. Trusts nothing.
[[nodiscard]] std::optional<profiler::CompileTrace> decodeCompileTrace(
    std::span<const std::uint8_t> bytes);

} // namespace storage
