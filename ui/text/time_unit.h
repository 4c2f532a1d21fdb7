// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/number_text.h"

namespace ui {

/// How many nanoseconds one of a unit has.
[[nodiscard]] constexpr double nanosecondsIn(profiler::TimeUnit unit)
{
    switch (unit) {
    case profiler::TimeUnit::Nanoseconds:
        return 1;
    case profiler::TimeUnit::Microseconds:
        return 1e3;
    case profiler::TimeUnit::Milliseconds:
        return 1e6;
    case profiler::TimeUnit::Seconds:
        break;
    }
    return 1e9;
}

} // namespace ui
