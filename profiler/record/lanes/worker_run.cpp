// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/worker_run.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/record/lanes/call_block.h"
#include "profiler/record/lanes/load_file.h"
#include "profiler/record/lanes/monitoring.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/machine/wall_clock.h"
#include "profiler/record/session/planned_work.h"
#include "profiler/record/session/session.h"
#include "profiler/record/worker_link/worker_messages.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace profiler {
namespace {

constexpr auto endedBefore = "the trace process ended before it could tell";

} // namespace

// NOLINTNEXTLINE(bugprone-exception-escape): only memory can run out, which ends the program anyway
WorkerRun::~WorkerRun()
{
    abandon("given up"); // here, while what is told at the end still stands
}

void WorkerRun::ended(const ProcessEnd& reason)
{
    takeLoad(reason.reason);
}

std::optional<SpoolColumns> WorkerRun::readPiece(const SpoolPiece& piece, std::int64_t expected)
{
    if (piece.calls != expected) {
        fail(Conversation::brokenProtocol(fmt::format(
            "the worker spooled {} calls where {} were asked for", piece.calls, expected)));
        return std::nullopt;
    }
    auto columns = readSpool(spool(), piece);
    if (!columns) {
        fail(Conversation::brokenProtocol(columns.error().message));
        return std::nullopt;
    }
    return std::move(*columns);
}

nanoseconds WorkerRun::limitOf(int caseIndex, std::int64_t calls) const
{
    const auto known = m_callNs.find(caseIndex);
    const double ns = known == m_callNs.end() ? 0 : known->second;
    return session().plan().protocol.callTimeLimit
        + nanoseconds(static_cast<std::int64_t>(10 * ns * static_cast<double>(calls)));
}

std::optional<CallBlock> WorkerRun::warmUp(int caseIndex, std::int64_t calls)
{
    const auto before = readMachine(pid());
    const auto reply = askOf<WarmUpReply>(
        caseIndex, warmUpLine(caseIndex, calls), limitOf(caseIndex, calls), warmUpReplyFrom);
    if (!reply)
        return std::nullopt;
    session().state(variant()).ranCases.insert(caseIndex);
    auto columns = readPiece(reply->spool, calls);
    if (!columns)
        return std::nullopt;
    auto block = warmUpBlock(
        caseIndex, blocks().all++, *reply, std::move(*columns), {before, readMachine(pid())});
    m_compileCount = reply->compileCount;
    m_callNs[caseIndex] = static_cast<double>(upperMedian(block.wallNs).value_or(0));
    takeFirstCalls(block, *reply);
    takeMemory(reply->memory);
    record(block);
    return block;
}

void WorkerRun::takeFirstCalls(const CallBlock& block, const WarmUpReply& reply)
{
    auto& calls = m_warmUpCalls[block.caseIndex];
    const auto& name = session().cases[static_cast<std::size_t>(block.caseIndex)].value.name;
    const char* which = calls == 0 ? "first_call" : "second_call";
    if (calls < 2 && block.wallNs.size() == 1)
        record(PhaseFact {.phase = fmt::format("case/{}/{}", name, which),
            .caseIndex = block.caseIndex,
            .wall = nanoseconds(block.wallNs.front()),
            .cpu = reply.cpu});
    calls += static_cast<std::int64_t>(block.wallNs.size());
}

std::optional<CallBlock> WorkerRun::block(const BlockCommand& command, int round, bool repeated)
{
    const auto before = readMachine(pid());
    const auto asked = utcNow();
    setBusy(Busy::Block);
    const auto reply = askOf<BlockReply>(command.caseIndex, blockLine(command),
        limitOf(command.caseIndex, command.calls), blockReplyFrom);
    setBusy(Busy::Other);
    if (!reply)
        return std::nullopt;
    const auto after = readMachine(pid());
    auto columns = readPiece(reply->spool, command.clock == Clock::Pipelined ? 1 : command.calls);
    if (!columns)
        return std::nullopt;
    auto block = timedBlock(command, blocks().all++, *reply, std::move(*columns), {before, after});
    addDeviceState(block, asked, reply->wall);
    block.flags = quietFlags(block.machine, !session().onDevice());
    block.compileCountMoved = reply->compileCount != m_compileCount;
    block.round = round;
    block.repeated = repeated;
    m_compileCount = reply->compileCount;
    ++blocks().timed;
    record(block);
    return block;
}

/// The worker says when its timed calls ran; it is believed within the time that it was asked.
void WorkerRun::addDeviceState(CallBlock& block, UtcTime asked, nanoseconds wall) const
{
    if (!session().onDevice() || session().monitoring == nullptr)
        return;
    const auto now = utcNow().ns;
    const auto from = std::clamp(block.started.ns, asked.ns, now);
    const auto to = from + std::clamp<std::int64_t>(wall.count(), 0, now - from);
    profiler::addDeviceState(
        block.machine, session().monitoring->deviceReadings(from, to), session().processesSetUp);
}

bool WorkerRun::prove(int caseIndex)
{
    auto proof
        = askOf<ProofFact>(caseIndex, proveLine(caseIndex), limitOf(caseIndex, 1), proofReplyFrom);
    if (!proof)
        return false;
    proof->caseIndex = caseIndex;
    proof->afterBlock = blocks().timed == 0 ? -1 : blocks().all - 1;
    m_compileCount = proof->compileCount;
    record(*proof);
    return true;
}

bool WorkerRun::stepParts(int caseIndex, int round, std::int64_t calls)
{
    auto fact = askOf<StepPartsFact>(
        caseIndex, partsLine(caseIndex, calls), limitOf(caseIndex, calls + 1), partsReplyFrom);
    if (!fact)
        return false;
    fact->caseIndex = caseIndex;
    fact->round = round;
    record(*fact);
    return true;
}

bool WorkerRun::losses(const LossesCommand& command)
{
    const auto& protocol = session().plan().protocol;
    auto curve = ask<LossCurve>(
        lossesLine(command), protocol.startTimeLimit + protocol.callTimeLimit, lossesReplyFrom);
    if (!curve)
        return false;
    curve->caseIndex = command.caseIndex;
    curve->precision
        = command.precision == OutputPrecision::Fp64 ? LossPrecision::Fp64 : LossPrecision::AsRun;
    record(*curve);
    return true;
}

bool WorkerRun::steadyMemory(int caseIndex)
{
    const auto facts = askOf<std::vector<MemoryFact>>(caseIndex,
        memoryLine(MemoryPhase::Steady, caseIndex), limitOf(caseIndex, 3), memoryReplyFrom);
    if (facts)
        takeMemory(*facts);
    return facts.has_value();
}

std::optional<OutputsReply> WorkerRun::outputs(const OutputsCommand& command)
{
    return ask<OutputsReply>(outputsLine(command),
        session().plan().protocol.startTimeLimit + session().plan().protocol.callTimeLimit,
        outputsReplyFrom);
}

std::optional<std::vector<NumericsFact>> WorkerRun::compare(const CompareCommand& command)
{
    auto reply = ask<CompareReply>(
        compareLine(command), session().plan().protocol.startTimeLimit, compareReplyFrom);
    if (!reply)
        return std::nullopt;
    const auto keep = [&](auto& fact) {
        fact.caseIndex = command.caseIndex;
        fact.inputSet = command.inputSet;
        record(fact);
    };
    std::ranges::for_each(reply->numerics, keep);
    std::ranges::for_each(reply->distances, keep);
    return std::move(reply->numerics);
}

std::optional<ModuleOutputsReply> WorkerRun::moduleOutputs(const ModuleOutputsCommand& command)
{
    const auto& protocol = session().plan().protocol;
    return ask<ModuleOutputsReply>(moduleOutputsLine(command),
        protocol.startTimeLimit + protocol.callTimeLimit, moduleOutputsReplyFrom);
}

bool WorkerRun::moduleErrors(const ModuleErrorsCommand& command)
{
    const auto& protocol = session().plan().protocol;
    auto fact = ask<ModuleErrors>(moduleErrorsLine(command),
        protocol.startTimeLimit + protocol.callTimeLimit, moduleErrorsReplyFrom);
    if (!fact)
        return false;
    fact->caseIndex = command.caseIndex;
    fact->inputSet = command.inputSet;
    for (auto& error : fact->modules) {
        error.figures.caseIndex = command.caseIndex;
        error.figures.inputSet = command.inputSet;
    }
    record(*fact);
    return true;
}

void WorkerRun::noModuleErrors(const ModuleErrorsCommand& command, const std::string& reason)
{
    record(ModuleErrors {
        .caseIndex = command.caseIndex, .inputSet = command.inputSet, .reason = reason});
}

std::optional<TraceReply> WorkerRun::trace(const TraceCommand& command)
{
    // It warms up as well, and its code is not in the cache: it tells when its kernels run.
    return ask<TraceReply>(
        traceLine(command), limitOf(command.caseIndex, command.calls), traceReplyFrom);
}

bool WorkerRun::load(LoadFact& fact, nanoseconds drain, bool kept)
{
    if (!alive())
        return false;
    const auto path = loadFile();
    if (const auto written = writePlanned(path, fact.requests.plannedNs); !written) {
        fail({.sentence = written.error().message});
        return false;
    }
    const LoadCommand command {.caseIndex = fact.caseIndex,
        .requests = static_cast<std::int64_t>(fact.requests.size()),
        .concurrency = fact.concurrency,
        .drain = drain,
        .path = path};
    m_load = kept ? &fact : nullptr;
    setBusy(kept ? Busy::Load : Busy::Other);
    const auto before = readMachine(pid());
    const auto reply = ask<LoadReply>(loadLine(command),
        fact.duration + drain + session().plan().load.requestTimeLimit, loadReplyFrom);
    if (reply && m_load != nullptr)
        fact.machine = machineStateBetween(
            before, readMachine(pid()), reply->wall, reply->cpu, reply->pressureUs);
    takeLoad({});
    session().workspace.remove(path);
    return alive();
}

std::filesystem::path WorkerRun::loadFile() const
{
    return spool().string() + ".load";
}

/// What the worker wrote of its requests until now; nothing where none are kept.
void WorkerRun::takeLoad(const std::string& cut)
{
    auto* fact = std::exchange(m_load, nullptr);
    setBusy(Busy::Other);
    if (fact == nullptr)
        return;
    auto written = readLoad(loadFile(), fact->requests.plannedNs);
    if (!written)
        return fail(Conversation::brokenProtocol(written.error().message));
    fact->cut = cut;
    fact->started = written->started;
    fact->requests = std::move(written->requests);
    if (written->started.ns != 0)
        record(*fact);
    session().recording.flush();
}

void WorkerRun::measureRoofs()
{
    const auto reply
        = ask<RoofsReply>(roofsLine(), session().plan().protocol.startTimeLimit, roofsReplyFrom);
    auto roofs = reply ? reply->roofs : std::vector<RoofFact> {};
    if (roofs.empty())
        roofs.push_back({.reason = reply ? reply->reason : std::string(endedBefore)});
    for (const auto& roof : roofs)
        record(roof);
}

void WorkerRun::countWork(int caseIndex)
{
    auto fact = ask<CallWorkFact>(workLine(caseIndex), limitOf(caseIndex, 1), workReplyFrom)
                    .value_or(CallWorkFact {.reason = endedBefore});
    fact.caseIndex = caseIndex;
    record(fact);
}

void WorkerRun::tryToCompile(int caseIndex)
{
    auto fact = ask<TrialFact>(trialLine(caseIndex), limitOf(caseIndex, 1), trialReplyFrom)
                    .value_or(TrialFact {.outcome = TrialOutcome::Failed, .reason = endedBefore});
    fact.caseIndex = caseIndex;
    record(fact);
}

std::optional<std::vector<ModuleUse>> WorkerRun::modules(int caseIndex, int calls)
{
    return ask<std::vector<ModuleUse>>(
        modulesLine(caseIndex, calls), limitOf(caseIndex, calls), modulesReplyFrom);
}

bool WorkerRun::warmUpTimeOver(std::int64_t elapsedNs) const
{
    return nanoseconds(elapsedNs) >= session().plan().protocol.warmUpTimeLimit;
}

void WorkerRun::tellCallTime(int caseIndex, nanoseconds call)
{
    noteCallTime(session(), variant(), caseIndex, call);
}

void WorkerRun::recordSteady(const SteadyFact& fact)
{
    record(fact);
}

WorkerRun::Options checkOptions(Session& session, int variant, int repetition)
{
    return {.start = {.kind = ProcessKind::Check, .variant = variant, .repetition = repetition},
        .cache = session.laneCache(variant),
        .tolerated = true,
        .savesOutputs = true};
}

} // namespace profiler
