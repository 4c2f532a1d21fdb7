// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/session.h"
#include "profiler/record/worker_link/conversation.h"

namespace profiler {

/// How a failure is recorded as the end of a process. `compiling`: what a compiled variant does
/// until its first calls are over; a time limit reached there is the compiler's.
[[nodiscard]] ProcessEnd endOf(
    Session& session, int variant, const WorkerFailure& failure, bool compiling);

/// Charges the failure of a process to its variant: keeps the first reason, and gives a crash, but
/// nothing else, a second chance.
void recordVariantFailure(Session& session, int variant, const ProcessEnd& end);

} // namespace profiler
