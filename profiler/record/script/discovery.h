// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan/script_calls.h"
#include "profiler/model/result.h"
#include "profiler/record/session/record_request.h"

#include <functional>
#include <string>

namespace profiler {

/// Runs the plan's script once in a worker, nothing of it compiled, until it ends or enough was
/// seen: what of it can be measured. `heard` gets what the script prints.
[[nodiscard]] Result<ScriptCalls> discoverCalls(
    const RecordRequest& request, const std::function<void(const std::string&)>& heard);

} // namespace profiler
