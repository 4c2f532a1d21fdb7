// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/trace_run.h"

#include "profiler/record/lanes/trace_passes.h"

namespace profiler {
namespace {

Result<void> traceVariant(Session& session, TracePasses& passes, int variant)
{
    WorkerRun worker(session,
        {.start = {.kind = ProcessKind::Trace, .variant = variant},
            .cache = session.workspace.sharedCache(session.plan(), session.variant(variant)),
            .vectorProbe = false,
            .tolerated = true});
    const auto started = worker.start();
    if (!started)
        return tl::unexpected(started.error());
    passes.trace(worker);
    passes.measureRoofs(worker);
    passes.countWork(worker);
    passes.tryToCompile(worker);
    worker.finish();
    return {};
}

} // namespace

Result<void> runTraces(Session& session)
{
    TracePasses passes(session);
    for (const int variant : session.liveVariants()) {
        session.waitWhilePaused(-1, "processes");
        if (session.ending())
            break;
        if (auto traced = traceVariant(session, passes, variant); !traced)
            return traced;
    }
    return {};
}

} // namespace profiler
