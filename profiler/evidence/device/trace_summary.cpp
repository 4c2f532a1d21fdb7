// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/trace_summary.h"

#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/trace/operator_summary.h"

namespace profiler {

TraceSummary summaryOf(const TraceRows& rows, const std::vector<TraceCall>& calls)
{
    NameTexts names;
    for (const auto& name : rows.names)
        names.emplace(name.id, name.text);
    OperatorSummary operators(calls);
    operators.add(rows.operators);
    KernelSummary kernels(calls);
    kernels.add(rows.kernels);
    return {.start = {.pass = TracePass::Operators},
        .calls = calls,
        .operators = operators.stats(names),
        .kernels = kernels.stats(names),
        .deviceCalls = deviceCalls(calls, rows),
        .operatorRows = static_cast<std::int64_t>(rows.operators.size()),
        .kernelRows = static_cast<std::int64_t>(rows.kernels.size()),
        .apiRows = static_cast<std::int64_t>(rows.apis.size()),
        .copyRows = static_cast<std::int64_t>(rows.copies.size()),
        .ended = true};
}

} // namespace profiler
