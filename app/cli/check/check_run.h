// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/check/check_options.h"
#include "profiler/judge/gate/gate.h"
#include "profiler/model/result.h"

#include <string>

namespace cli {

/// Records what the check asks for and compares it. An Error: nothing could be compared; of the
/// kind Interrupted where somebody stopped it. What it made for itself is taken away before it
/// returns.
[[nodiscard]] profiler::Result<profiler::GateResult> runCheck(
    const CheckOptions& options, const std::string& commandLine);

} // namespace cli
