// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/torch_log/torch_trace_log.h"

namespace profiler {

/// Adds breaks and recompiles of a log that has no records of them, as that of torch 2.4: there the
/// metrics of a compile alone tell why it began anew, and that its code had been compiled before.
void addWhatMetricsTell(CompileRun& run);

} // namespace profiler
