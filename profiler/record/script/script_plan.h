// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan/script_calls.h"

namespace profiler {

struct Plan;

/// The plan of a script with what its first pass found: the call, its task, how often it is made
/// where that is known, and that lanes run one after the other where it cannot be held. A variant
/// "default" that nobody gave settings gets those with which the script compiles the call itself.
[[nodiscard]] Plan planOfCall(Plan plan, const ScriptCalls& found, const ScriptCall& call);

} // namespace profiler
