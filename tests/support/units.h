// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Nanoseconds, as tests write them down.
namespace profiler {

inline constexpr std::int64_t us = 1'000;
inline constexpr std::int64_t ms = 1'000'000;

/// The same where a test computes with them.
inline constexpr double microsecond = 1e3;
inline constexpr double millisecond = 1e6;

} // namespace profiler
