// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/reason.h"

namespace profiler {

/// Why a process that gave nothing ended: in its own words where it had any.
[[nodiscard]] Reason whyEnded(const ProcessEnd& end);

/// Why there is nothing from processes of that kind: not planned, failed (with the reason), still
/// to run, or not reached before the recording ended.
[[nodiscard]] Reason whyNoProcess(const ComparisonData& data, int variant, ProcessKind kind);

/// Reason of the last process of the variant that failed, crashed or timed out; empty when none.
[[nodiscard]] Reason failureOf(const ComparisonData& data, int variant, ProcessKind kind);

} // namespace profiler
