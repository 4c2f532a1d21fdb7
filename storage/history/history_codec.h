// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history_recording.h"
#include "storage/columns/chunk_codec.h"

#include <cstdint>
#include <optional>
#include <span>

/// What a history needs of a recording, as bytes.
namespace storage {

/// Increase it with each change of HistoryRecording, of what is kept of it here, and of how its
/// values are made: what was kept before is then made anew.
inline constexpr std::uint64_t historyForm = 2;

/// Not packed yet.
[[nodiscard]] Bytes encodeHistory(const profiler::HistoryRecording& recording);

/// nullopt: damaged, or of another form. Trusts nothing.
[[nodiscard]] std::optional<profiler::HistoryRecording> decodeHistory(
    std::span<const std::uint8_t> bytes);

} // namespace storage
