// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/memory/memory_rows.h"

#include <optional>
#include <string>
#include <vector>

/// What got worse or better against the baseline: a regression report's contents. Nothing is
/// called a change that its own verdict leaves open.
namespace profiler {

struct ComparisonData;
struct ComparisonResult;

enum class ChangeKind { Failed, RanEager, Numerics, Speed, Tail, Memory, Breaks, Recompiles };

struct Change {
    ChangeKind kind = ChangeKind::Speed;
    bool worse = true;
    int caseIndex = 0;
    int variant = 0;
    std::optional<Interval> ratio; ///< Speed, Tail: above 1 = faster than the baseline
    std::optional<MemoryDifference> memory;
    int before = 0; ///< Breaks, Recompiles: of the baseline
    int after = 0;
    Reason reason; ///< Failed, RanEager
};

/// Worse ones first; inside each what cannot be used, then the largest ratio.
[[nodiscard]] std::vector<Change> changesOf(
    const ComparisonData& data, const ComparisonResult& result);

/// Pairs of case and variant among them that got worse, or better.
[[nodiscard]] int changedPairs(const std::vector<Change>& changes, bool worse);

} // namespace profiler
