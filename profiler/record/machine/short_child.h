// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <chrono>
#include <string>
#include <vector>

namespace profiler {

struct ChildOutput {
    int exitCode = 0; ///< 128 + n when signal n ended it
    std::string standardOutput;
    std::string standardError;
};

/// Runs a helper program to its end, standard input empty, the environment ours. Past the limit it
/// and what it started are killed. An Error means that it could not start or did not end in time.
[[nodiscard]] Result<ChildOutput> runShortChild(
    const std::vector<std::string>& command, std::chrono::milliseconds limit);

} // namespace profiler
