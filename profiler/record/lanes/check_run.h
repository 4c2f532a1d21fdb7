// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/lanes/output_check.h"

namespace profiler {

/// The numeric comparison of what `check` has not compared in other processes: one process saves
/// the baseline's outputs, as they are and in fp64 where the model can, one for each other variant
/// saves and compares its own. An Error: no worker can be started at all.
[[nodiscard]] Result<void> runChecks(Session& session, OutputCheck& check);

} // namespace profiler
