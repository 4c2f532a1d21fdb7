// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/session/collecting_sink.h"

#include "profiler/model/facts.h"

#include <cassert>
#include <chrono>

namespace profiler {

ProcessRecord& CollectingSink::record(ProcessIndex process)
{
    const auto index = static_cast<std::size_t>(process.value);
    assert(process.value >= 0 && index < m_data.processes.size());
    return m_data.processes[index];
}

Result<ComparisonId> CollectingSink::beginComparison(const ComparisonInfo& info, const Plan& plan)
{
    m_data = {.info = info, .plan = plan};
    auto id = m_next != nullptr ? m_next->beginComparison(info, plan) : ComparisonId {};
    if (id)
        m_data.info.id = *id;
    return id;
}

Result<void> CollectingSink::setCases(const std::vector<Case>& cases)
{
    m_data.plan.cases = cases;
    return m_next != nullptr ? m_next->setCases(cases) : Result<void> {};
}

Result<void> CollectingSink::addCases(const std::vector<Case>& more)
{
    const CaseRange before {.first = 0, .count = static_cast<int>(m_data.plan.cases.size())};
    for (auto& process : m_data.processes)
        if (!process.start.cases)
            process.start.cases = before;
    m_data.plan.cases.insert(m_data.plan.cases.end(), more.begin(), more.end());
    return m_next != nullptr ? m_next->addCases(more) : Result<void> {};
}

Result<void> CollectingSink::setPlacement(Placement placement)
{
    m_data.info.placement = placement;
    return m_next != nullptr ? m_next->setPlacement(placement) : Result<void> {};
}

Result<void> CollectingSink::setVariants(const std::vector<Variant>& variants)
{
    m_data.plan.variants = variants;
    return m_next != nullptr ? m_next->setVariants(variants) : Result<void> {};
}

Result<ProcessIndex> CollectingSink::beginProcess(const ProcessStart& start)
{
    Result<ProcessIndex> index = m_next != nullptr
        ? m_next->beginProcess(start)
        : ProcessIndex {static_cast<int>(m_data.processes.size())};
    if (!index)
        return index;
    const auto needed = static_cast<std::size_t>(index->value) + 1;
    if (m_data.processes.size() < needed)
        m_data.processes.resize(needed);
    record(*index).start = start;
    return index;
}

Result<void> CollectingSink::add(ProcessIndex process, const Fact& fact)
{
    addFact(record(process), fact);
    return m_next != nullptr ? m_next->add(process, fact) : Result<void> {};
}

Result<TraceIndex> CollectingSink::beginTrace(ProcessIndex process, const TraceStart& start)
{
    auto& traces = record(process).traces;
    const TraceIndex index {.process = process, .value = static_cast<int>(traces.size())};
    traces.push_back({.start = start});
    return m_next != nullptr ? m_next->beginTrace(process, start) : index;
}

Result<void> CollectingSink::addTraceChunk(TraceIndex trace, const TraceChunk& chunk)
{
    return m_next != nullptr ? m_next->addTraceChunk(trace, chunk) : Result<void> {};
}

Result<void> CollectingSink::endTrace(TraceIndex trace, const TraceSummary& summary)
{
    record(trace.process).traces.at(static_cast<std::size_t>(trace.value)) = summary;
    return m_next != nullptr ? m_next->endTrace(trace, summary) : Result<void> {};
}

Result<void> CollectingSink::endProcess(ProcessIndex process, const ProcessEnd& end)
{
    record(process).end = end;
    return m_next != nullptr ? m_next->endProcess(process, end) : Result<void> {};
}

Result<MonitorIndex> CollectingSink::beginMonitor(const MonitorStart& start)
{
    const MonitorIndex index {static_cast<int>(m_data.monitors.size())};
    m_data.monitors.push_back({.start = start});
    return m_next != nullptr ? m_next->beginMonitor(start) : index;
}

Result<void> CollectingSink::addCounters(MonitorIndex monitor, const CounterPiece& piece)
{
    auto& summary = m_data.monitors.at(static_cast<std::size_t>(monitor.value));
    for (const auto& name : piece.names)
        summary.series.push_back(name.text);
    summary.missing.insert(piece.missing.begin(), piece.missing.end());
    summary.rows += static_cast<std::int64_t>(piece.rows.size());
    return m_next != nullptr ? m_next->addCounters(monitor, piece) : Result<void> {};
}

Result<void> CollectingSink::addNotice(const NoticeFact& notice)
{
    m_data.notices.push_back(notice);
    return m_next != nullptr ? m_next->addNotice(notice) : Result<void> {};
}

Result<void> CollectingSink::addSource(const SourceFact& source)
{
    m_data.sources.push_back(source);
    return m_next != nullptr ? m_next->addSource(source) : Result<void> {};
}

Result<void> CollectingSink::addLog(const LogLine& line)
{
    if (m_next != nullptr)
        return m_next->addLog(line);
    m_log.push_back(line);
    return {};
}

Result<void> CollectingSink::flush()
{
    return m_next != nullptr ? m_next->flush() : Result<void> {};
}

Result<void> CollectingSink::endComparison(ComparisonStatus status, const std::string& reason)
{
    m_data.info.status = status;
    m_data.info.stopReason = reason;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    m_data.info.ended = UtcTime {std::chrono::duration_cast<nanoseconds>(now).count()};
    return m_next != nullptr ? m_next->endComparison(status, reason) : Result<void> {};
}

} // namespace profiler
