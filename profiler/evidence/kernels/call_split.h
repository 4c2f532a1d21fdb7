// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"
#include "profiler/model/reason.h"

#include <map>
#include <optional>

namespace profiler {

struct ComparisonData;
struct TraceSummary;
struct VariantResult;

/// Where the time of one call goes. The parts add up to the untraced median; what the trace cannot
/// tell is drawn as that. Of an import the traced calls are all there is: shares are of them.
struct CallSplit {
    double medianNs = 0;
    /// Only those that occur: kernels where any ran on a device, else operators.
    std::map<WorkKind, double> workNs;
    std::map<IdleCause, double> idleNs; ///< of a device; without Other
    double hostNs = 0; ///< without a device: Python, dispatch, guards, and no operator worked
    double unexplainedNs = 0;
    std::optional<double> busyRatio; ///< of a device
    double overheadRatio = 1; ///< of a traced call to an untraced one
};

/// Its traced calls, where they tell how the timed ones spend their time: null where there are
/// none, or where `splitOfCall` finds them too far from what was timed.
[[nodiscard]] const TraceSummary* trustedTrace(
    const ComparisonData& data, const VariantResult& variant, int caseIndex);

/// Missing with the reason: no trace, no steady call, a trace too far from what was timed.
[[nodiscard]] Measured<CallSplit> splitOfCall(
    const ComparisonData& data, const VariantResult& variant, int caseIndex);

} // namespace profiler
