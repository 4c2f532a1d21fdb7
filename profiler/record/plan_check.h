// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/machine/interpreter.h"

namespace profiler {

struct Plan;

/// Everything that can be known to be wrong before a worker starts: modes and backends the chosen
/// torch does not have, a device that is not there, files, modules, callables and built-in models
/// of the SPEC that do not exist. The user's code is read, not run. Torch is imported (in a child
/// process) only when the plan asks for a device, mode or backend that not every torch has.
[[nodiscard]] Result<void> checkPlanAgainst(const Plan& plan, const Interpreter& interpreter);

} // namespace profiler
