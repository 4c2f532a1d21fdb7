// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/session.h"

namespace profiler {

/// The trace of each variant: a process of its own that warms up and makes a few watched calls of
/// each case, and compares results where tracesAlsoCheck() says so. Its failures are tolerated:
/// what it spooled before is kept, and what it did not compare a process of the check does. An
/// Error: no worker can be started at all.
[[nodiscard]] Result<void> runTraces(Session& session);

} // namespace profiler
