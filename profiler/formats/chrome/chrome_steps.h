// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace profiler {

struct OperatorColumns;
struct TraceCall;
struct TraceRows;

/// A moment not after anything in the file, which counts from it: a viewer's doubles hold small
/// times to the nanosecond.
[[nodiscard]] std::int64_t chromeBase(const TraceRows& rows, const std::vector<TraceCall>& calls);

/// Start, duration and number (as `sequence`) of the calls that the rows do not show: neither as a
/// step of the profiler, nor because there is one alone from the first row to the last, as in an
/// import without steps.
[[nodiscard]] OperatorColumns chromeSteps(
    const TraceRows& rows, const std::vector<TraceCall>& calls);

} // namespace profiler
