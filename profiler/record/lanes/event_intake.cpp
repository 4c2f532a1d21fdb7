// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/event_intake.h"

#include "profiler/record/worker_link/compile_trace_file.h"
#include "profiler/record/worker_link/generated_code_file.h"

#include <type_traits>
#include <utility>
#include <variant>

namespace profiler {
namespace {

/// As progress, and not recorded.
template <typename Event>
constexpr bool isReported = std::is_same_v<Event, StageEvent> || std::is_same_v<Event, DetailEvent>;

} // namespace

EventIntake::EventIntake(Session& session, int variant, std::filesystem::path spool)
    : m_session(session)
    , m_variant(variant)
    , m_spool(std::move(spool))
{
}

void EventIntake::take(const WorkerEvent& event, const Moment& moment)
{
    auto& recording = m_session.recording;
    std::visit(
        [&](const auto& fact) {
            using Event = std::decay_t<decltype(fact)>;
            if constexpr (std::is_same_v<Event, NoticeFact>) {
                takeNotice(fact);
            } else if constexpr (std::is_same_v<Event, SourceFact>) {
                recording.add(fact);
            } else if constexpr (std::is_same_v<Event, GeneratedCodeEvent>) {
                takeCode(fact, moment.process);
            } else if constexpr (std::is_same_v<Event, CompileTraceEvent>) {
                takeCompileTrace(fact, moment.process);
            } else if constexpr (!isReported<Event>) {
                auto known = fact;
                if (!knowsCase(fact.caseIndex))
                    known.caseIndex.reset();
                if constexpr (std::is_same_v<Event, CollectionFact>)
                    known.block = moment.block;
                if constexpr (std::is_same_v<Event, CompileFact>)
                    m_compiled = m_compiled || !fact.startUp;
                recording.add(moment.process, known);
            }
        },
        event);
}

void EventIntake::takeNotice(NoticeFact notice)
{
    notice.variant = m_variant;
    m_session.notice(notice);
}

void EventIntake::takeCode(const GeneratedCodeEvent& event, ProcessIndex process)
{
    const auto file = Workspace::codeBeside(m_spool, event.number);
    auto code = generatedCodeIn(file);
    m_session.workspace.remove(file);
    if (!code)
        return takeNotice({.rule = "generated_code_unreadable", .sentence = code.error().message});
    code->compileId = event.compileId;
    if (knowsCase(event.caseIndex))
        code->caseIndex = event.caseIndex;
    m_session.recording.add(process, *code);
}

void EventIntake::takeCompileTrace(const CompileTraceEvent& event, ProcessIndex process)
{
    const auto file = Workspace::compilesBeside(m_spool, event.number);
    const auto trace = compileTraceIn(file);
    m_session.workspace.remove(file);
    if (trace)
        m_session.recording.add(process, *trace);
    else
        takeNotice({.rule = "compile_trace_unreadable", .sentence = trace.error().message});
}

bool EventIntake::knowsCase(std::optional<int> caseIndex) const
{
    return !caseIndex || m_session.cases.empty()
        || *caseIndex < static_cast<int>(m_session.cases.size());
}

} // namespace profiler
