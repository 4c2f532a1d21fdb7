// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/result_check.h"

#include "profiler/model/plan.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/model/variant.h"

namespace profiler {

bool comparesOutputs(const Plan& plan)
{
    return plan.protocol.checkInputs > 0 && plan.variants.size() > 1;
}

/// Not on a device: outputs start from a copy of the weights, for which its memory may not suffice.
/// A script's calls come once.
bool tracesAlsoCheck(const Plan& plan)
{
    return comparesOutputs(plan) && plan.protocol.traceCalls > 0 && isTimed(plan.protocol)
        && isCpuDevice(plan.numeric.device) && !isScript(plan.workload);
}

bool checksApart(const Plan& plan)
{
    return comparesOutputs(plan) && isTimed(plan.protocol) && !tracesAlsoCheck(plan);
}

} // namespace profiler
