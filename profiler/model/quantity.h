// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Numbers, times and sizes as people type them, and the way back, exactly.
namespace profiler {

/// Digits alone, no sign; nullopt also when it does not fit.
[[nodiscard]] std::optional<std::int64_t> wholeNumber(std::string_view text);
/// As wholeNumber, with a leading minus allowed.
[[nodiscard]] std::optional<std::int64_t> signedNumber(std::string_view text);
/// A finite decimal number.
[[nodiscard]] std::optional<double> decimalNumber(std::string_view text);
/// "15ms", "0.5s", "250us": the unit is needed.
[[nodiscard]] std::optional<std::chrono::nanoseconds> duration(std::string_view text);
/// "6GiB", "500MB", "4096B": the unit is needed.
[[nodiscard]] std::optional<std::int64_t> byteCount(std::string_view text);

/// "10min": in the largest unit that gives a whole number.
[[nodiscard]] std::string durationText(std::chrono::nanoseconds time);
/// "2000ms": the same of a call's time, for which ms are the largest unit.
[[nodiscard]] std::string callTimeText(std::chrono::nanoseconds time);
/// "6GiB": in the largest binary unit that gives a whole number.
[[nodiscard]] std::string byteCountText(std::int64_t bytes);

} // namespace profiler
