// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

namespace tests {

/// Some of each kind.
inline profiler::TraceLosses madeLosses()
{
    return {.dropped = 3,
        .refused = 1,
        .zeroTimestamps = 2,
        .negativeDurations = 7,
        .launchesWithoutKernel = 4,
        .kernelsWithoutLaunch = 5,
        .spansLost = 6,
        .clockStepNs = -1500,
        .reasons = {"the spool could not be written: no space left on device", ""}};
}

} // namespace tests
