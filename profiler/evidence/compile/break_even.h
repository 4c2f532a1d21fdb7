// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

#include <cstdint>
#include <optional>

namespace profiler {

/// N* = floor(C / (e - c)) + 1: least N with C + N c < N e, at least 1. Nothing when e <= c.
/// All in one unit.
[[nodiscard]] std::optional<std::int64_t> breakEvenCalls(
    double cost, double eagerCall, double compiledCall);

struct BreakEvenRange {
    std::int64_t low = 0;
    std::optional<std::int64_t> high; ///< missing: open upwards
};

/// [floor(C_lo/D_hi)+1, floor(C_hi/D_lo)+1] with D = e - c; open upwards when D_lo <= 0; nothing
/// when D_hi <= 0.
[[nodiscard]] std::optional<BreakEvenRange> breakEvenRange(
    const Interval& cost, const Interval& saved);

} // namespace profiler
