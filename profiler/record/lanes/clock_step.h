// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace profiler {

/// The median step of the steady clock.
[[nodiscard]] double clockStepNs();

/// The least number of calls that a block needs to last 1000 steps of the clock: below that its
/// time means nothing.
[[nodiscard]] std::int64_t callsToSeeClock(std::int64_t callNs);

} // namespace profiler
