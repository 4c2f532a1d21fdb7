// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/worker_run.h"

#include "profiler/evidence/lanes/inputs_text.h"
#include "profiler/model/number_text.h"
#include "profiler/record/lanes/call_block.h"
#include "profiler/record/lanes/load_file.h"
#include "profiler/record/lanes/monitoring.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/machine/wall_clock.h"
#include "profiler/record/session/session.h"
#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/record/worker_link/worker_messages.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

using namespace std::chrono_literals;

constexpr auto endLimit = 5s;
constexpr auto endedBefore = "the trace process ended before it could tell";

} // namespace

WorkerRun::WorkerRun(Session& session, Options options)
    : m_session(session)
    , m_options(std::move(options))
    , m_spool(session.workspace.spoolOf(session.workersStarted++))
    , m_events(session, m_options.start.variant, m_spool)
{
    if (!m_options.start.cases)
        m_options.start.cases = session.recorded;
}

WorkerRun::~WorkerRun()
{
    abandon("given up");
    m_session.workspace.remove(m_spool);
}

Result<bool> WorkerRun::start()
{
    const auto begun = begin();
    return begun && *begun ? Result<bool>(awaitSetup()) : begun;
}

Result<bool> WorkerRun::begin()
{
    const auto& plan = m_session.plan();
    const auto& variant = m_session.variant(m_options.start.variant);
    const WorkerCommand command {.program = variant.python.empty()
            ? m_session.request.interpreter.path
            : std::filesystem::path(variant.python),
        .arguments = {m_session.request.installation.worker.string()},
        .environment = environment(),
        .directory = variant.workingDirectory.empty() ? plan.workload.workingDirectory
                                                      : variant.workingDirectory};
    auto process = WorkerProcess::start(command);
    if (!process && m_session.recording.data().processes.empty())
        return tl::unexpected(process.error());
    m_options.start.started = utcNow();
    if (!process) { // others were started here: it is this variant's trouble
        refuseStart(process.error());
        return false;
    }
    m_options.start.pid = process->pid();
    WorkerListener& listener = *this;
    m_conversation = std::make_unique<Conversation>(std::move(*process), listener);
    m_process = m_session.recording.beginProcess(m_options.start);
    m_begun = true;
    m_session.recording.flush();
    report(ProgressKind::ProcessStarted, "import", stageText("import"));
    return say(setupCommand(), setupLimit());
}

int WorkerRun::processes() const
{
    return m_session.variant(m_options.start.variant).native ? 2 : 1;
}

bool WorkerRun::awaitSetup()
{
    const auto reply = hear<SetupReply>(setupLimit(), setupReplyFrom);
    if (!reply || !takeCases(*reply))
        return false;
    takeSetup(*reply);
    m_setUp = true;
    m_session.processesSetUp += processes();
    return true;
}

void WorkerRun::refuseStart(const Error& error)
{
    constexpr auto key = "worker_not_started";
    m_process = m_session.recording.beginProcess(m_options.start);
    const ProcessEnd reason {.outcome = ProcessOutcome::Failed,
        .ended = utcNow(),
        .reason = errorSentence(key, error.message),
        .errorClass = key};
    if (!m_options.tolerated)
        recordVariantFailure(m_session, variant(), reason);
    end(reason);
}

std::map<std::string, std::string> WorkerRun::environment() const
{
    auto variables = m_session.variant(m_options.start.variant).environment;
    for (const auto& [name, value] : cacheEnvironment(m_options.cache))
        variables[name] = value; // a cache of the user's own would make cold processes warm
    if (!m_options.vectorProbe)
        variables.emplace("TORCHINDUCTOR_VEC_ISA_OK", "1");
    variables["PYTHONUNBUFFERED"] = "1";
    variables["FUSESCOPE_SOCKET"] = "3";
    return variables;
}

std::string WorkerRun::setupCommand() const
{
    return setupLine({.kind = m_options.start.kind,
        .planJson = m_session.planJson,
        .variant = m_options.start.variant,
        .cases = m_options.start.cases,
        .agent = m_session.agentOf(m_options.start.variant),
        .runner = m_session.runners[static_cast<std::size_t>(m_options.start.variant)],
        .collector = m_options.start.kind == ProcessKind::Trace
            ? m_session.request.installation.collector
            : std::filesystem::path {},
        .spool = m_spool,
        .models = m_session.request.installation.models,
        .startUp = m_options.startUp});
}

nanoseconds WorkerRun::setupLimit() const
{
    const auto& protocol = m_session.plan().protocol;
    return protocol.startTimeLimit + (m_options.startUp ? protocol.callTimeLimit : nanoseconds(0));
}

bool WorkerRun::takeCases(const SetupReply& reply)
{
    auto& known = m_session.cases;
    const auto& planned = m_session.plan().cases;
    if (known.empty()) {
        if (!planned.empty() && planned.size() != reply.cases.size()) {
            fail(Conversation::brokenProtocol("the worker made other cases than the plan names"));
            return false;
        }
        known = reply.cases;
        if (planned.empty()) {
            std::vector<Case> cases;
            cases.reserve(known.size());
            for (const auto& made : known)
                cases.push_back({.name = made.value.name, .items = made.value.items});
            m_session.recording.setCases(cases);
        }
    }
    if (reply.cases.size() != known.size()) {
        fail(Conversation::brokenProtocol(fmt::format(
            "the worker made {} cases, the first one {}", reply.cases.size(), known.size())));
        return false;
    }
    const auto& failed = m_session.state(variant()).failedCases;
    for (int i = 0; i < static_cast<int>(known.size()); ++i)
        if ((!m_options.start.cases || m_options.start.cases->holds(i)) && !failed.contains(i))
            m_caseIndices.push_back(i);
    return true;
}

void WorkerRun::takeSetup(const SetupReply& reply)
{
    auto& recording = m_session.recording;
    auto fields = reply.environment;
    for (const auto& made : reply.cases)
        if (!made.value.inputs.empty())
            fields["inputs." + made.value.name] = storedInputs(made.value);
    fields.merge(machineFacts());
    const auto& source = m_session.sources.at(static_cast<std::size_t>(variant()));
    fields.insert(source.begin(), source.end());
    fields.emplace("agent", reply.agentUsed ? "used" : "not used");
    recording.add(m_process, fields);
    for (const auto& phase : reply.phases)
        recording.add(m_process, phase);
    takeMemory(reply.memory);
    for (const auto& notice : reply.notices)
        heard(WorkerEvent(notice), notice.sentence.size());
    if (!reply.agentUsed && !reply.agentReason.empty())
        m_session.notice({.rule = "no_agent",
            .sentence = "the worker's own Python loop measured: " + reply.agentReason});
}

void WorkerRun::takeMemory(const std::vector<MemoryFact>& facts)
{
    auto& state = m_session.state(m_options.start.variant);
    for (const auto& fact : facts) {
        m_session.recording.add(m_process, fact);
        if (m_options.start.kind != ProcessKind::Cold)
            continue;
        state.hostPeakBytes = std::max(state.hostPeakBytes, fact.hostPeakBytes.value_or(0));
        state.devicePeakBytes = std::max(state.devicePeakBytes,
            fact.deviceReservedBytes.value_or(fact.devicePeakBytes.value_or(0)));
    }
}

std::optional<SpoolColumns> WorkerRun::readPiece(const SpoolPiece& piece, std::int64_t expected)
{
    if (piece.calls != expected) {
        fail(Conversation::brokenProtocol(fmt::format(
            "the worker spooled {} calls where {} were asked for", piece.calls, expected)));
        return std::nullopt;
    }
    auto columns = readSpool(m_spool, piece);
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
    return m_session.plan().protocol.callTimeLimit
        + nanoseconds(static_cast<std::int64_t>(10 * ns * static_cast<double>(calls)));
}

std::optional<CallBlock> WorkerRun::warmUp(int caseIndex, std::int64_t calls)
{
    const auto before = readMachine(m_conversation->pid());
    const auto reply = askOf<WarmUpReply>(
        caseIndex, warmUpLine(caseIndex, calls), limitOf(caseIndex, calls), warmUpReplyFrom);
    if (!reply)
        return std::nullopt;
    m_session.state(variant()).ranCases.insert(caseIndex);
    auto columns = readPiece(reply->spool, calls);
    if (!columns)
        return std::nullopt;
    auto block = warmUpBlock(caseIndex, m_blocks++, *reply, std::move(*columns),
        {before, readMachine(m_conversation->pid())});
    m_compileCount = reply->compileCount;
    m_callNs[caseIndex] = static_cast<double>(upperMedian(block.wallNs).value_or(0));
    takeFirstCalls(block, *reply);
    takeMemory(reply->memory);
    m_session.recording.add(m_process, block);
    return block;
}

void WorkerRun::takeFirstCalls(const CallBlock& block, const WarmUpReply& reply)
{
    auto& calls = m_warmUpCalls[block.caseIndex];
    const auto& name = m_session.cases[static_cast<std::size_t>(block.caseIndex)].value.name;
    const char* which = calls == 0 ? "first_call" : "second_call";
    if (calls < 2 && block.wallNs.size() == 1)
        m_session.recording.add(m_process,
            PhaseFact {.phase = fmt::format("case/{}/{}", name, which),
                .caseIndex = block.caseIndex,
                .wall = nanoseconds(block.wallNs.front()),
                .cpu = reply.cpu});
    calls += static_cast<std::int64_t>(block.wallNs.size());
}

std::optional<CallBlock> WorkerRun::block(const BlockCommand& command, int round, bool repeated)
{
    const auto before = readMachine(m_conversation->pid());
    const auto asked = utcNow();
    m_inBlock = true;
    const auto reply = askOf<BlockReply>(command.caseIndex, blockLine(command),
        limitOf(command.caseIndex, command.calls), blockReplyFrom);
    m_inBlock = false;
    if (!reply)
        return std::nullopt;
    const auto after = readMachine(m_conversation->pid());
    auto columns = readPiece(reply->spool, command.clock == Clock::Pipelined ? 1 : command.calls);
    if (!columns)
        return std::nullopt;
    auto block = timedBlock(command, m_blocks++, *reply, std::move(*columns), {before, after});
    addDeviceState(block, asked, reply->wall);
    block.flags = quietFlags(block.machine, !m_session.onDevice());
    block.compileCountMoved = reply->compileCount != m_compileCount;
    block.round = round;
    block.repeated = repeated;
    m_compileCount = reply->compileCount;
    ++m_timedBlocks;
    m_session.recording.add(m_process, block);
    return block;
}

/// The worker says when its timed calls ran; it is believed within the time that it was asked.
void WorkerRun::addDeviceState(CallBlock& block, UtcTime asked, nanoseconds wall) const
{
    if (!m_session.onDevice() || m_session.monitoring == nullptr)
        return;
    const auto now = utcNow().ns;
    const auto from = std::clamp(block.started.ns, asked.ns, now);
    const auto to = from + std::clamp<std::int64_t>(wall.count(), 0, now - from);
    profiler::addDeviceState(
        block.machine, m_session.monitoring->deviceReadings(from, to), m_session.processesSetUp);
}

bool WorkerRun::prove(int caseIndex)
{
    auto proof
        = askOf<ProofFact>(caseIndex, proveLine(caseIndex), limitOf(caseIndex, 1), proofReplyFrom);
    if (!proof)
        return false;
    proof->caseIndex = caseIndex;
    proof->afterBlock = m_timedBlocks == 0 ? -1 : m_blocks - 1;
    m_compileCount = proof->compileCount;
    m_session.recording.add(m_process, *proof);
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
    m_session.recording.add(m_process, *fact);
    return true;
}

bool WorkerRun::losses(const LossesCommand& command)
{
    const auto& protocol = m_session.plan().protocol;
    auto curve = ask<LossCurve>(
        lossesLine(command), protocol.startTimeLimit + protocol.callTimeLimit, lossesReplyFrom);
    if (!curve)
        return false;
    curve->caseIndex = command.caseIndex;
    curve->precision
        = command.precision == OutputPrecision::Fp64 ? LossPrecision::Fp64 : LossPrecision::AsRun;
    m_session.recording.add(m_process, *curve);
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
        m_session.plan().protocol.startTimeLimit + m_session.plan().protocol.callTimeLimit,
        outputsReplyFrom);
}

std::optional<std::vector<NumericsFact>> WorkerRun::compare(const CompareCommand& command)
{
    auto reply = ask<CompareReply>(
        compareLine(command), m_session.plan().protocol.startTimeLimit, compareReplyFrom);
    if (!reply)
        return std::nullopt;
    const auto record = [&](auto& fact) {
        fact.caseIndex = command.caseIndex;
        fact.inputSet = command.inputSet;
        m_session.recording.add(m_process, fact);
    };
    std::ranges::for_each(reply->numerics, record);
    std::ranges::for_each(reply->distances, record);
    return std::move(reply->numerics);
}

std::optional<ModuleOutputsReply> WorkerRun::moduleOutputs(const ModuleOutputsCommand& command)
{
    const auto& protocol = m_session.plan().protocol;
    return ask<ModuleOutputsReply>(moduleOutputsLine(command),
        protocol.startTimeLimit + protocol.callTimeLimit, moduleOutputsReplyFrom);
}

bool WorkerRun::moduleErrors(const ModuleErrorsCommand& command)
{
    const auto& protocol = m_session.plan().protocol;
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
    m_session.recording.add(m_process, *fact);
    return true;
}

void WorkerRun::noModuleErrors(const ModuleErrorsCommand& command, const std::string& reason)
{
    m_session.recording.add(m_process,
        ModuleErrors {
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
    const auto before = readMachine(m_conversation->pid());
    const auto reply = ask<LoadReply>(loadLine(command),
        fact.duration + drain + m_session.plan().load.requestTimeLimit, loadReplyFrom);
    if (reply && m_load != nullptr)
        fact.machine = machineStateBetween(
            before, readMachine(m_conversation->pid()), reply->wall, reply->cpu, reply->pressureUs);
    takeLoad({});
    m_session.workspace.remove(path);
    return alive();
}

std::filesystem::path WorkerRun::loadFile() const
{
    return m_spool.string() + ".load";
}

/// What the worker wrote of its requests until now; nothing where none are kept.
void WorkerRun::takeLoad(const std::string& cut)
{
    auto* fact = std::exchange(m_load, nullptr);
    if (fact == nullptr)
        return;
    auto written = readLoad(loadFile(), fact->requests.plannedNs);
    if (!written)
        return fail(Conversation::brokenProtocol(written.error().message));
    fact->cut = cut;
    fact->started = written->started;
    fact->requests = std::move(written->requests);
    if (written->started.ns != 0)
        m_session.recording.add(m_process, *fact);
    m_session.recording.flush();
}

void WorkerRun::measureRoofs()
{
    const auto reply
        = ask<RoofsReply>(roofsLine(), m_session.plan().protocol.startTimeLimit, roofsReplyFrom);
    auto roofs = reply ? reply->roofs : std::vector<RoofFact> {};
    if (roofs.empty())
        roofs.push_back({.reason = reply ? reply->reason : std::string(endedBefore)});
    for (const auto& roof : roofs)
        m_session.recording.add(m_process, roof);
}

void WorkerRun::countWork(int caseIndex)
{
    auto fact = ask<CallWorkFact>(workLine(caseIndex), limitOf(caseIndex, 1), workReplyFrom)
                    .value_or(CallWorkFact {.reason = endedBefore});
    fact.caseIndex = caseIndex;
    m_session.recording.add(m_process, fact);
}

void WorkerRun::tryToCompile(int caseIndex)
{
    auto fact = ask<TrialFact>(trialLine(caseIndex), limitOf(caseIndex, 1), trialReplyFrom)
                    .value_or(TrialFact {.outcome = TrialOutcome::Failed, .reason = endedBefore});
    fact.caseIndex = caseIndex;
    m_session.recording.add(m_process, fact);
}

std::optional<std::vector<ModuleUse>> WorkerRun::modules(int caseIndex, int calls)
{
    return ask<std::vector<ModuleUse>>(
        modulesLine(caseIndex, calls), limitOf(caseIndex, calls), modulesReplyFrom);
}

bool WorkerRun::warmUpTimeOver(std::int64_t elapsedNs) const
{
    return nanoseconds(elapsedNs) >= m_session.plan().protocol.warmUpTimeLimit;
}

void WorkerRun::recordSteady(const SteadyFact& fact)
{
    m_session.recording.add(m_process, fact);
}

template <typename Reply>
std::optional<Reply> WorkerRun::ask(
    const std::string& line, nanoseconds limit, Result<Reply> (*read)(std::string_view))
{
    return say(line, limit) ? hear<Reply>(limit, read) : std::nullopt;
}

template <typename Reply>
std::optional<Reply> WorkerRun::askOf(int caseIndex, const std::string& line, nanoseconds limit,
    Result<Reply> (*read)(std::string_view))
{
    m_askedOf = caseIndex;
    auto reply = ask<Reply>(line, limit, read);
    m_askedOf.reset();
    return reply;
}

bool WorkerRun::say(const std::string& line, nanoseconds limit)
{
    if (!alive())
        return false;
    m_silence.asked(limit);
    const auto said = m_conversation->say(line, limit);
    if (!said)
        fail(said.error());
    return said.has_value();
}

template <typename Reply>
std::optional<Reply> WorkerRun::hear(nanoseconds limit, Result<Reply> (*read)(std::string_view))
{
    if (!alive())
        return std::nullopt;
    m_silence.asked(limit);
    auto answer = m_conversation->hear<Reply>(limit, read);
    m_session.recording.flushIfDue();
    if (answer) {
        reportWaiting(m_silence.answered());
        return std::move(*answer);
    }
    fail(answer.error());
    return std::nullopt;
}

void WorkerRun::heard(const WorkerEvent& event, std::size_t bytes)
{
    m_silence.heard();
    if (m_budget.admits(event, bytes))
        take(event);
}

void WorkerRun::heardTooMuch()
{
    m_budget.leaveOutUnread();
}

/// What stood at the end of a flood, and how much of it was left out.
void WorkerRun::takeLastEvents()
{
    for (const auto& event : m_budget.takeLast())
        take(event);
    const auto leftOut = m_budget.leftOut();
    if (leftOut.empty())
        return;
    m_session.notice({.variant = m_options.start.variant,
        .rule = "events_left_out",
        .sentence = "a worker process sent more than is kept; left out are " + leftOut});
}

void WorkerRun::take(const WorkerEvent& event)
{
    if (const auto* stage = std::get_if<StageEvent>(&event))
        reportStage(cleanText(stage->stage));
    else if (const auto* detail = std::get_if<DetailEvent>(&event))
        report(ProgressKind::Detail, m_stage, cleanText(detail->text));
    else
        m_events.take(event, {.process = m_process, .block = m_blocks});
}

void WorkerRun::logged(LogStream stream, const std::string& line)
{
    if (m_begun)
        m_session.recording.log(m_process, stream, line);
}

Waiting WorkerRun::waiting()
{
    if (!m_inBlock && m_load == nullptr) // storing would take a core from what is measured
        m_session.recording.flushIfDue();
    m_session.noteRequests();
    reportWaiting(m_silence.look(m_conversation->pid()));
    const auto& stop = m_session.stop;
    if (stop.killRequested() || m_session.recording.broken())
        return Waiting::GiveUp;
    if (m_session.state(m_options.start.variant).skipped && !m_options.start.again)
        return Waiting::GiveUp;
    // A block takes a second at most and is kept; a compile may take half an hour for nothing.
    return stop.requested() && !m_inBlock ? Waiting::GiveUp : Waiting::GoOn;
}

void WorkerRun::fail(WorkerFailure failure)
{
    if (!alive())
        return;
    if (failure.outcome == ProcessOutcome::TimedOut)
        failure.sentence += ": " + m_silence.cause(m_conversation->pid());
    auto& recording = m_session.recording;
    std::istringstream traceback(failure.traceback);
    for (std::string line; std::getline(traceback, line);)
        recording.log(m_process, LogStream::Recorder, cleanText(line));
    recording.log(m_process, LogStream::Recorder, cleanText(failure.sentence));
    const bool compiling = m_timedBlocks == 0 && !m_caseIndices.empty();
    const auto reason = endOf(m_session, variant(), failure, compiling);
    const bool ofCase = isOfCase(failure);
    if (ofCase)
        noteCaseFailure(reason);
    if (ofCase && failure.outcome == ProcessOutcome::Failed)
        return; // it answers still, for its other cases
    if (failure.outcome == ProcessOutcome::Failed)
        m_conversation->finish(endLimit);
    else
        m_conversation->kill();
    if (!ofCase && reason.outcome != ProcessOutcome::Interrupted && !m_options.tolerated)
        recordVariantFailure(m_session, variant(), reason);
    end(reason);
}

/// What raises does so whatever was before. A crash or a call that never ends is the case's where
/// the variant ran another one: else each case would be waited for.
bool WorkerRun::isOfCase(const WorkerFailure& failure) const
{
    if (!m_askedOf || m_options.tolerated || m_session.cases.size() < 2)
        return false;
    if (failure.outcome == ProcessOutcome::Failed)
        return true;
    const auto& ran = m_session.variants[static_cast<std::size_t>(variant())].ranCases;
    return (failure.outcome == ProcessOutcome::Crashed
               || failure.outcome == ProcessOutcome::TimedOut)
        && std::ranges::any_of(ran, [this](int index) { return index != *m_askedOf; });
}

void WorkerRun::noteCaseFailure(const ProcessEnd& reason)
{
    recordCaseFailure(m_session, variant(), *m_askedOf, reason);
    m_session.recording.add(m_process,
        CaseFailure {
            .caseIndex = *m_askedOf, .reason = reason.reason, .errorClass = reason.errorClass});
    if (m_spoiled)
        return;
    m_spoiled = reason;
    const auto& name = m_session.cases[static_cast<std::size_t>(*m_askedOf)].value.name;
    m_spoiled->reason = fmt::format("case {}: {}", name, reason.reason);
}

void WorkerRun::finish()
{
    if (!alive())
        return;
    const auto left = m_conversation->finish(endLimit);
    if (m_spoiled)
        return end(*m_spoiled);
    end({.outcome = ProcessOutcome::Finished,
        .ended = utcNow(),
        .reason = left.known && (left.signalled || left.number != 0)
            ? "the worker process " + left.sentence() + " at its end"
            : std::string {}});
}

void WorkerRun::abandon(const std::string& reason)
{
    if (!alive())
        return;
    m_conversation->kill();
    if (m_spoiled)
        return end(*m_spoiled);
    end({.outcome = ProcessOutcome::Interrupted, .ended = utcNow(), .reason = reason});
}

void WorkerRun::end(const ProcessEnd& reason)
{
    m_conversation.reset();
    takeLoad(reason.reason);
    if (std::exchange(m_setUp, false))
        m_session.processesSetUp -= processes();
    takeLastEvents();
    m_session.recording.endProcess(m_process, reason);
    report(ProgressKind::ProcessEnded, "", reason.reason);
}

void WorkerRun::reportStage(const std::string& stage)
{
    if (std::exchange(m_stage, stage) != stage) // a warm-up comes in many pieces
        report(ProgressKind::Stage, stage, stageText(stage));
}

void WorkerRun::reportWaiting(const std::optional<std::string>& sentence)
{
    if (sentence)
        report(ProgressKind::Waiting, m_stage, *sentence);
}

void WorkerRun::report(ProgressKind kind, const std::string& stage, const std::string& text)
{
    m_session.reporter.report({.kind = kind,
        .process = m_options.start.kind,
        .variant = m_session.variant(variant()).name,
        .again = again(),
        .repetition = m_options.start.repetition,
        .stage = stage,
        .text = text});
}

WorkerRun::Options checkOptions(const Session& session, int variant, int repetition)
{
    return {.start = {.kind = ProcessKind::Check, .variant = variant, .repetition = repetition},
        .cache = session.workspace.sharedCache(session.plan(), session.variant(variant)),
        .vectorProbe = false,
        .tolerated = true};
}

} // namespace profiler
