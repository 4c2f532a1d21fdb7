// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/trace_passes.h"

#include "profiler/record/lanes/trace_intake.h"
#include "profiler/record/machine/wall_clock.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace profiler {
namespace {

/// True for the first eager variant that asks, and for it alone.
bool isFirstEager(const Session& session, int variant, std::optional<int>& first)
{
    if (session.variant(variant).kind != VariantKind::Eager || first.value_or(variant) != variant)
        return false;
    first = variant;
    return true;
}

} // namespace

TracePasses::TracePasses(Session& session)
    : m_session(session)
{
}

void TracePasses::trace(WorkerRun& worker)
{
    for (const int index : worker.caseIndices())
        for (const auto pass : passesOf(worker.variant()))
            if (goesOn(worker))
                tracePass(worker, index, pass);
}

bool TracePasses::goesOn(const WorkerRun& worker) const
{
    return worker.alive() && !m_session.ending();
}

void TracePasses::measureRoofs(WorkerRun& worker)
{
    if (goesOn(worker) && !std::exchange(m_roofsMeasured, true))
        worker.measureRoofs();
}

void TracePasses::countWork(WorkerRun& worker)
{
    if (!isFirstEager(m_session, worker.variant(), m_workCounted))
        return;
    for (const int index : worker.caseIndices())
        if (goesOn(worker))
            worker.countWork(index);
}

void TracePasses::tryToCompile(WorkerRun& worker)
{
    if (!m_session.plan().protocol.trialCompile
        || !isFirstEager(m_session, worker.variant(), m_triedToCompile))
        return;
    for (const int index : worker.caseIndices())
        if (goesOn(worker))
            worker.tryToCompile(index);
}

/// Graphs first: nothing watches their calls but a clock.
std::vector<TracePass> TracePasses::passesOf(int variant) const
{
    if (usesTorchCompile(m_session.variant(variant)))
        return {TracePass::Graphs, TracePass::Operators, TracePass::Lines};
    if (m_session.variant(variant).native) // no Python runs
        return {TracePass::Operators};
    return {TracePass::Operators, TracePass::Lines};
}

void TracePasses::tracePass(WorkerRun& worker, int caseIndex, TracePass pass)
{
    TraceIntake intake(m_session.recording, worker.process(),
        {.caseIndex = caseIndex, .pass = pass, .started = utcNow()});
    TraceCommand command {.caseIndex = caseIndex,
        .pass = pass,
        .calls = m_session.plan().protocol.traceCalls,
        .path = m_session.workspace.traceSpool(m_files++)};
    if (m_session.onDevice() && pass == TracePass::Operators)
        command.kernels = m_session.workspace.traceSpool(m_files++);
    const auto reply = worker.trace(command);
    if (reply)
        takeReply(intake, *reply, worker.variant(), pass);
    else
        intake.addReason(worker.alive()
                ? "the trace failed; the log says why, and what it wrote is kept"
                : "the trace process ended before the trace did; what it wrote is kept");
    if (pass == TracePass::Operators && (!reply || reply->observed))
        intake.read(command.path);
    // Written only where a collector ran; the worker says why else.
    if (std::error_code none; !command.kernels.empty() && exists(command.kernels, none))
        intake.read(command.kernels);
    if (reply)
        for (const auto& history : reply->memory)
            intake.add(history);
    intake.end();
    m_session.workspace.remove(command.path);
    if (!command.kernels.empty())
        m_session.workspace.remove(command.kernels);
    m_session.recording.flush();
}

void TracePasses::takeReply(
    TraceIntake& intake, const TraceReply& reply, int variant, TracePass pass)
{
    auto& summary = intake.summary();
    summary.ended = reply.observed;
    summary.deviceReason = reply.deviceReason;
    summary.graphs = reply.graphs;
    summary.constants = reply.constants;
    if (pass == TracePass::Lines)
        takeLines(intake, reply);
    intake.add(reply.calls);
    if (!reply.observed) {
        intake.addReason(reply.reason);
        if (pass == TracePass::Operators)
            m_session.notice({.variant = variant,
                .rule = "no_trace",
                .sentence = fmt::format("{} has no trace of its calls: {}",
                    m_session.variant(variant).name, reply.reason)});
    }
    if (!reply.memoryReason.empty() && !m_session.variant(variant).native)
        m_session.notice({.variant = variant,
            .rule = "no_memory_history",
            .sentence = fmt::format("{} has no history of memory over a call: {}",
                m_session.variant(variant).name, reply.memoryReason)});
    if (reply.compiled)
        intake.addReason("torch compiled during a traced call: its time is no steady call's");
}

/// A line is a place and, with the same id, the name of a series.
void TracePasses::takeLines(TraceIntake& intake, const TraceReply& reply)
{
    TraceNames names;
    for (const auto& line : reply.lines)
        names.push_back({.id = line.id,
            .text = line.file.empty()
                ? line.function
                : fmt::format("{}:{} {}", line.file, line.line, line.function)});
    intake.add(TraceChunk(std::move(names)));
    intake.add(TraceChunk(reply.lines));
    intake.add(TraceChunk(reply.samples));
}

} // namespace profiler
