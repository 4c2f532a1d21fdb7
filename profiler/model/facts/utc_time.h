// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>

namespace profiler {

using std::chrono::nanoseconds;

/// Nanoseconds since 1970-01-01 UTC.
struct UtcTime {
    std::int64_t ns = 0;

    auto operator<=>(const UtcTime&) const = default; // NOLINT(modernize-use-nullptr)
};

} // namespace profiler
