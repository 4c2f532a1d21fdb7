// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_tracks.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/trace.h"

#include <algorithm>
#include <array>
#include <future>
#include <iterator>
#include <string_view>

namespace profiler {

namespace {

template <typename Columns>
TimelineEvent eventOf(const Columns& columns, std::size_t row, std::uint32_t number)
{
    return {.span = timelineSpan(columns.startNs[row], columns.durationNs[row]), .row = number};
}

/// Neighbouring streams in different ones, as programs number them.
std::size_t halfOf(std::int32_t stream)
{
    return static_cast<std::uint32_t>(stream) % 2;
}

template <typename Columns>
LineKey streamOf(const Columns& columns, std::size_t row)
{
    return {.device = columns.device[row], .line = columns.stream[row]};
}

std::size_t eventsOf(const std::vector<LaneGroup>& groups)
{
    std::size_t events = 0;
    for (const auto& group : groups)
        for (const auto& lane : group.lanes)
            events += lane.size();
    return events;
}

std::size_t bytesOf(const std::vector<LaneGroup>& groups)
{
    auto bytes = groups.capacity() * sizeof(LaneGroup);
    for (const auto& group : groups) {
        bytes += (group.lanes.capacity() - group.lanes.size()) * sizeof(TimelineLane);
        for (const auto& lane : group.lanes)
            bytes += lane.heldBytes();
    }
    return bytes;
}

void addSources(const std::vector<LaneGroup>& groups, std::optional<WorkKind> work,
    std::vector<BusySource>& sources)
{
    for (const auto& group : groups)
        for (const auto& lane : group.lanes)
            sources.push_back({.lane = &lane, .work = work});
}

/// What found no lane, merged class by class: busy times need no more.
std::vector<TimelineLane> mergedByClass(
    const std::vector<TimelineEvent>& kernels, const std::vector<TimelineEvent>& copies)
{
    std::array<std::vector<TimeSpan>, workKinds.size()> spans;
    for (const auto& event : kernels)
        spans.at(event.kind).push_back(event.span);
    for (const auto& event : copies)
        spans.at(static_cast<std::size_t>(WorkKind::Copy)).push_back(event.span);
    std::vector<TimelineLane> lanes;
    for (const auto work : workKinds) {
        auto& lane = lanes.emplace_back();
        for (const auto span : unionOf(spans.at(static_cast<std::size_t>(work))))
            lane.append({.span = span, .kind = static_cast<std::uint8_t>(work)});
    }
    return lanes;
}

DeviceStates statesOf(const TimelineTracks& tracks, const std::vector<TimelineLane>& others)
{
    std::vector<BusySource> sources;
    addSources(tracks.kernels, std::nullopt, sources);
    addSources(tracks.copies, WorkKind::Copy, sources);
    for (const auto& lane : others)
        sources.push_back({.lane = &lane, .work = std::nullopt});
    return deviceStates(sources);
}

} // namespace

std::size_t TimelineTracks::heldBytes() const
{
    return sizeof(*this) + names.heldBytes() + bytesOf(kernels) + bytesOf(copies)
        + bytesOf(launches) + bytesOf(modules) + bytesOf(operators) + bytesOf(compiled)
        + bytesOf(ranges) + bytesOf(compiles) + calls.heldBytes() + device.heldBytes()
        + allocated.heldBytes() + reserved.heldBytes();
}

std::size_t TimelineTracks::events() const
{
    return eventsOf(kernels) + eventsOf(copies) + eventsOf(launches) + eventsOf(modules)
        + eventsOf(operators) + eventsOf(compiled) + eventsOf(ranges) + eventsOf(compiles)
        + calls.size();
}

TimelineBuilder::TimelineBuilder(const TraceNames& names)
{
    m_tracks.names = TimelineNames(names);
    m_launching = m_tracks.names.matching("launch");
    m_compiling = m_tracks.names.matching("(dynamo_timed)"); // torch ends the names of its own so
}

/// False: the driver did not give its times.
bool TimelineBuilder::addKernel(
    const KernelColumns& kernels, std::size_t row, LaneSpread& lanes) const
{
    if (!isTimed(kernels.flags[row]))
        return false;
    auto event = eventOf(kernels, row, m_kernelRows + static_cast<std::uint32_t>(row));
    event.name = m_tracks.names.indexOf(kernels.name[row]);
    event.kind = static_cast<std::uint8_t>(m_tracks.names.classOf(event.name));
    event.correlation = kernels.correlation[row];
    lanes.add(streamOf(kernels, row), event);
    return true;
}

/// Streams take turns in no order that a processor could foresee: a half's rows are found a few
/// thousand at a time, without asking at each what comes next.
std::int64_t TimelineBuilder::addStreams(const KernelColumns& kernels, std::size_t half)
{
    std::array<std::size_t, 2048> ours {};
    std::int64_t untimed = 0;
    for (std::size_t first = 0; first < kernels.size(); first += ours.size()) {
        const auto end = std::min(first + ours.size(), kernels.size());
        std::size_t count = 0;
        for (auto row = first; row < end; ++row) {
            ours[count] = row;
            count += static_cast<std::size_t>(halfOf(kernels.stream[row]) == half);
        }
        for (std::size_t i = 0; i < count; ++i)
            untimed += static_cast<std::int64_t>(!addKernel(kernels, ours[i], m_kernels.at(half)));
    }
    return untimed;
}

void TimelineBuilder::findClasses(const KernelColumns& kernels)
{
    for (std::size_t row = 0; row < kernels.size(); ++row)
        m_tracks.names.findClass(m_tracks.names.indexOf(kernels.name[row]));
}

void TimelineBuilder::expectStreams(const KernelColumns& kernels)
{
    for (std::size_t row = 0; row < kernels.size(); ++row)
        m_kernels[halfOf(kernels.stream[row])].expect(streamOf(kernels, row));
}

/// Streams have nothing to do with each other, so that two threads share them.
void TimelineBuilder::add(const KernelColumns& kernels)
{
    constexpr std::size_t worthAThread = 100'000;
    const auto policy = kernels.size() < worthAThread ? std::launch::deferred : std::launch::async;
    auto classes = std::async(policy, [&] { findClasses(kernels); });
    if (m_kernelRows == 0)
        expectStreams(kernels);
    classes.get();
    auto other = std::async(policy, [&] { return addStreams(kernels, 1); });
    m_tracks.untimed += addStreams(kernels, 0);
    m_tracks.untimed += other.get();
    m_kernelRows += static_cast<std::uint32_t>(kernels.size());
}

void TimelineBuilder::add(const CopyColumns& copies)
{
    for (std::size_t row = 0; row < copies.size(); ++row, ++m_copyRows) {
        if (!isTimed(copies.flags[row])) {
            ++m_tracks.untimed;
            continue;
        }
        auto event = eventOf(copies, row, m_copyRows);
        event.kind = copies.kind[row] < laneKinds ? copies.kind[row] : std::uint8_t {0};
        event.correlation = copies.correlation[row];
        m_copies.add(streamOf(copies, row), event);
    }
}

void TimelineBuilder::add(const ApiColumns& apis)
{
    for (std::size_t row = 0; row < apis.size(); ++row, ++m_apiRows) {
        const auto name = m_tracks.names.indexOf(apis.name[row]);
        if (!m_launching[name])
            continue;
        auto event = eventOf(apis, row, m_apiRows);
        event.name = name;
        event.correlation = apis.correlation[row];
        m_launches.add({.device = 0, .line = apis.thread[row]}, event);
    }
}

LaneSpread* TimelineBuilder::lanesOf(SpanKind kind, std::uint32_t name)
{
    switch (kind) {
    case SpanKind::Module:
        return &m_modules;
    case SpanKind::Region:
    case SpanKind::Lookup:
    case SpanKind::CompiledFunction:
        return &m_compiled;
    case SpanKind::Operator:
    case SpanKind::Kernel:
    case SpanKind::Backward:
        return &m_operators;
    case SpanKind::Range:
        return m_compiling[name] ? &m_compiled : &m_ranges;
    }
    return nullptr;
}

std::uint8_t TimelineBuilder::classOf(std::uint32_t name, SpanKind kind)
{
    const auto [found, isNew] = m_classes.try_emplace({name, kind}, std::uint8_t {0});
    if (isNew) {
        const auto work = workKindOf(m_tracks.names.text(name), kind);
        found->second
            = static_cast<std::uint8_t>(work ? static_cast<std::size_t>(*work) : workKinds.size());
    }
    return found->second;
}

void TimelineBuilder::add(const OperatorColumns& operators)
{
    for (std::size_t row = 0; row < operators.size(); ++row, ++m_operatorRows) {
        const auto kind = static_cast<SpanKind>(operators.kind[row]);
        auto event = eventOf(operators, row, m_operatorRows);
        event.name = m_tracks.names.indexOf(operators.name[row]);
        auto* lanes = lanesOf(kind, event.name);
        if (lanes == nullptr)
            continue;
        event.kind = lanes == &m_operators ? classOf(event.name, kind) : operators.kind[row];
        lanes->add({.device = 0, .line = operators.thread[row]}, event);
    }
}

void TimelineBuilder::add(const CounterColumns& counters)
{
    const auto readingsOf = [&](std::string_view series) {
        std::vector<std::pair<std::int64_t, double>> readings;
        for (std::size_t row = 0; row < counters.size(); ++row)
            if (m_tracks.names.text(m_tracks.names.indexOf(counters.series[row])) == series)
                readings.emplace_back(counters.timeNs[row], counters.value[row]);
        return TimelineCurve(std::move(readings));
    };
    m_tracks.allocated = readingsOf("device0_allocated_bytes");
    m_tracks.reserved = readingsOf("device0_reserved_bytes");
    if (m_tracks.allocated.isEmpty() && m_kernelRows + m_copyRows == 0)
        m_tracks.allocated = readingsOf("host_allocated_bytes");
}

void TimelineBuilder::add(const std::vector<TraceCall>& calls)
{
    auto last = -lastTimelineNs;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto span = timelineSpan({calls[i].startNs, calls[i].endNs});
        if (span.begin < last) {
            ++m_tracks.withoutLane;
            continue;
        }
        m_tracks.calls.append({.span = span, .row = static_cast<std::uint32_t>(i)});
        last = span.end;
    }
}

std::vector<LaneGroup> TimelineBuilder::takeKernels()
{
    auto groups = m_kernels[0].takeLanes();
    std::ranges::move(m_kernels[1].takeLanes(), std::back_inserter(groups));
    std::ranges::sort(groups, {}, &LaneGroup::key);
    return groups;
}

TimelineTracks TimelineBuilder::finished()
{
    m_tracks.kernels = takeKernels();
    m_tracks.copies = m_copies.takeLanes();
    m_tracks.launches = m_launches.takeLanes();
    m_tracks.modules = m_modules.takeLanes();
    m_tracks.operators = m_operators.takeLanes();
    m_tracks.compiled = m_compiled.takeLanes();
    m_tracks.ranges = m_ranges.takeLanes();
    m_tracks.calls.finish();
    auto late = m_kernels[0].withoutLane();
    late.insert(late.end(), m_kernels[1].withoutLane().begin(), m_kernels[1].withoutLane().end());
    const auto others = mergedByClass(late, m_copies.withoutLane());
    m_tracks.device = statesOf(m_tracks, others);
    for (const auto* lanes : {&m_kernels.front(), &m_kernels.back(), &m_copies, &m_launches,
             &m_modules, &m_operators, &m_compiled, &m_ranges})
        m_tracks.withoutLane += static_cast<std::int64_t>(lanes->withoutLane().size());
    return std::move(m_tracks);
}

TimelineTracks timelineTracks(const TraceRows& rows, const std::vector<TraceCall>& calls)
{
    TimelineBuilder builder(rows.names);
    builder.add(rows.kernels);
    builder.add(rows.copies);
    builder.add(rows.apis);
    builder.add(rows.operators);
    builder.add(rows.counters);
    builder.add(calls);
    return builder.finished();
}

void addCompiles(TimelineTracks& tracks, std::vector<TimelineCompile> spans)
{
    LaneSpread lanes(LaneDetail::Rows);
    for (std::size_t i = 0; i < spans.size(); ++i)
        lanes.add({},
            {.span = timelineSpan(spans[i].span),
                .kind = static_cast<std::uint8_t>(spans[i].occasion),
                .row = static_cast<std::uint32_t>(i)});
    tracks.compiles = lanes.takeLanes();
    tracks.compileSpans = std::move(spans);
}

} // namespace profiler
