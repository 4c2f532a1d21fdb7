// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/log_line.h"
#include "profiler/model/result.h"

#include <functional>

namespace profiler {

/// False: no more is wanted.
using TakeLogLine = std::function<bool(LogLine&&)>;

/// Gives the lines of a log one after the other: all of them may be more than memory holds.
using LogReader = std::function<Result<void>(const TakeLogLine&)>;

} // namespace profiler
