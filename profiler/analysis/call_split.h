// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/comparison_result.h"
#include "profiler/analysis/work_kind.h"

#include <map>

namespace profiler {

/// Where the time of one call goes. The parts add up to the untraced median; what the trace cannot
/// tell is drawn as that.
struct CallSplit {
    double medianNs = 0;
    std::map<WorkKind, double> workNs; ///< of a traced call; only those that occur
    double hostNs = 0; ///< Python, dispatch, guards: traced, and no operator worked
    double unexplainedNs = 0;
    double overheadRatio = 1; ///< of a traced call to an untraced one
};

/// Missing with the reason: no trace, no steady call, work on a device.
[[nodiscard]] Measured<CallSplit> splitOfCall(
    const ComparisonData& data, const VariantResult& variant, int caseIndex);

} // namespace profiler
