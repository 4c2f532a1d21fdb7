// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/trace.h"

#include <cstdint>

namespace profiler {

/// By start, and of rows that start together the longest first, so that spans come before those
/// within them; else as they were.
void orderByStart(TraceRows& rows);

/// Adds to all times; the sum is to fit.
void moveInTime(TraceRows& rows, std::int64_t byNs);

} // namespace profiler
