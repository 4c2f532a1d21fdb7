// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history.h"

#include <string_view>
#include <vector>

namespace profiler {

struct ComparisonData;

/// Whether a field tells the hardware or its driver.
[[nodiscard]] bool isHardwareField(std::string_view field);

/// What has to be alike for two points to be joined: what `compare` refuses to compare across, and
/// the driver.
[[nodiscard]] EnvironmentFields conditionsOf(const HistoryPoint& point);

/// What only one of them tells is unknown, not different.
[[nodiscard]] bool areAlike(const EnvironmentFields& one, const EnvironmentFields& other);

/// Those of the differences that part the two points.
[[nodiscard]] std::vector<SideDifference> partingDifferences(
    const HistoryPoint& before, const HistoryPoint& after);

/// What the second recording has otherwise: commit, versions, hardware, settings, environment. What
/// one of them did not tell is unknown, not different; settings that are not given are torch's own.
[[nodiscard]] std::vector<SideDifference> differencesBetween(
    const HistoryPoint& before, const HistoryPoint& after);

/// What a recording of the same plan has otherwise, as its baseline's first process reported it.
struct RepeatDifferences {
    std::vector<SideDifference> all;
    std::vector<SideDifference> parting; ///< those of them that forbid a ratio between the two
};

[[nodiscard]] RepeatDifferences differencesOfRepeat(
    const ComparisonData& before, const ComparisonData& after);

/// What each compiled: graphs, places of breaks, recompiles, kernels a call.
[[nodiscard]] std::vector<SideDifference> compiledDifferences(const HistoryPoint& pointBefore,
    const ComparisonData& before, const HistoryPoint& pointAfter, const ComparisonData& after);

} // namespace profiler
