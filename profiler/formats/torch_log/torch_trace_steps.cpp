// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_steps.h"

#include <optional>
#include <utility>

namespace profiler {

std::vector<CompileTrace> compileTracesOf(CompileRun& run)
{
    auto trace = std::move(run.caches);
    for (auto& event : run.events)
        if (!event.instant)
            trace.spans.push_back({.name = std::move(event.name),
                .compileId = std::move(event.compileId),
                .begin = {event.startNs},
                .duration = event.endNs ? std::optional(nanoseconds(*event.endNs - event.startNs))
                                        : std::nullopt});
    keepWithinBounds(trace);
    if (trace == CompileTrace {})
        return {};
    return {std::move(trace)};
}

} // namespace profiler
