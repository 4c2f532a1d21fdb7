// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/bisect/bisect_options.h"
#include "profiler/judge/bisect/bisect_result.h"
#include "profiler/model/result.h"

#include <string>

namespace cli {

/// Records candidates side by side, oldest, newest and one between them, until two neighbours are
/// left; then what changed between those two. An Error: nothing could be told; of the kind
/// Interrupted where somebody stopped it.
[[nodiscard]] profiler::Result<profiler::BisectResult> runBisect(
    const BisectOptions& options, const std::string& commandLine);

} // namespace cli
