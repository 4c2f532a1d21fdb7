// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/recording.h"

#include <vector>

namespace profiler {
struct Case;
} // namespace profiler

/// Sweeps of which not every size is measured.
namespace cli {

/// Can a recording of these cases choose among their sizes? Only a sweep's are named.
[[nodiscard]] bool isSweep(const std::vector<profiler::Case>& cases);

/// Records the first cases of the plan's sweep, then those at the bends of the measured curves,
/// until none is left.
[[nodiscard]] ExitCode recordAdaptively(const profiler::Plan& plan, const Recording& recording);

/// Adds to a comparison those of `sweep`, cases of its own among them, that lie at bends of its
/// curves, until none is left.
[[nodiscard]] ExitCode addAtBends(const std::string& comparison,
    const std::vector<profiler::Case>& sweep, const Recording& recording);

} // namespace cli
