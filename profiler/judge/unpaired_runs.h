// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"
#include "profiler/model/reason.h"
#include "profiler/model/result.h"

#include <optional>
#include <string>
#include <vector>

/// Comparisons that were recorded one after the other, side by side. Their processes did not take
/// turns, so ratios between them are Welch's on the logarithms of the process medians, and are
/// labelled "unpaired" (docs/development/measurement.md, Statistics 6). No verdict follows from
/// them.
namespace profiler {

struct ComparisonData;

struct UnpairedCell {
    Measured<double> medianNs = missing(ReasonKind::NotRecorded);
    Measured<Interval> ratio
        = missing(ReasonKind::NotRecorded); ///< baseline / this; above 1 = faster
    bool paired = false; ///< of the baseline's own recording: its lanes took turns
};

/// One variant of one run.
struct UnpairedRow {
    int run = 0;
    int variant = 0;
    std::string runName;
    std::string variantName;
    std::vector<UnpairedCell> cells; ///< by case
    std::vector<Reason> blocking; ///< why it is not comparable; then no ratio is given
    std::vector<Reason> warnings;
};

struct UnpairedRuns {
    std::string baseline; ///< "eager of the run night-1"
    std::vector<std::string> cases; ///< that every run has, with the same inputs
    std::vector<UnpairedRow> rows; ///< the first run's variants first
};

/// The first variant of the first run is the baseline. Where the runs do not measure the same
/// thing, one sentence says why.
[[nodiscard]] Result<UnpairedRuns> compareUnpaired(const std::vector<ComparisonData>& recordings);

} // namespace profiler
