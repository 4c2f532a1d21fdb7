// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/worker_life.h"

#include "profiler/evidence/lanes/inputs_text.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/machine/wall_clock.h"
#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/record/worker_link/worker_messages.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <string_view>
#include <utility>

namespace profiler {
namespace {

using namespace std::chrono_literals;

constexpr auto workerEndLimit = 5s;

} // namespace

WorkerLife::WorkerLife(Session& session, Options options)
    : m_session(session)
    , m_options(std::move(options))
    , m_spool(session.workspace.spoolOf(session.workersStarted++))
    , m_events(session, m_options.start.variant, m_spool)
{
    if (!m_options.start.cases)
        m_options.start.cases = session.recorded;
}

WorkerLife::~WorkerLife()
{
    m_session.workspace.remove(m_spool);
}

Result<bool> WorkerLife::start()
{
    const auto begun = begin();
    return begun && *begun ? Result<bool>(awaitSetup()) : begun;
}

Result<bool> WorkerLife::begin()
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

int WorkerLife::processes() const
{
    return m_session.variant(m_options.start.variant).native ? 2 : 1;
}

bool WorkerLife::awaitSetup()
{
    const auto reply = hear<SetupReply>(setupLimit(), setupReplyFrom);
    if (!reply || !takeCases(*reply))
        return false;
    takeSetup(*reply);
    m_setUp = true;
    m_session.processesSetUp += processes();
    return true;
}

void WorkerLife::refuseStart(const Error& error)
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

std::map<std::string, std::string> WorkerLife::environment() const
{
    auto variables = m_session.variant(m_options.start.variant).environment;
    for (const auto& [name, value] : cacheEnvironment(m_options.cache))
        variables[name] = value; // a cache of the user's own would make cold processes warm
    variables["PYTHONUNBUFFERED"] = "1";
    variables["FUSESCOPE_SOCKET"] = "3";
    return variables;
}

std::string WorkerLife::setupCommand() const
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
        .startUp = m_options.startUp,
        .savesOutputs = m_options.savesOutputs});
}

nanoseconds WorkerLife::setupLimit() const
{
    const auto& protocol = m_session.plan().protocol;
    return protocol.startTimeLimit + (m_options.startUp ? protocol.callTimeLimit : nanoseconds(0));
}

bool WorkerLife::takeCases(const SetupReply& reply)
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

void WorkerLife::takeSetup(const SetupReply& reply)
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

void WorkerLife::takeMemory(const std::vector<MemoryFact>& facts)
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

bool WorkerLife::say(const std::string& line, nanoseconds limit)
{
    if (!alive())
        return false;
    m_silence.asked(limit);
    const auto said = m_conversation->say(line, limit);
    if (!said)
        fail(said.error());
    return said.has_value();
}

void WorkerLife::heard(const WorkerEvent& event, std::size_t bytes)
{
    m_silence.heard();
    if (m_budget.admits(event, bytes))
        take(event);
}

void WorkerLife::heardTooMuch()
{
    m_budget.leaveOutUnread();
}

/// What stood at the end of a flood, and how much of it was left out.
void WorkerLife::takeLastEvents()
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

void WorkerLife::take(const WorkerEvent& event)
{
    if (const auto* stage = std::get_if<StageEvent>(&event))
        reportStage(cleanText(stage->stage));
    else if (const auto* detail = std::get_if<DetailEvent>(&event))
        report(ProgressKind::Detail, m_stage, cleanText(detail->text));
    else
        m_events.take(event, {.process = m_process, .block = m_blocks.all});
}

void WorkerLife::logged(LogStream stream, const std::string& line)
{
    if (m_begun)
        m_session.recording.log(m_process, stream, line);
}

Waiting WorkerLife::waiting()
{
    if (m_busy == Busy::Other) // storing would take a core from what is measured
        m_session.recording.flushIfDue();
    m_session.noteRequests();
    reportWaiting(m_silence.look(m_conversation->pid()));
    const auto& stop = m_session.stop;
    if (stop.killRequested() || m_session.recording.broken())
        return Waiting::GiveUp;
    if (m_session.state(m_options.start.variant).skipped && !m_options.start.again)
        return Waiting::GiveUp;
    // A block takes a second at most and is kept; a compile may take half an hour for nothing.
    return stop.requested() && m_busy != Busy::Block ? Waiting::GiveUp : Waiting::GoOn;
}

void WorkerLife::fail(WorkerFailure failure)
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
    if (m_goesOnAfterErrors && failure.outcome == ProcessOutcome::Failed)
        return;
    const bool compiling = m_blocks.timed == 0 && !m_caseIndices.empty();
    const auto reason = endOf(m_session, variant(), failure, compiling);
    const bool ofCase = isOfCase(failure);
    if (ofCase)
        noteCaseFailure(reason);
    if (ofCase && failure.outcome == ProcessOutcome::Failed)
        return; // it answers still, for its other cases
    if (failure.outcome == ProcessOutcome::Failed)
        m_conversation->finish(workerEndLimit);
    else
        m_conversation->kill();
    if (!ofCase && reason.outcome != ProcessOutcome::Interrupted && !m_options.tolerated)
        recordVariantFailure(m_session, variant(), reason);
    end(reason);
}

/// What raises does so whatever was before. A crash or a call that never ends is the case's where
/// the variant ran another one: else each case would be waited for.
bool WorkerLife::isOfCase(const WorkerFailure& failure) const
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

void WorkerLife::noteCaseFailure(const ProcessEnd& reason)
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

void WorkerLife::finish()
{
    if (!alive())
        return;
    const auto left = m_conversation->finish(workerEndLimit);
    if (m_spoiled)
        return end(*m_spoiled);
    end({.outcome = ProcessOutcome::Finished,
        .ended = utcNow(),
        .reason = left.known && (left.signalled || left.number != 0)
            ? "the worker process " + left.sentence() + " at its end"
            : std::string {}});
}

void WorkerLife::abandon(const std::string& reason)
{
    if (!alive())
        return;
    m_conversation->kill();
    if (m_spoiled)
        return end(*m_spoiled);
    end({.outcome = ProcessOutcome::Interrupted, .ended = utcNow(), .reason = reason});
}

void WorkerLife::end(const ProcessEnd& reason)
{
    m_conversation.reset();
    ended(reason);
    if (std::exchange(m_setUp, false))
        m_session.processesSetUp -= processes();
    takeLastEvents();
    m_session.recording.endProcess(m_process, reason);
    report(ProgressKind::ProcessEnded, "", reason.reason);
}

void WorkerLife::reportStage(const std::string& stage)
{
    if (std::exchange(m_stage, stage) != stage) // a warm-up comes in many pieces
        report(ProgressKind::Stage, stage, stageText(stage));
}

void WorkerLife::reportWaiting(const std::optional<std::string>& sentence)
{
    if (sentence)
        report(ProgressKind::Waiting, m_stage, *sentence);
}

void WorkerLife::report(ProgressKind kind, const std::string& stage, const std::string& text)
{
    m_session.reporter.report({.kind = kind,
        .process = m_options.start.kind,
        .variant = m_session.variant(variant()).name,
        .again = again(),
        .repetition = m_options.start.repetition,
        .stage = stage,
        .text = text});
}

} // namespace profiler
