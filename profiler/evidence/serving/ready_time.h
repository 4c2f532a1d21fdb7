// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace profiler {

struct ComparisonData;
enum class ProcessKind;
struct ProcessRecord;

/// Of one cold process: import, build and inputs, compiling, and a case's calls up to the last one
/// in which something was compiled. From then on it answers at its steady speed. nullopt: it told
/// none of these.
[[nodiscard]] std::optional<double> readyTime(const ProcessRecord& process, int caseIndex);

/// Median over the finished cold processes of a variant: with an empty cache (ProcessKind::Cold) or
/// a kept one.
[[nodiscard]] std::optional<double> readyTimeOf(
    const ComparisonData& data, int variant, int caseIndex, ProcessKind kind);

} // namespace profiler
