// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/check_run.h"

#include "profiler/model/plan/script_calls.h"
#include "profiler/record/lanes/started_together.h"

#include <memory>
#include <vector>

namespace profiler {
namespace {

/// A script's calls come once, so that it runs again for fp64; its training steps do not.
void saveScriptInFp64(Session& session, OutputCheck& check)
{
    const auto& workload = session.plan().workload;
    if (!isScript(workload) || workload.task == Task::Training || !check.hasReference()
        || session.ending())
        return;
    WorkerRun worker(session, checkOptions(session, 0, 1));
    if (worker.start().value_or(false))
        check.saveBaseline(worker, OutputPrecision::Fp64);
    worker.finish();
}

} // namespace

Result<void> runChecks(Session& session, OutputCheck& check)
{
    if (!session.state(0).live())
        return {};
    std::vector<WorkerRun::Options> processes;
    for (const int variant : session.liveVariants())
        if (!check.hasChecked(variant))
            processes.push_back(checkOptions(session, variant, 0));
    auto ran = startTogether(session, processes, [&](std::unique_ptr<WorkerRun>& worker) {
        check.check(*worker);
        worker->finish();
        if (worker->variant() == 0)
            saveScriptInFp64(session, check);
    });
    if (!ran || !check.hasReference())
        return ran;
    return check.runModules();
}

} // namespace profiler
