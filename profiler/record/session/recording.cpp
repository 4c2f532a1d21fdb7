// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/recording.h"

#include "profiler/model/facts.h"
#include "profiler/record/machine/wall_clock.h"

#include <algorithm>
#include <fmt/format.h>

namespace profiler {
namespace {

using namespace std::chrono_literals;

constexpr std::int64_t mostLogLines = 20'000; // of one process
constexpr std::size_t lastLogLines = 50;
constexpr auto flushEvery = 900ms;

} // namespace

template <typename T>
void Recording::take(const Result<T>& result)
{
    m_unsaved = true;
    if (!result && !m_refusal)
        m_refusal = result.error();
}

template <typename Index>
Index Recording::begun(const Result<Index>& result)
{
    take(result);
    return result.value_or(Index {});
}

ComparisonId Recording::begin(const ComparisonInfo& info, const Plan& plan)
{
    const auto id = m_memory.beginComparison(info, plan);
    take(id);
    flush();
    return id.value_or(ComparisonId {});
}

void Recording::setCases(const std::vector<Case>& cases)
{
    if (!broken())
        take(m_memory.setCases(cases));
}

void Recording::addCases(const std::vector<Case>& more)
{
    if (!broken())
        take(m_memory.addCases(more));
}

void Recording::setPlacement(Placement placement)
{
    if (!broken())
        take(m_memory.setPlacement(placement));
}

void Recording::setVariants(const std::vector<Variant>& variants)
{
    if (!broken())
        take(m_memory.setVariants(variants));
}

ProcessIndex Recording::beginProcess(const ProcessStart& start)
{
    return broken() ? ProcessIndex {} : begun(m_memory.beginProcess(start));
}

void Recording::endProcess(ProcessIndex process, const ProcessEnd& end)
{
    logRest(process);
    if (!broken())
        take(m_memory.endProcess(process, end));
    flush();
}

void Recording::add(ProcessIndex process, const Fact& fact)
{
    if (!broken())
        take(m_memory.add(process, fact));
    if (std::holds_alternative<CallBlock>(fact))
        flush();
}

TraceIndex Recording::beginTrace(ProcessIndex process, const TraceStart& start)
{
    return broken() ? TraceIndex {} : begun(m_memory.beginTrace(process, start));
}

void Recording::addTraceChunk(TraceIndex trace, const TraceChunk& chunk)
{
    if (!broken())
        take(m_memory.addTraceChunk(trace, chunk));
}

void Recording::endTrace(TraceIndex trace, const TraceSummary& summary)
{
    if (!broken())
        take(m_memory.endTrace(trace, summary));
}

MonitorIndex Recording::beginMonitor(const MonitorStart& start)
{
    return broken() ? MonitorIndex {} : begun(m_memory.beginMonitor(start));
}

void Recording::addCounters(MonitorIndex monitor, const CounterPiece& piece)
{
    if (!broken())
        take(m_memory.addCounters(monitor, piece));
}

bool Recording::add(const NoticeFact& notice)
{
    const auto& known = data().notices;
    const bool repeated = std::any_of(known.begin(), known.end(), [&](const NoticeFact& other) {
        return other.variant == notice.variant && other.caseIndex == notice.caseIndex
            && other.rule == notice.rule && other.sentence == notice.sentence;
    });
    if (repeated || broken())
        return false;
    take(m_memory.addNotice(notice));
    return true;
}

void Recording::add(const SourceFact& source)
{
    const auto& known = data().sources;
    const bool recorded = std::any_of(known.begin(), known.end(), [&](const SourceFact& other) {
        return other.file == source.file && other.line == source.line;
    });
    if (!recorded && known.size() < mostSources && !broken())
        take(m_memory.addSource(source));
}

void Recording::log(std::optional<ProcessIndex> process, LogStream stream, const std::string& text)
{
    if (broken())
        return;
    LogLine line {.process = process, .stream = stream, .time = utcNow(), .text = text};
    if (process) {
        auto& count = m_logs[process->value];
        if (count.stored >= mostLogLines) {
            count.last.push_back(std::move(line));
            if (count.last.size() > lastLogLines) {
                count.last.pop_front();
                ++count.leftOut;
            }
            return;
        }
        ++count.stored;
    }
    take(m_memory.addLog(line));
}

void Recording::logRest(ProcessIndex process)
{
    const auto found = m_logs.find(process.value);
    if (found == m_logs.end())
        return;
    const auto count = std::move(found->second);
    m_logs.erase(found);
    if (broken())
        return;
    if (count.leftOut > 0)
        take(m_memory.addLog({.process = process,
            .stream = LogStream::Recorder,
            .time = utcNow(),
            .text = fmt::format("{} lines left out here", count.leftOut)}));
    for (const auto& line : count.last)
        take(m_memory.addLog(line));
}

void Recording::end(ComparisonStatus status, const std::string& reason)
{
    if (!broken())
        take(m_memory.endComparison(status, reason));
}

void Recording::flush()
{
    m_flushed = std::chrono::steady_clock::now();
    if (broken() || !m_unsaved)
        return;
    take(m_memory.flush());
    m_unsaved = false;
}

void Recording::flushIfDue()
{
    if (m_unsaved && std::chrono::steady_clock::now() - m_flushed > flushEvery)
        flush();
}

} // namespace profiler
