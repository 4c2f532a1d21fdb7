// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/session.h"

namespace profiler {

/// The numeric comparison: one process saves the baseline's outputs, one the same in fp64 where the
/// model can, one for each other variant saves and compares its own. An Error: no worker can be
/// started at all.
[[nodiscard]] Result<void> runChecks(Session& session);

enum class CacheState { Empty, Kept };

/// A cold process of a variant (one for each case with `cases: apart`): start, first and second
/// call, calls until steady, memory of steady calls. An Error: no worker can be started at all.
[[nodiscard]] Result<void> runCold(Session& session, int variant, CacheState cache, int repetition);

/// The trace of each variant: a process of its own that warms up and makes a few watched calls of
/// each case. Its failures are tolerated; what it spooled before is kept. An Error: no worker can
/// be started at all.
[[nodiscard]] Result<void> runTraces(Session& session);

} // namespace profiler
