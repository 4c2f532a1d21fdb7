// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/cold_run.h"

#include "profiler/record/lanes/warm_up_run.h"
#include "profiler/record/lanes/worker_run.h"

#include <algorithm>

namespace profiler {
namespace {

Result<void> runOnce(Session& session, WorkerRun::Options options)
{
    const auto begun = std::chrono::steady_clock::now();
    const bool empty = options.start.kind == ProcessKind::Cold;
    const auto cache = options.cache;
    WorkerRun worker(session, std::move(options));
    const auto started = worker.start();
    if (!started)
        return tl::unexpected(started.error());
    for (const auto& [index, warm] : warmUp(worker))
        if (!worker.steadyMemory(index))
            break;
    if (worker.spoiled()) {
        worker.finish();
        return {};
    }
    auto& state = session.state(worker.variant());
    // A program that was made lies in the cache, too.
    if (worker.compiledSomething()
        || session.variant(worker.variant()).engine != Engine::TorchCompile)
        state.compiledNothing = false;
    if (!worker.alive())
        return {};
    worker.finish();
    if (empty)
        state.keptCache = cache;
    state.longestCold = std::max(state.longestCold, std::chrono::steady_clock::now() - begun);
    return {};
}

/// Once more, with an empty cache again, without the cases that failed in it: each time they are
/// fewer.
Result<void> runProcess(Session& session, WorkerRun::Options options)
{
    const int variant = options.start.variant;
    const auto& failed = session.state(variant).failedCases;
    for (;;) {
        const auto before = failed.size();
        if (auto ran = runOnce(session, options); !ran)
            return ran;
        if (failed.size() == before || session.ending() || !session.state(variant).live()
            || !session.hasCaseFor(variant, options.start.cases))
            return {};
        if (options.start.kind == ProcessKind::Cold)
            options.cache = session.workspace.newCache();
    }
}

/// Of Inductor, which an AOTInductor package is made by, too.
bool hasStartUp(const Variant& variant)
{
    return usesTorchCompile(variant) || variant.engine == Engine::AotInductor;
}

} // namespace

Result<void> runCold(Session& session, int variant, CacheState cache, int repetition)
{
    auto& state = session.state(variant);
    const bool kept = cache == CacheState::Kept;
    for (int index = 0; index < session.processesForCases(); ++index) {
        if (!state.live() || session.ending())
            return {};
        if (!session.hasCaseFor(variant, session.casesOfProcess(index)))
            continue;
        WorkerRun::Options options {
            .start = {.kind = kept ? ProcessKind::ColdKept : ProcessKind::Cold,
                .variant = variant,
                .repetition = repetition,
                .cases = session.casesOfProcess(index)},
            .cache = kept && state.keptCache ? *state.keptCache : session.workspace.newCache(),
            .startUp = hasStartUp(session.variant(variant))};
        if (auto ran = runProcess(session, std::move(options)); !ran)
            return ran;
    }
    return {};
}

} // namespace profiler
