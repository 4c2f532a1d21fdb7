// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/exit_code.h"
#include "profiler/model/result.h"

namespace profiler {
struct Plan;
} // namespace profiler

/// A script is run once before it is recorded, to see what of it can be measured.
namespace cli {

/// Prints what the plan's script calls.
[[nodiscard]] ExitCode listScriptCalls(const profiler::Plan& plan, bool json);

/// The plan with the call that `--call` names, or else the proposed one; what is chosen and why,
/// and what to mind, is said on stderr, or with `json` as an event on stdout.
[[nodiscard]] profiler::Result<profiler::Plan> withScriptCall(profiler::Plan plan, bool json);

} // namespace cli
