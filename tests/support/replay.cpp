// SPDX-License-Identifier: Apache-2.0
#include "tests/support/replay.h"

namespace tests {

using namespace profiler;

namespace {

template <typename Facts, typename Add>
Result<void> addAll(const Facts& facts, Add&& add)
{
    for (const auto& fact : facts)
        if (auto added = add(fact); !added)
            return added;
    return {};
}

Result<void> recordBlocks(ProcessIndex process, const ProcessRecord& record, RecordSink& sink)
{
    return addAll(record.blocks, [&](const CallBlock& block) {
        return sink.addBlock(process, block).and_then([&] { return sink.flush(); });
    });
}

Result<void> recordTrace(ProcessIndex process, const TraceSummary& trace, RecordSink& sink)
{
    const auto begun = sink.beginTrace(process, trace.start);
    if (!begun)
        return tl::unexpected(begun.error());
    return sink.endTrace(*begun, trace);
}

/// Its readings are read apart; what the summary tells of them is told.
Result<void> recordMonitor(const MonitorSummary& monitor, RecordSink& sink)
{
    const auto begun = sink.beginMonitor(monitor.start);
    if (!begun)
        return tl::unexpected(begun.error());
    CounterPiece piece {.missing = monitor.missing};
    for (const auto& name : monitor.series)
        piece.names.push_back(
            {.id = static_cast<std::int32_t>(piece.names.size()) + 1, .text = name});
    return sink.addCounters(*begun, piece);
}

Result<void> recordProcess(const ProcessRecord& record, RecordSink& sink)
{
    const auto begun = sink.beginProcess(record.start);
    if (!begun)
        return tl::unexpected(begun.error());
    const auto to = [&sink, process = *begun](auto method) {
        return [&sink, process, method](const auto& fact) { return (sink.*method)(process, fact); };
    };
    return to(&RecordSink::addEnvironment)(record.environment)
        .and_then([&] { return addAll(record.phases, to(&RecordSink::addPhase)); })
        .and_then([&] { return recordBlocks(*begun, record, sink); })
        .and_then([&] { return addAll(record.steady, to(&RecordSink::addSteady)); })
        .and_then([&] { return addAll(record.proofs, to(&RecordSink::addProof)); })
        .and_then([&] { return addAll(record.compiles, to(&RecordSink::addCompile)); })
        .and_then([&] { return addAll(record.breaks, to(&RecordSink::addGraphBreak)); })
        .and_then([&] { return addAll(record.recompiles, to(&RecordSink::addRecompile)); })
        .and_then([&] { return addAll(record.memory, to(&RecordSink::addMemory)); })
        .and_then([&] { return addAll(record.numerics, to(&RecordSink::addNumerics)); })
        .and_then([&] {
            return addAll(
                record.traces, [&](const auto& trace) { return recordTrace(*begun, trace, sink); });
        })
        .and_then([&]() -> Result<void> {
            return record.end ? sink.endProcess(*begun, *record.end) : Result<void>();
        });
}

} // namespace

Result<ComparisonId> replay(
    const ComparisonData& data, const std::vector<LogLine>& log, RecordSink& sink)
{
    auto begun = sink.beginComparison(data.info, data.plan);
    if (!begun)
        return begun;
    return addAll(data.notices, [&](const auto& notice) { return sink.addNotice(notice); })
        .and_then([&] {
            return addAll(data.sources, [&](const auto& source) { return sink.addSource(source); });
        })
        .and_then([&] {
            return addAll(
                data.processes, [&](const auto& process) { return recordProcess(process, sink); });
        })
        .and_then([&] {
            return addAll(
                data.monitors, [&](const auto& monitor) { return recordMonitor(monitor, sink); });
        })
        .and_then([&] {
            return addAll(log, [&](const auto& line) {
                return sink.addLog(line).and_then([&] { return sink.flush(); });
            });
        })
        .map([&] { return *begun; });
}

} // namespace tests
