// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"

#include <string>

namespace profiler {

/// "cold process", "warm-cache process", "repetition", "check", "trace".
[[nodiscard]] std::string processWord(ProcessKind kind);

/// Why there is nothing from processes of that kind: not planned, failed (with the reason), still
/// to run, or not reached before the recording ended.
[[nodiscard]] std::string whyNoProcess(const ComparisonData& data, int variant, ProcessKind kind);

/// Reason of the last process of the variant that failed, crashed or timed out; empty when none.
[[nodiscard]] std::string failureOf(const ComparisonData& data, int variant, ProcessKind kind);

} // namespace profiler
