// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/started_together.h"

#include "profiler/model/plan/script_calls.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace profiler {
namespace {

using Started = std::vector<std::unique_ptr<WorkerRun>>;

std::size_t atATime(const Session& session)
{
    return session.onDevice() || isScript(session.plan().workload) ? 1 : 2;
}

Result<Started> begin(Session& session, std::span<const WorkerRun::Options> processes)
{
    Started started;
    for (const auto& options : processes) {
        if (!session.state(options.start.variant).live())
            continue;
        started.push_back(std::make_unique<WorkerRun>(session, options));
        if (const auto begun = started.back()->begin(); !begun)
            return tl::unexpected(begun.error());
    }
    return started;
}

void letWork(const Session& session, Started& started, const WorkOfWorker& work)
{
    for (auto& worker : started)
        if (!session.ending())
            std::ignore = worker->awaitSetup();
    for (auto& worker : started) {
        if (!session.ending())
            work(worker);
        worker.reset(); // its memory is free before the next one compiles
    }
}

} // namespace

Result<void> startTogether(
    Session& session, const std::vector<WorkerRun::Options>& processes, const WorkOfWorker& work)
{
    const std::span<const WorkerRun::Options> all(processes);
    const auto most = atATime(session);
    for (std::size_t first = 0; first < all.size(); first += most) {
        session.waitWhilePaused(-1, "processes");
        if (session.ending())
            break;
        auto started = begin(session, all.subspan(first, std::min(most, all.size() - first)));
        if (!started)
            return tl::unexpected(started.error());
        letWork(session, *started, work);
    }
    return {};
}

} // namespace profiler
