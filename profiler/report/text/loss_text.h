// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

/// What a trace does not hold is said wherever it is used.
namespace profiler {

struct ComparisonData;
struct TraceSummary;

/// "1 204 records dropped by the driver, 3 launches without a kernel"; empty: it is complete.
[[nodiscard]] std::string traceLossText(const TraceSummary& trace);

/// "The trace of eager is not complete: …." for each of the variants whose calls were traced with
/// losses, in one text; empty: none.
[[nodiscard]] std::string incompleteTraces(
    const ComparisonData& data, int caseIndex, const std::vector<int>& variants);

} // namespace profiler
