// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/session.h"

namespace profiler {

/// The numeric comparison: one process saves the baseline's outputs, as they are and in fp64 where
/// the model can, one for each other variant saves and compares its own. An Error: no worker can be
/// started at all.
[[nodiscard]] Result<void> runChecks(Session& session);

} // namespace profiler
