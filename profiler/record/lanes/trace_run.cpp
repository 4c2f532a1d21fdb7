// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/trace_run.h"

#include "profiler/record/lanes/started_together.h"
#include "profiler/record/lanes/trace_passes.h"

namespace profiler {
namespace {

WorkerRun::Options traceOptions(Session& session, int variant)
{
    return {.start = {.kind = ProcessKind::Trace, .variant = variant},
        .cache = session.laneCache(variant),
        .tolerated = true};
}

} // namespace

Result<void> runTraces(Session& session)
{
    std::vector<WorkerRun::Options> processes;
    for (const int variant : session.liveVariants())
        processes.push_back(traceOptions(session, variant));
    TracePasses passes(session);
    return startTogether(session, processes, [&](std::unique_ptr<WorkerRun>& worker) {
        passes.trace(*worker);
        passes.measureRoofs(*worker);
        passes.countWork(*worker);
        passes.tryToCompile(*worker);
        worker->finish();
    });
}

} // namespace profiler
