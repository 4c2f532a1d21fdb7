// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_gaps.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/model/plan.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "profiler/statistics/busy_spans.h"

namespace profiler {

CostSide costSideOf(const Plan& plan)
{
    return plan.numeric.device.starts_with("cpu") ? CostSide::Host : CostSide::Device;
}

std::vector<GraphWindow> windowsOnDevice(std::vector<GraphWindow> windows, const TraceRows& rows)
{
    std::vector<TimeSpan> spans;
    for (const auto& work : deviceWork(rows))
        spans.push_back(work.span);
    const auto busy = unionOf(spans);
    if (busy.empty())
        return {};
    for (std::size_t i = 1; i < windows.size(); ++i) {
        auto& before = windows[i - 1];
        const auto& after = windows[i];
        if (before.call != after.call)
            continue;
        // One graph may call the next: then nothing lies between them.
        const TimeSpan gap {std::min(before.endNs, after.startNs), after.startNs};
        before.endNs = gap.begin + coveredNs(busy, gap);
    }
    return windows;
}

} // namespace profiler
