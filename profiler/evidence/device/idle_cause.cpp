// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/idle_cause.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <optional>
#include <string_view>
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
        {{IdleCause::Launch, "launch latency"}, {IdleCause::Sync, "sync"},
            {IdleCause::Copy, "waiting for copies"}, {IdleCause::Host, "CPU/Python overhead"},
            {IdleCause::Compile, "building graphs"}, {IdleCause::Other, "unattributed"}});
}

IdleParts::IdleParts(const TraceRows& rows)
{
    takeWork(rows);
    takeApis(rows);
    takeOperators(rows);
}

void IdleParts::takeWork(const TraceRows& rows)
{
    auto work = deviceWork(rows);
    std::ranges::sort(work, {}, [](const DeviceWork& one) { return one.span.begin; });
    for (const auto& one : work) {
        if (one.span.end <= one.span.begin)
            continue;
        if (!m_busy.empty() && one.span.begin <= m_busy.back().span.end)
            m_busy.back().span.end = std::max(m_busy.back().span.end, one.span.end);
        else
            m_busy.push_back({.span = one.span,
                .correlation = one.correlation,
                .firstNs = one.span.end - one.span.begin});
    }
}

void IdleParts::takeApis(const TraceRows& rows)
{
    std::unordered_map<std::int32_t, ApiKind> kinds;
    for (const auto& name : rows.names)
        kinds.emplace(name.id, apiKindOf(name.text));
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

void IdleParts::takeOperators(const TraceRows& rows)
{
    const auto& operators = rows.operators;
    for (std::size_t i = 0; i < operators.size(); ++i)
        if (isWork(static_cast<SpanKind>(operators.kind[i])))
            m_threads[operators.thread[i]].operators.push_back(
                {operators.startNs[i], endOf(operators.startNs[i], operators.durationNs[i])});
    for (auto& [id, thread] : m_threads)
        merge(thread.operators);
}

std::vector<IdlePart> IdleParts::of(TimeSpan window) const
{
    std::vector<IdlePart> parts;
    auto at = window.begin;
    auto busy = std::ranges::upper_bound(
        m_busy, window.begin, {}, [](const Busy& one) { return one.span.end; });
    for (; busy != m_busy.end() && busy->span.begin < window.end; ++busy) {
        if (busy->span.begin > at) {
            const TimeSpan gap {at, busy->span.begin};
            const auto launch = m_launches.find(busy->correlation);
            if (launch == m_launches.end())
                parts.push_back({.span = gap, .cause = IdleCause::Other});
            else
                addGap(gap, launch->second, busy->firstNs, parts);
        }
        at = std::max(at, busy->span.end);
    }
    if (at < window.end)
        addTail({at, window.end}, parts);
    return parts;
}

void IdleParts::addGap(
    TimeSpan gap, const Launch& launch, std::int64_t lengthNs, std::vector<IdlePart>& parts) const
{
    const auto begun = std::clamp(launch.span.begin, gap.begin, gap.end);
    const auto handedOver = std::clamp(launch.span.end, begun, gap.end);
    if (begun > gap.begin)
        addBeforeLaunch({gap.begin, begun}, m_threads.at(launch.thread), parts);
    // Before a copy begins its call may fill a buffer: that takes about as long as the copy does.
    // What is longer is no wait for it.
    const auto filled = launch.copies ? std::clamp(gap.end - lengthNs, begun, gap.end) : gap.end;
    addLaunch({begun, filled}, handedOver, IdleCause::Launch, parts);
    addLaunch({filled, gap.end}, handedOver, IdleCause::Copy, parts);
}

/// From its begin on the launch had the host until it was handed over.
void IdleParts::addLaunch(
    TimeSpan part, std::int64_t handedOver, IdleCause cause, std::vector<IdlePart>& parts)
{
    const auto middle = std::clamp(handedOver, part.begin, part.end);
    if (middle > part.begin)
        parts.push_back({.span = {part.begin, middle}, .cause = cause, .hostBound = true});
    if (part.end > middle)
        parts.push_back({.span = {middle, part.end}, .cause = cause});
}

void IdleParts::addBeforeLaunch(TimeSpan gap, const Thread& thread, std::vector<IdlePart>& parts)
{
    std::vector<IdlePart> found;
    const auto add = [&](const std::vector<TimeSpan>& spans, IdleCause cause) {
        for (const auto& span : spans)
            found.push_back({.span = span, .cause = cause, .hostBound = true});
    };
    std::vector<TimeSpan> rest {gap};
    if (openAt(thread.syncs, gap.begin))
        add(std::exchange(rest, {}), IdleCause::Sync);
    add(cut(rest, thread.compiles), IdleCause::Compile);
    add(cut(rest, thread.syncs), IdleCause::Sync);
    add(cut(rest, thread.copies), IdleCause::Copy);
    add(cut(rest, thread.operators), IdleCause::Launch);
    add(rest, IdleCause::Host);
    std::ranges::sort(found, {}, [](const IdlePart& part) { return part.span.begin; });
    parts.insert(parts.end(), found.begin(), found.end());
}

/// After the last work: the synchronise that ends a call returns, then host code.
void IdleParts::addTail(TimeSpan gap, std::vector<IdlePart>& parts) const
{
    auto until = gap.begin;
    for (const auto& [id, thread] : m_threads)
        if (const auto sync = openAt(thread.syncs, gap.begin))
            until = std::max(until, std::min(sync->end, gap.end));
    if (until > gap.begin)
        parts.push_back({.span = {gap.begin, until}, .cause = IdleCause::Sync});
    if (until < gap.end)
        parts.push_back({.span = {until, gap.end}, .cause = IdleCause::Host});
}

} // namespace profiler
