// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/session.h"

namespace profiler {

enum class CacheState { Empty, Kept };

/// A cold process of a variant (one for each case with `cases: apart`): start, first and second
/// call, calls until steady, memory of steady calls. An Error: no worker can be started at all.
[[nodiscard]] Result<void> runCold(Session& session, int variant, CacheState cache, int repetition);

} // namespace profiler
