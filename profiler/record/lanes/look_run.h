// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/session.h"

namespace profiler {

/// Effort look: one process of each variant makes its first calls, proves what they ran, is traced
/// and has its results compared with the baseline's. No call of it is timed, so its code may be
/// what a trace needs. An Error: no worker can be started at all.
[[nodiscard]] Result<void> runLooks(Session& session);

} // namespace profiler
