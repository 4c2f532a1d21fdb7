// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/planned_work.h"

#include "profiler/model/number_text.h"
#include "profiler/model/plan/result_check.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/session/plan_estimate.h"
#include "profiler/record/session/session.h"

#include <algorithm>
#include <fmt/format.h>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using Sort = TimeEstimate::Sort;

constexpr double farMore = 2; // times what was said
constexpr auto worthSaying = 5min;

TimeEstimate& estimateOf(Session& session)
{
    return session.reporter.estimate();
}

/// Of a process of each variant.
nanoseconds usualTimeOfAll(const Plan& plan, ProcessKind kind)
{
    nanoseconds sum {};
    for (int i = 0; i < static_cast<int>(plan.variants.size()); ++i)
        sum += usualTime(plan, kind, i);
    return sum;
}

void planColdProcesses(Session& session)
{
    const auto& plan = session.plan();
    for (int i = 0; i < static_cast<int>(plan.variants.size()); ++i) {
        estimateOf(session).plan({.kind = ProcessKind::Cold, .variant = i}, plan.protocol.coldEmpty,
            usualTime(plan, ProcessKind::Cold, i));
        if (session.variant(i).kind == VariantKind::Compiled && plan.protocol.coldEmpty > 0)
            estimateOf(session).plan({.kind = ProcessKind::ColdKept, .variant = i},
                plan.protocol.coldKept, usualTime(plan, ProcessKind::ColdKept, i));
    }
}

/// What one call takes of a variant, all cases together; of one not measured yet what the first
/// variant takes.
nanoseconds callsOfCases(const Session& session, int variant)
{
    const auto& own = session.variants[static_cast<std::size_t>(variant)].callTimes;
    const auto& known = own.empty() ? session.variants.front().callTimes : own;
    if (known.empty())
        return {};
    nanoseconds sum {};
    for (const auto& [caseIndex, call] : known)
        sum += call;
    const auto cases = static_cast<std::int64_t>(session.cases.size());
    return sum * std::max<std::int64_t>(cases, 1) / static_cast<std::int64_t>(known.size());
}

/// Of all variants for a kind of process, and of each cold process by itself.
void setCalls(Session& session)
{
    const auto& plan = session.plan();
    auto& estimate = estimateOf(session);
    const auto variants = static_cast<int>(plan.variants.size());
    for (const auto sort : {lookSort, repetitionSort, checkSort, traceSort}) {
        nanoseconds sum {};
        for (int i = 0; i < variants; ++i)
            sum += timeOfCalls(plan, sort.kind, callsOfCases(session, i));
        estimate.setCalls(sort, sum);
    }
    for (const auto kind : {ProcessKind::Cold, ProcessKind::ColdKept})
        for (int i = 0; i < variants; ++i)
            estimate.setCalls(
                {.kind = kind, .variant = i}, timeOfCalls(plan, kind, callsOfCases(session, i)));
}

/// With the lane of eager again, which all repetitions have while other programs run.
nanoseconds usualRepetition(const Plan& plan)
{
    const auto& protocol = plan.protocol;
    const int all = std::max(protocol.repetitionsMin, 1);
    const bool busy = protocol.noiseWhenBusy && loadNow().value_or(0) >= busyLoad;
    const int again = busy ? all : std::min(protocol.noiseRepetitions, all);
    return usualTimeOfAll(plan, ProcessKind::Paired)
        + usualTime(plan, ProcessKind::Paired, 0) * again / all;
}

void planTimedWork(Session& session)
{
    const auto& plan = session.plan();
    auto& estimate = estimateOf(session);
    planColdProcesses(session);
    estimate.plan(repetitionSort, plan.protocol.repetitionsMin, usualRepetition(plan));
    if (checksApart(plan))
        estimate.plan(checkSort, 1, usualTimeOfAll(plan, ProcessKind::Check));
    if (plan.load.repetitions > 0)
        estimate.plan(loadSort, 1, loadTime(plan));
    if (plan.protocol.traceCalls > 0)
        estimate.plan(traceSort, 1, usualTimeOfAll(plan, ProcessKind::Trace));
}

/// Beside what other programs do now; what is planned then takes as long as will be said.
void expectLoad(Session& session)
{
    auto& estimate = estimateOf(session);
    estimate.expectSlowdown(expectedSlowdown(loadNow().value_or(0), usableCores().value_or(1)));
    session.saidInAll = estimate.left();
}

} // namespace

void planWork(Session& session)
{
    const auto& plan = session.plan();
    if (isTimed(plan.protocol))
        planTimedWork(session);
    else
        estimateOf(session).plan(lookSort, 1, usualTimeOfAll(plan, ProcessKind::Look));
    expectLoad(session);
}

void planRepetitions(Session& session, int count)
{
    estimateOf(session).plan(repetitionSort, count, usualRepetition(session.plan()));
    expectLoad(session);
}

void noteCallTime(Session& session, int variant, int caseIndex, nanoseconds call)
{
    auto& known = session.state(variant).callTimes;
    if (!known.emplace(caseIndex, call).second)
        return;
    setCalls(session);
    if (session.saidInAll == 0ns)
        return; // a search ends with its budget
    const auto& estimate = estimateOf(session);
    const auto inAll = estimate.elapsed() + estimate.left();
    if (inAll < session.saidInAll * farMore || inAll - session.saidInAll < worthSaying)
        return;
    session.saidInAll = inAll;
    session.reporter.report({.kind = ProgressKind::Notice,
        .variant = session.variant(variant).name,
        .text = fmt::format("a call takes {}: the recording takes about {} in all; fewer "
                            "repetitions (--processes) and rounds (--rounds) make it shorter, and "
                            "what is recorded when it is stopped is kept",
            formatDuration(static_cast<double>(call.count())),
            formatRoughly(static_cast<double>(inAll.count())))});
}

} // namespace profiler
