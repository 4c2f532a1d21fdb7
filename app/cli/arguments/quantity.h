// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace cli {

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

} // namespace cli
