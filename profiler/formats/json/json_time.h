// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace profiler {

/// No time read is farther from zero, so that two of them add up without overflow.
inline constexpr std::int64_t farthestTimeNs = std::numeric_limits<std::int64_t>::max() / 2;

/// "1700000000123456.789" microseconds → nanoseconds, from the digits: a double holds a date to a
/// quarter of a microsecond alone. Finer ones are rounded half to even. nullopt: no number, or one
/// beyond farthestTimeNs.
[[nodiscard]] std::optional<std::int64_t> nanosecondsOfMicroseconds(std::string_view text);

} // namespace profiler
