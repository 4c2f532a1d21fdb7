// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/data_wait.h"

#include "profiler/model/trace.h"

namespace profiler {

double dataWaitNs(const TraceSummary& trace)
{
    if (trace.calls.empty())
        return 0;
    double ns = 0;
    for (const auto& stat : trace.operators)
        if (stat.name.starts_with("enumerate(DataLoader)#")) // as torch names the range
            ns += static_cast<double>(stat.totalNs);
    return ns / static_cast<double>(trace.calls.size());
}

} // namespace profiler
