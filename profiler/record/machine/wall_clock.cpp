// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/wall_clock.h"

#include <ctime>

namespace profiler {

int utcOffsetMinutes()
{
    const std::time_t now = std::time(nullptr);
    std::tm local {};
    if (::localtime_r(&now, &local) == nullptr)
        return 0;
    return static_cast<int>(local.tm_gmtoff / 60);
}

} // namespace profiler
