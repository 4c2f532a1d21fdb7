// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history.h"

#include <string_view>
#include <vector>

namespace profiler {

struct ComparisonData;

/// Whether a field tells the hardware or its driver: a history is not joined where one changes.
[[nodiscard]] bool isHardwareField(std::string_view field);

/// What the second recording has otherwise: commit, versions, hardware, settings, environment. What
/// one of them did not tell is unknown, not different; settings that are not given are torch's own.
[[nodiscard]] std::vector<SideDifference> differencesBetween(
    const HistoryPoint& before, const HistoryPoint& after);

/// What each compiled: graphs, places of breaks, recompiles, kernels a call.
[[nodiscard]] std::vector<SideDifference> compiledDifferences(const HistoryPoint& pointBefore,
    const ComparisonData& before, const HistoryPoint& pointAfter, const ComparisonData& after);

} // namespace profiler
