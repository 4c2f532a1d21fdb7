// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/gate/structure.h"

#include <cstdint>
#include <optional>
#include <string>

/// What a search for the change looks at: one figure of one variant, at several candidates that ran
/// side by side. The first of them is the plan's variant 0.
namespace profiler {

struct ComparisonData;
struct ComparisonResult;

enum class BisectMetric { Median, P99, Memory, Compile, Breaks, Recompiles, Graphs, Kernels };

/// Does the figure need times of calls, or does it hold after one call?
[[nodiscard]] bool needsTimes(BisectMetric metric);

/// A figure that is counted, exact, and not measured.
[[nodiscard]] bool isCount(BisectMetric metric);

struct BisectReading {
    Measured<double> value = missing(ReasonKind::NotRecorded); ///< ns, bytes or a count
    /// Times the first's, with an interval; nullopt: of the first itself, and of figures that have
    /// no interval.
    std::optional<Interval> change;
};

/// Of the variant of that index in the case.
[[nodiscard]] BisectReading readingOf(BisectMetric metric, const ComparisonData& data,
    const ComparisonResult& judged, int variant, int caseIndex);

enum class BisectAnswer { AsFirst, AsLast, Unclear };

/// Which of the two the one between them is like. Figures with an interval are like the side on
/// which it lies as a whole, seen from the middle between both; others like the nearer one.
[[nodiscard]] BisectAnswer answerOf(
    const BisectReading& first, const BisectReading& middle, const BisectReading& last);

enum class EndsAnswer { Differ, Alike, Unclear };

/// `least`: the smallest change that matters, 0.03; counts differ by one.
[[nodiscard]] EndsAnswer endsAnswer(
    BisectMetric metric, const BisectReading& first, const BisectReading& last, double least);

} // namespace profiler
