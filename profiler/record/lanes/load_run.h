// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/session.h"

namespace profiler {

/// Requests at given rates for every variant that is left: each repetition has fresh processes, and
/// each rate is offered to all of them in turn, one at a time, with the same arrivals. An Error: no
/// worker can be started here at all.
[[nodiscard]] Result<void> runLoads(Session& session);

} // namespace profiler
