// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/torch_log/torch_trace_log.h"

#include <vector>

namespace profiler {

/// What a run of a log tells of its compiles while they went on, taken from it; nothing where it
/// tells nothing.
[[nodiscard]] std::vector<CompileTrace> compileTracesOf(CompileRun& run);

} // namespace profiler
