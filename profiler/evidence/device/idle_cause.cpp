// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/idle_cause.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_set>
#include <utility>

namespace profiler {

namespace {

enum class ApiKind { Launch, Sync, Copy, Compile, Rest };

bool has(std::string_view text, std::string_view word)
{
    return text.find(word) != std::string_view::npos;
}

ApiKind apiKindOf(std::string_view name)
{
    if (has(name, "Synchronize"))
        return ApiKind::Sync;
    if (has(name, "Memcpy") || has(name, "Memset"))
        return ApiKind::Copy;
    if (has(name, "Instantiate") || has(name, "Capture") || has(name, "ModuleLoad")
        || has(name, "LibraryLoad") || has(name, "GraphExecUpdate"))
        return ApiKind::Compile;
    return has(name, "Launch") ? ApiKind::Launch : ApiKind::Rest;
}

bool waitsForDevice(std::string_view name)
{
    return has(name, "DeviceSynchronize") || has(name, "CtxSynchronize");
}

void add(TimeSpan span, IdleCause cause, std::vector<IdlePart>& parts)
{
    if (span.end > span.begin)
        parts.push_back({.span = span, .cause = cause});
}

/// As long as the device may take to begin, the cause; from then on something else had it.
void addBounded(TimeSpan gap, std::int64_t readyNs, IdleCause cause, std::vector<IdlePart>& parts)
{
    const auto until = std::clamp(endOf(readyNs, mostLaunchLatencyNs), gap.begin, gap.end);
    add({gap.begin, until}, cause, parts);
    add({until, gap.end}, IdleCause::Elsewhere, parts);
}

/// The span that is open when `moment` has just come.
std::optional<TimeSpan> openAt(const std::vector<TimeSpan>& merged, std::int64_t moment)
{
    const auto span = std::ranges::upper_bound(merged, moment, {}, &TimeSpan::end);
    if (span == merged.end() || span->begin >= moment)
        return std::nullopt;
    return *span;
}

void merge(std::vector<TimeSpan>& spans)
{
    spans = unionOf(spans);
}

/// Cuts what the merged spans cover out of the pieces.
std::vector<TimeSpan> cut(std::vector<TimeSpan>& pieces, const std::vector<TimeSpan>& merged)
{
    std::vector<TimeSpan> covered;
    std::vector<TimeSpan> rest;
    for (auto piece : pieces) {
        auto span = std::ranges::upper_bound(merged, piece.begin, {}, &TimeSpan::end);
        for (; span != merged.end() && span->begin < piece.end; ++span) {
            if (span->begin > piece.begin)
                rest.push_back({piece.begin, span->begin});
            covered.push_back({std::max(span->begin, piece.begin), std::min(span->end, piece.end)});
            piece.begin = covered.back().end;
        }
        if (piece.begin < piece.end)
            rest.push_back(piece);
    }
    pieces = std::move(rest);
    return covered;
}

} // namespace

std::string idleCauseName(IdleCause cause)
{
    return textOf(cause,
        {{IdleCause::Host, "waiting for the host"}, {IdleCause::Sync, "sync"},
            {IdleCause::Copy, "waiting for copies"}, {IdleCause::Compile, "building graphs"},
            {IdleCause::Launch, "launch latency"}, {IdleCause::EarlierWork, "queued: earlier work"},
            {IdleCause::InGraph, "dependency in a CUDA graph"},
            {IdleCause::Elsewhere, "queued elsewhere"},
            {IdleCause::BeforeTrace, "before the first traced kernel"},
            {IdleCause::Other, "unattributed"}});
}

IdleParts::IdleParts(const TraceRows& rows)
{
    takeWork(rows);
    takeApis(rows);
}

void IdleParts::takeWork(const TraceRows& rows)
{
    auto work = deviceWork(rows);
    std::ranges::sort(work, {}, [](const DeviceWork& one) { return one.span.begin; });
    std::unordered_set<std::int32_t> begun; // launches
    std::map<std::tuple<int, int, int>, std::int64_t> ends; // of streams
    for (const auto& one : work) {
        const bool laterNode = !begun.insert(one.correlation).second;
        const auto [stream, first] = ends.try_emplace(
            {one.device, one.context, one.stream}, std::numeric_limits<std::int64_t>::min());
        const auto streamEnd
            = std::exchange(stream->second, std::max(stream->second, one.span.end));
        if (one.span.end <= one.span.begin)
            continue;
        if (!m_busy.empty() && one.span.begin <= m_busy.back().span.end)
            m_busy.back().span.end = std::max(m_busy.back().span.end, one.span.end);
        else
            m_busy.push_back({.span = one.span,
                .correlation = one.correlation,
                .firstNs = one.span.end - one.span.begin,
                .laterNode = laterNode,
                .streamEndNs = streamEnd});
    }
}

void IdleParts::takeApis(const TraceRows& rows)
{
    std::unordered_map<std::int32_t, ApiKind> kinds;
    std::unordered_set<std::int32_t> draining; // names
    for (const auto& name : rows.names) {
        kinds.emplace(name.id, apiKindOf(name.text));
        if (waitsForDevice(name.text))
            draining.insert(name.id);
    }
    const auto& apis = rows.apis;
    for (std::size_t i = 0; i < apis.size(); ++i) {
        const TimeSpan span {apis.startNs[i], endOf(apis.startNs[i], apis.durationNs[i])};
        const auto known = kinds.find(apis.name[i]);
        const auto kind = known == kinds.end() ? ApiKind::Rest : known->second;
        auto& thread = m_threads[apis.thread[i]];
        if (kind == ApiKind::Sync)
            thread.syncs.push_back(span);
        if (kind == ApiKind::Copy)
            thread.copies.push_back(span);
        if (kind == ApiKind::Compile)
            thread.compiles.push_back(span);
        if (draining.contains(apis.name[i]))
            m_firstDrained = std::min(m_firstDrained.value_or(span.end), span.end);
        // The runtime's record and the driver's below it bear one number: the outer one began it.
        const Launch launch {
            .span = span, .thread = apis.thread[i], .copies = kind == ApiKind::Copy};
        const auto [first, added] = m_launches.emplace(apis.correlation[i], launch);
        if (!added && span.begin < first->second.span.begin)
            first->second = launch;
    }
    for (auto& [id, thread] : m_threads) {
        merge(thread.syncs);
        merge(thread.copies);
        merge(thread.compiles);
    }
}

std::vector<IdlePart> IdleParts::of(TimeSpan window) const
{
    std::vector<IdlePart> parts;
    auto at = window.begin;
    auto busy = std::ranges::upper_bound(
        m_busy, window.begin, {}, [](const Busy& one) { return one.span.end; });
    for (; busy != m_busy.end() && busy->span.begin < window.end; ++busy) {
        if (busy->span.begin > at)
            addGap({at, busy->span.begin}, busy, parts);
        at = std::max(at, busy->span.end);
    }
    if (at < window.end)
        addTail({at, window.end}, busy, parts);
    return parts;
}

/// Takes off what lies before all that is known of the device.
void IdleParts::addUnknown(TimeSpan& gap, Following next, std::vector<IdlePart>& parts) const
{
    if (next != m_busy.begin())
        return;
    const auto known = std::clamp(m_firstDrained.value_or(gap.end), gap.begin, gap.end);
    add({gap.begin, known}, IdleCause::BeforeTrace, parts);
    gap.begin = known;
}

void IdleParts::addGap(TimeSpan gap, Following next, std::vector<IdlePart>& parts) const
{
    addUnknown(gap, next, parts);
    if (gap.begin == gap.end)
        return;
    const auto launch = m_launches.find(next->correlation);
    if (launch == m_launches.end())
        return add(gap, IdleCause::Other, parts);
    if (next->laterNode)
        return addBounded(gap, std::prev(next)->span.end, IdleCause::InGraph, parts);
    const auto handedOver = std::clamp(launch->second.span.end, gap.begin, gap.end);
    addBeforeHandOver({gap.begin, handedOver}, launch->second, next->firstNs, parts);
    addLaunched({handedOver, gap.end}, next, launch->second, parts);
}

/// Until its call returned the host was at it, whether the launch had begun or not.
void IdleParts::addBeforeHandOver(
    TimeSpan gap, const Launch& launch, std::int64_t copyNs, std::vector<IdlePart>& parts) const
{
    const auto begun = std::clamp(launch.span.begin, gap.begin, gap.end);
    if (begun > gap.begin)
        addBeforeLaunch({gap.begin, begun}, m_threads.at(launch.thread), parts);
    // Before a copy begins its call may fill a buffer: that takes about as long as the copy does.
    // What is longer is no wait for it.
    const auto filling = launch.copies ? std::clamp(gap.end - copyNs, begun, gap.end) : gap.end;
    add({begun, filling}, IdleCause::Host, parts);
    add({filling, gap.end}, IdleCause::Copy, parts);
}

/// The work was launched and had not begun. It may have been launched long before the gap.
void IdleParts::addLaunched(
    TimeSpan gap, Following next, const Launch& launch, std::vector<IdlePart>& parts) const
{
    const bool first = next == m_busy.begin();
    const auto earlierEnd = first ? launch.span.end : std::prev(next)->span.end;
    const auto latencyEnd = endOf(launch.span.end, mostLaunchLatencyNs);
    const bool streamWasFree = next->streamEndNs <= launch.span.end;
    if (launch.span.end >= earlierEnd || (streamWasFree && next->span.begin <= latencyEnd))
        addBounded(gap, launch.span.end, IdleCause::Launch, parts);
    else
        addBounded(gap, earlierEnd, IdleCause::EarlierWork, parts);
}

void IdleParts::addBeforeLaunch(TimeSpan gap, const Thread& thread, std::vector<IdlePart>& parts)
{
    std::vector<IdlePart> found;
    const auto addAll = [&](const std::vector<TimeSpan>& spans, IdleCause cause) {
        for (const auto& span : spans)
            add(span, cause, found);
    };
    std::vector<TimeSpan> rest {gap};
    if (openAt(thread.syncs, gap.begin))
        addAll(std::exchange(rest, {}), IdleCause::Sync);
    addAll(cut(rest, thread.compiles), IdleCause::Compile);
    addAll(cut(rest, thread.syncs), IdleCause::Sync);
    addAll(cut(rest, thread.copies), IdleCause::Copy);
    addAll(rest, IdleCause::Host);
    std::ranges::sort(found, {}, [](const IdlePart& part) { return part.span.begin; });
    parts.insert(parts.end(), found.begin(), found.end());
}

/// After the last work of a window: where the next was launched within it, that tells the cause;
/// else the synchronise that ends a call returns, then host code.
void IdleParts::addTail(TimeSpan gap, Following next, std::vector<IdlePart>& parts) const
{
    const auto launch
        = next == m_busy.end() ? m_launches.end() : m_launches.find(next->correlation);
    if (launch != m_launches.end() && launch->second.span.begin < gap.end) {
        std::vector<IdlePart> whole;
        addGap({gap.begin, next->span.begin}, next, whole);
        for (const auto& part : whole)
            add({part.span.begin, std::min(part.span.end, gap.end)}, part.cause, parts);
        return;
    }
    addUnknown(gap, next, parts);
    auto until = gap.begin;
    for (const auto& [id, thread] : m_threads)
        if (const auto sync = openAt(thread.syncs, gap.begin))
            until = std::max(until, std::min(sync->end, gap.end));
    add({gap.begin, until}, IdleCause::Sync, parts);
    add({until, gap.end}, IdleCause::Host, parts);
}

} // namespace profiler
