// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/session.h"

#include "profiler/model/plan/plan_json.h"
#include "profiler/record/machine/agent_build.h"
#include "profiler/record/machine/git_state.h"
#include "profiler/record/machine/wall_clock.h"
#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/record/worker_link/text_lines.h"

#include <algorithm>
#include <map>
#include <thread>

namespace profiler {

using namespace std::chrono_literals;

bool Session::timeIsUp() const
{
    return std::chrono::steady_clock::now() - begun > plan().protocol.totalTimeLimit;
}

int Session::processesForCases() const
{
    if (!plan().protocol.casesApart)
        return 1;
    if (recorded)
        return recorded->count;
    return static_cast<int>(std::max({plan().cases.size(), cases.size(), std::size_t {1}}));
}

std::optional<CaseRange> Session::casesOfProcess(int number) const
{
    if (!plan().protocol.casesApart)
        return std::nullopt;
    return CaseRange {.first = number + (recorded ? recorded->first : 0), .count = 1};
}

bool Session::hasCaseFor(int variant, const std::optional<CaseRange>& range) const
{
    const CaseRange known {.count = static_cast<int>(cases.size())};
    const auto wanted = range.value_or(recorded.value_or(known));
    if (wanted.count == 0) // nobody told the cases yet
        return true;
    const auto& failed = variants[static_cast<std::size_t>(variant)].failedCases;
    return std::ranges::count_if(failed, [&](int index) { return wanted.holds(index); })
        < wanted.count;
}

void Session::noteRequests()
{
    const auto skipped = stop.takeSkipped();
    const auto retried = stop.takeRetried();
    for (int i = 0; i < static_cast<int>(variants.size()); ++i) {
        if ((skipped & StopRequest::bit(i)) != 0)
            state(i).skipped = true;
        if ((retried & StopRequest::bit(i)) != 0) {
            auto& again = state(i);
            again.skipped = again.out = false;
            again.deaths = 0;
            again.failedCases.clear();
            again.reason.clear(); // it fails again where it does
            again.errorClass.clear();
        }
    }
}

void Session::waitWhilePaused(int repetition, const std::string& between)
{
    if (!stop.paused() || ending())
        return;
    reporter.report({.kind = ProgressKind::Paused,
        .repetition = repetition,
        .stage = between,
        .text = "paused between " + between});
    while (stop.paused() && !ending()) {
        recording.flushIfDue();
        noteRequests();
        std::this_thread::sleep_for(50ms);
    }
}

void Session::notice(const NoticeFact& notice)
{
    if (!recording.add(notice))
        return;
    reporter.report({.kind = ProgressKind::Notice,
        .variant = notice.variant ? variant(*notice.variant).name : std::string {},
        .text = notice.sentence});
}

std::vector<int> Session::liveVariants() const
{
    std::vector<int> live;
    for (std::size_t i = 0; i < variants.size(); ++i)
        if (variants[i].live())
            live.push_back(static_cast<int>(i));
    return live;
}

namespace {

std::string folderOf(const Plan& plan, std::size_t variant)
{
    const auto& own = plan.variants[variant].workingDirectory;
    return own.empty() ? plan.workload.workingDirectory : own;
}

/// Asked once for each folder: git takes a moment.
void addSources(Session& session)
{
    const auto& plan = session.plan();
    std::map<std::string, EnvironmentFields> known;
    for (std::size_t i = 0; i < session.sources.size(); ++i)
        known.emplace(folderOf(plan, i), session.sources[i]);
    const auto compiler
        = session.sources.size() < session.variants.size() ? compilerState() : EnvironmentFields {};
    while (session.sources.size() < session.variants.size()) {
        auto workload = plan.workload;
        workload.workingDirectory = folderOf(plan, session.sources.size());
        const auto [entry, isNew] = known.try_emplace(workload.workingDirectory);
        if (isNew) {
            entry->second = codeState(workload);
            entry->second.insert(compiler.begin(), compiler.end());
        }
        session.sources.push_back(entry->second);
    }
}

/// The plan's, or a variant's own: probing that takes a moment.
Result<Interpreter> interpreterOf(const Session& session, const std::string& python)
{
    if (python.empty())
        return session.request.interpreter;
    return probeInterpreter(python);
}

/// Of native variants alone: building one takes a minute.
void addRunners(Session& session)
{
    std::map<std::string, std::filesystem::path> known; // by interpreter
    while (session.runners.size() < session.variants.size()) {
        const auto& variant = session.plan().variants[session.runners.size()];
        auto& runner = session.runners.emplace_back();
        if (!variant.native)
            continue;
        const auto [entry, isNew] = known.try_emplace(variant.python);
        if (isNew) {
            const auto provided
                = interpreterOf(session, variant.python).and_then([&](const Interpreter& python) {
                      return provideRunner(python, session.request.installation);
                  });
            if (provided)
                entry->second = *provided;
            else
                session.notice({.rule = "no_runner", .sentence = provided.error().message});
        }
        runner = entry->second;
    }
}

} // namespace

void prepareVariants(Session& session)
{
    const auto& request = session.request;
    session.planJson = planToJson(session.plan());
    session.variants.resize(session.plan().variants.size());
    std::map<std::string, std::filesystem::path> known; // by interpreter; probing takes a moment
    for (std::size_t i = 0; i < session.agents.size(); ++i)
        known.emplace(session.plan().variants[i].python, session.agents[i]);
    while (session.agents.size() < session.variants.size()) {
        const auto& python = session.plan().variants[session.agents.size()].python;
        const auto [entry, isNew] = known.try_emplace(python);
        if (isNew) {
            const auto interpreter = interpreterOf(session, python);
            // Why there is none is in doctor; the worker says that its own loop measured.
            if (interpreter)
                entry->second = provideAgent(*interpreter, request.installation)
                                    .value_or(std::filesystem::path {});
        }
        session.agents.push_back(entry->second);
    }
    addRunners(session);
    addSources(session);
}

ProcessEnd endOf(Session& session, int variant, const WorkerFailure& failure, bool compiling)
{
    if (failure.outcome == ProcessOutcome::Interrupted)
        return {.outcome = failure.outcome,
            .ended = utcNow(),
            .reason = session.state(variant).skipped ? "the variant was skipped on request"
                                                     : "interrupted"};
    const bool compiler = compiling && failure.outcome == ProcessOutcome::TimedOut
        && session.variant(variant).kind == VariantKind::Compiled;
    const std::string key = compiler ? "compile_too_long" : failure.errorClass;
    return {.outcome = failure.outcome,
        .ended = utcNow(),
        .reason = errorSentence(key, cleanText(failure.sentence)),
        .errorClass = std::string(errorEntry(key).key)};
}

std::filesystem::path Session::laneCache(int variant)
{
    auto& kept = state(variant);
    if (!kept.laneCache)
        kept.laneCache = kept.keptCache ? *kept.keptCache
                                        : workspace.sharedCache(plan(), this->variant(variant));
    return *kept.laneCache;
}

void recordCaseFailure(Session& session, int variant, int caseIndex, const ProcessEnd& end)
{
    session.state(variant).failedCases.insert(caseIndex);
    if (!session.hasCaseFor(variant, std::nullopt))
        recordVariantFailure(session, variant, end);
}

void recordVariantFailure(Session& session, int variant, const ProcessEnd& end)
{
    auto& state = session.state(variant);
    if (state.reason.empty()) {
        state.reason = end.reason;
        state.errorClass = end.errorClass;
    }
    if (end.outcome == ProcessOutcome::Crashed) {
        ++state.deaths;
        // The code that it was running may be broken in the cache.
        if (session.variant(variant).kind == VariantKind::Compiled)
            state.laneCache
                = session.workspace.newCache(); // other lanes may have mapped the old one's files
    }
    // What raises an exception once raises it again; a crash gets a second chance.
    state.out = state.out || end.outcome != ProcessOutcome::Crashed || state.deaths >= 2;
}

} // namespace profiler
