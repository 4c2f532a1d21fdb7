// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Nanoseconds, as tests write them down.
namespace profiler {

inline constexpr std::int64_t us = 1'000;
inline constexpr std::int64_t ms = 1'000'000;

} // namespace profiler
