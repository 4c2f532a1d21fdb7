// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/trace_intake.h"

#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/device/usual_work.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/model/trace_columns.h"
#include "profiler/record/worker_link/text_lines.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <span>
#include <utility>
#include <variant>
#include <vector>

namespace profiler {

namespace {

constexpr std::int64_t mostTracedRows = 20'000'000; // of a trace; they are ordered in memory
constexpr std::size_t mostTexts = 200'000; // names, places, shapes, each
constexpr std::int32_t largestId = 500'000'000; // two files stay within the type
constexpr std::size_t mostTracedCalls = 100'000;
constexpr std::size_t mostReasons = 20;
constexpr std::size_t rowsPerChunk = 65'536;
constexpr auto lastKind = static_cast<std::uint8_t>(SpanKind::Backward);

/// Texts of foreign code are made valid Unicode before anybody stores or prints them. CUPTI gives
/// kernels as the linker knows them; torch's traces have them as the source does, and so have ours.
void clean(TraceName& name)
{
    name.text = cleanText(readableKernelName(name.text));
}

void clean(TracePlace& place)
{
    place.file = cleanText(place.file);
    place.function = cleanText(place.function);
    place.module = cleanText(place.module);
    place.line = std::max(place.line, 0);
}

void clean(LaunchShape& /*shape*/) { }

std::int64_t correctDurations(std::vector<std::int64_t>& durations)
{
    std::int64_t corrected = 0;
    for (auto& duration : durations)
        if (duration < 0) {
            duration = 0;
            ++corrected;
        }
    return corrected;
}

} // namespace

/// Unknown, or no id that a file may use.
std::int32_t TraceIntake::ownId(std::int32_t id) const
{
    return id > 0 && id <= largestId ? id + m_firstId : 0;
}

void TraceIntake::takeOwnIds(std::vector<std::int32_t>& ids) const
{
    for (auto& id : ids)
        id = ownId(id);
}

/// Without rows whose id was told before, or that are too many.
template <typename Row>
std::vector<Row> TraceIntake::newOnes(std::vector<Row> rows, std::set<std::int32_t>& known)
{
    std::erase_if(rows, [&](Row& row) {
        row.id = ownId(row.id);
        return row.id == 0 || known.size() >= mostTexts || !known.insert(row.id).second;
    });
    for (auto& row : rows) {
        clean(row);
        m_lastId = std::max(m_lastId, row.id);
    }
    return rows;
}

TraceIntake::TraceIntake(Recording& recording, ProcessIndex process, const TraceStart& start)
    : m_recording(recording)
    , m_trace(recording.beginTrace(process, start))
    , m_summary {.start = start}
{
}

void TraceIntake::addReason(std::string reason)
{
    auto& reasons = m_summary.losses.reasons;
    const bool known = std::find(reasons.begin(), reasons.end(), reason) != reasons.end();
    if (!reason.empty() && !known && reasons.size() < mostReasons)
        reasons.push_back(std::move(reason));
}

void TraceIntake::add(MemoryHistoryFact history)
{
    history.caseIndex = m_summary.start.caseIndex;
    nameOwners(history.blocks, m_tables.operators, m_names, m_placesById);
    m_recording.add(m_trace.process, std::move(history));
}

void TraceIntake::read(const std::filesystem::path& file)
{
    auto reader = spool::TraceSpoolReader::open(file);
    if (!reader) {
        addReason(reader.error().message);
        return;
    }
    m_firstId = m_lastId;
    m_callsKnown = !m_summary.calls.empty();
    while (auto entry = reader->next())
        std::visit([this](auto& part) { take(std::move(part)); }, *entry);
    if (!reader->fault().empty())
        addReason("the file of the trace is not whole: " + reader->fault()
            + "; what comes before is kept");
}

void TraceIntake::take(TraceChunk chunk)
{
    std::visit(
        [this](auto& rows) {
            using Rows = std::remove_reference_t<decltype(rows)>;
            if constexpr (std::is_same_v<Rows, TraceNames>)
                takeNames(std::move(rows));
            else if constexpr (std::is_same_v<Rows, TracePlaces>)
                takePlaces(std::move(rows));
            else if constexpr (std::is_same_v<Rows, LaunchShapes>)
                takeShapes(std::move(rows));
            else if constexpr (std::is_same_v<Rows, OperatorColumns>)
                takeRows(m_tables.operators, std::move(rows));
            else if constexpr (std::is_same_v<Rows, KernelColumns>)
                takeRows(m_tables.kernels, std::move(rows));
            else if constexpr (std::is_same_v<Rows, ApiColumns>)
                takeRows(m_tables.apis, std::move(rows));
            else if constexpr (std::is_same_v<Rows, CopyColumns>)
                takeRows(m_tables.copies, std::move(rows));
            else
                takeRows(m_tables.counters, std::move(rows));
        },
        chunk);
}

void TraceIntake::take(const spool::TraceCalls& calls)
{
    if (m_callsKnown)
        return;
    for (const auto& call : calls)
        if (call.startNs >= 0 && call.endNs >= call.startNs
            && m_summary.calls.size() < mostTracedCalls)
            m_summary.calls.push_back(call);
}

void TraceIntake::take(const TraceLosses& losses)
{
    auto& sum = m_summary.losses;
    sum.dropped += losses.dropped;
    sum.refused += losses.refused;
    sum.zeroTimestamps += losses.zeroTimestamps;
    sum.negativeDurations += losses.negativeDurations;
    sum.launchesWithoutKernel += losses.launchesWithoutKernel;
    sum.kernelsWithoutLaunch += losses.kernelsWithoutLaunch;
    sum.spansLost += losses.spansLost;
    if (std::abs(losses.clockStepNs) > std::abs(sum.clockStepNs))
        sum.clockStepNs = losses.clockStepNs;
    for (const auto& reason : losses.reasons)
        addReason(cleanText(reason));
}

void TraceIntake::takeNames(TraceNames names)
{
    const auto fresh = newOnes(std::move(names), m_nameIds);
    for (const auto& name : fresh)
        m_names.emplace(name.id, name.text);
    m_recording.addTraceChunk(m_trace, fresh);
}

void TraceIntake::takePlaces(TracePlaces places)
{
    const auto fresh = newOnes(std::move(places), m_placeIds);
    for (const auto& place : fresh)
        m_placesById.emplace(place.id, place);
    m_recording.addTraceChunk(m_trace, fresh);
}

void TraceIntake::takeShapes(LaunchShapes shapes)
{
    m_recording.addTraceChunk(m_trace, newOnes(std::move(shapes), m_shapeIds));
}

template <typename Columns>
void TraceIntake::takeRows(Columns& table, Columns rows)
{
    if (m_rows + static_cast<std::int64_t>(rows.size()) > mostTracedRows) {
        m_summary.losses.dropped += static_cast<std::int64_t>(rows.size());
        addReason(fmt::format("a trace keeps its first {} records", mostTracedRows));
        return;
    }
    m_rows += static_cast<std::int64_t>(rows.size());
    if constexpr (!std::is_same_v<Columns, CounterColumns>)
        m_summary.losses.negativeDurations += correctDurations(rows.durationNs);
    if constexpr (std::is_same_v<Columns, OperatorColumns>) {
        for (auto& kind : rows.kind)
            kind = kind > lastKind ? std::uint8_t {0} : kind;
        takeOwnIds(rows.place);
    }
    if constexpr (std::is_same_v<Columns, KernelColumns>)
        takeOwnIds(rows.shape);
    if constexpr (std::is_same_v<Columns, CounterColumns>)
        takeOwnIds(rows.series);
    else if constexpr (!std::is_same_v<Columns, CopyColumns>)
        takeOwnIds(rows.name);
    appendRows(table, rows, 0, rows.size());
}

/// In the order of their starts, in chunks; `see` is shown each on its way.
template <typename Columns, typename See>
void TraceIntake::handOn(Columns& table, See&& see)
{
    const auto order = orderByTime(table);
    for (std::size_t at = 0; at < order.size(); at += rowsPerChunk) {
        const auto count = std::min(rowsPerChunk, order.size() - at);
        auto chunk = pickRows(table, std::span(order).subspan(at, count));
        see(chunk);
        m_recording.addTraceChunk(m_trace, std::move(chunk));
    }
    table = {};
}

void TraceIntake::end()
{
    const auto count = [](const auto& table) { return static_cast<std::int64_t>(table.size()); };
    m_summary.operatorRows = count(m_tables.operators);
    m_summary.kernelRows = count(m_tables.kernels);
    m_summary.apiRows = count(m_tables.apis);
    m_summary.copyRows = count(m_tables.copies);
    for (const auto& [id, text] : m_names)
        m_tables.names.push_back({.id = id, .text = text});
    m_summary.deviceCalls = deviceCalls(m_summary.calls, m_tables);
    m_summary.usualWork = usualWork(m_summary.calls, m_tables, m_summary.deviceCalls);
    if (m_summary.start.pass == TracePass::Operators)
        m_summary.graphs = windowsOnDevice(std::move(m_summary.graphs), m_tables);
    OperatorSummary operators(m_summary.calls);
    KernelSummary kernels(m_summary.calls);
    const auto pass = [](const auto& /*chunk*/) {};
    handOn(m_tables.operators, [&](const auto& chunk) { operators.add(chunk); });
    handOn(m_tables.kernels, [&](const auto& chunk) { kernels.add(chunk); });
    handOn(m_tables.apis, pass);
    handOn(m_tables.copies, pass);
    handOn(m_tables.counters, pass);
    m_summary.operators = operators.stats(m_names);
    m_summary.kernels = kernels.stats(m_names);
    m_recording.endTrace(m_trace, m_summary);
}

} // namespace profiler
