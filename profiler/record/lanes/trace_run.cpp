// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/trace_run.h"

#include "profiler/model/plan/result_check.h"
#include "profiler/record/lanes/check_run.h"
#include "profiler/record/lanes/started_together.h"
#include "profiler/record/lanes/trace_passes.h"

#include <memory>
#include <vector>

namespace profiler {
namespace {

WorkerRun::Options traceOptions(Session& session, int variant, bool checks)
{
    return {.start = {.kind = ProcessKind::Trace, .variant = variant},
        .cache = session.laneCache(variant),
        .tolerated = true,
        .savesOutputs = checks};
}

} // namespace

Result<void> runTraces(Session& session)
{
    const bool checks = tracesAlsoCheck(session.plan());
    std::vector<WorkerRun::Options> processes;
    for (const int variant : session.liveVariants())
        processes.push_back(traceOptions(session, variant, checks));
    TracePasses passes(session);
    OutputCheck check(session);
    const auto explain = [&](std::unique_ptr<WorkerRun>& worker) {
        passes.trace(*worker);
        worker->tolerateErrors(); // from here on an error costs only what was asked for
        passes.measureRoofs(*worker);
        passes.countWork(*worker);
        if (checks)
            check.check(*worker);
        passes.tryToCompile(*worker);
        worker->finish();
    };
    if (auto ran = startTogether(session, processes, explain); !ran || !checks || session.ending())
        return ran;
    return runChecks(session, check);
}

} // namespace profiler
