// SPDX-License-Identifier: Apache-2.0
#include "tests/support/replay.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/record_sink.h"

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

/// Blocks become durable one by one, as a recorder makes them.
Result<void> recordFacts(ProcessIndex process, const ProcessRecord& record, RecordSink& sink)
{
    Result<void> done;
    forEachFact(record, [&](const Fact& fact) {
        if (done)
            done = sink.add(process, fact);
        if (done && std::holds_alternative<CallBlock>(fact))
            done = sink.flush();
    });
    return done;
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
    return recordFacts(*begun, record, sink)
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
