// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/reason.h"

#include <optional>

namespace profiler {

struct ComparisonData;
struct ProcessEnd;

/// Why a process that gave nothing ended: in its own words where it had any.
[[nodiscard]] Reason whyEnded(const ProcessEnd& end);

/// Why there is nothing from processes of that kind: not planned, failed (with the reason), still
/// to run, or not reached before the recording ended.
[[nodiscard]] Reason whyNoProcess(const ComparisonData& data, int variant, ProcessKind kind,
    std::optional<int> caseIndex = std::nullopt);

/// Reason of the last process of the variant that failed, crashed or timed out; empty when none.
/// One that ended with some cases is a failure of those alone.
[[nodiscard]] Reason failureOf(const ComparisonData& data, int variant, ProcessKind kind,
    std::optional<int> caseIndex = std::nullopt);

/// Why the variant does not run that case; empty: nothing of it failed.
[[nodiscard]] Reason caseFailureOf(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler
