// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/recording.h"

#include <vector>

namespace profiler {
struct Finding;
} // namespace profiler

namespace cli {

/// Records the remedies of findings in lock step with what they are to remedy, and says what became
/// of each. `recording.file` is the database that the comparison is added to.
[[nodiscard]] ExitCode recordRemedies(const profiler::Plan& plan,
    const std::vector<profiler::Finding>& findings, const Recording& recording);

/// After a recording: tries the remedies of the first `count` findings of the file's newest
/// comparison that can be tried. None: says so, which is no failure.
[[nodiscard]] ExitCode tryBestRemedies(std::size_t count, const Recording& recording);

} // namespace cli
