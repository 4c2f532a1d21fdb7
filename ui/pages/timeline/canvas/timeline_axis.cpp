// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_axis.h"

#include "profiler/evidence/timeline/timeline_search.h"
#include "profiler/evidence/timeline/timeline_time.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ui {

namespace {

constexpr double callRoom = 0.02; ///< before and after a call
constexpr double boundsRoom = 0.005;

TimelineWindow widened(TimelineWindow window, double share)
{
    constexpr auto most = profiler::lastTimelineNs;
    const auto room = std::min<std::int64_t>(
        std::llround(static_cast<double>(window.length()) * share), most / 4);
    return {std::clamp(window.from, -most / 2, most / 2) - room,
        std::clamp(window.to, -most / 2, most / 2) + room};
}

/// Files may hold any times.
std::int64_t scaled(std::int64_t ns, double scale)
{
    constexpr auto most = static_cast<double>(profiler::lastTimelineNs);
    return scale == 1 ? ns : std::llround(std::clamp(static_cast<double>(ns) * scale, -most, most));
}

/// Where the module begins to matter in a run: what runs on a device is compared there.
std::optional<std::int64_t> beginOfModule(
    const TimelineRun& run, const std::string& module, std::int64_t from)
{
    const auto& tracks = *run.tracks;
    if (const auto place = profiler::firstKernelOfModule(tracks, module, from))
        return tracks.kernels[place->group].lanes[place->lane].event(place->index).span.begin;
    const auto names = tracks.names.equalTo(module);
    if (const auto place = profiler::nextNamed(tracks.modules, names, from - 1))
        return tracks.modules[place->group].lanes[place->lane].event(place->index).span.begin;
    return std::nullopt;
}

std::int64_t originOf(const TimelineRun& run, const TimelineAnchor& anchor)
{
    const auto index = static_cast<std::size_t>(std::max(0, anchor.call));
    if (anchor.alignment == TimelineAlignment::Run)
        return run.process.begin;
    if (anchor.alignment == TimelineAlignment::Call && index < run.starts.size())
        return run.starts[index];
    const auto start = index >= run.calls.size() ? run.whole.begin : run.calls[index].startNs;
    if (anchor.alignment != TimelineAlignment::Module || run.tracks == nullptr)
        return start;
    return beginOfModule(run, anchor.module, start).value_or(start);
}

/// Of the call that is looked at; 0: the run has no such call.
std::int64_t callNs(const TimelineRun& run, int call)
{
    const auto index = static_cast<std::size_t>(std::max(0, call));
    return index < run.calls.size() ? profiler::durationOf(run.calls[index]) : 0;
}

std::int64_t longestCallNs(const std::vector<TimelineRun>& runs, int call)
{
    std::int64_t longest = 0;
    for (const auto& run : runs)
        longest = std::max(longest, callNs(run, call));
    return longest;
}

} // namespace

void TimelineAxis::place(const std::vector<TimelineRun>& runs)
{
    const auto longest = longestCallNs(runs, m_anchor.call);
    m_places.clear();
    for (const auto& run : runs) {
        auto& place = m_places.emplace_back(Place {.origin = originOf(run, m_anchor)});
        const auto own = callNs(run, m_anchor.call);
        if (m_fitted && m_anchor.alignment == TimelineAlignment::Call && own > 0)
            place.scale = static_cast<double>(own) / static_cast<double>(longest);
    }
    setBounds(boundsOf(runs, *this));
}

void TimelineAxis::setBounds(const TimelineWindow& bounds)
{
    m_shared.setBounds(bounds);
    m_own.resize(m_places.size(), m_shared);
    for (auto& camera : m_own)
        camera.setBounds(bounds);
}

void TimelineAxis::setRuns(const std::vector<TimelineRun>& runs, const TimelineAnchor& anchor)
{
    m_own.clear();
    setAnchor(runs, anchor);
}

void TimelineAxis::setAnchor(const std::vector<TimelineRun>& runs, const TimelineAnchor& anchor)
{
    m_anchor = anchor;
    place(runs);
}

void TimelineAxis::setFitted(const std::vector<TimelineRun>& runs, bool fitted)
{
    m_fitted = fitted;
    place(runs);
}

void TimelineAxis::setLinked(bool linked, std::size_t leader)
{
    if (linked == m_linked)
        return;
    if (linked && leader < m_own.size())
        m_shared.show(m_own[leader].window());
    else
        std::ranges::fill(m_own, m_shared);
    m_linked = linked;
}

void TimelineAxis::showAll(const TimelineWindow& window)
{
    m_shared.show(window);
    for (auto& camera : m_own)
        camera.show(window);
}

TimelineCamera& TimelineAxis::camera(std::size_t run)
{
    return m_linked || run >= m_own.size() ? m_shared : m_own[run];
}

const TimelineCamera& TimelineAxis::camera(std::size_t run) const
{
    return m_linked || run >= m_own.size() ? m_shared : m_own[run];
}

TimelineWindow TimelineAxis::window(std::size_t run) const
{
    const auto& window = camera(run).window();
    const auto scale = m_places.at(run).scale;
    const auto from = scaled(window.from, scale);
    return {from, std::max(from + 1, scaled(window.to, scale))};
}

profiler::TimeSpan TimelineAxis::seen(std::size_t run) const
{
    const auto own = window(run);
    return {origin(run) + own.from, origin(run) + own.to};
}

std::int64_t TimelineAxis::onAxis(std::size_t run, std::int64_t time) const
{
    const auto& place = m_places.at(run);
    return scaled(time - place.origin, 1 / place.scale);
}

profiler::TimeSpan TimelineAxis::inRun(std::size_t run, const TimelineWindow& window) const
{
    const auto& place = m_places.at(run);
    return {place.origin + scaled(window.from, place.scale),
        place.origin + scaled(window.to, place.scale)};
}

TimelineWindow TimelineAxis::windowOfCall(const std::vector<TimelineRun>& runs) const
{
    std::optional<TimelineWindow> whole;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (callNs(runs[i], m_anchor.call) <= 0)
            continue;
        const auto& call = runs[i].calls[static_cast<std::size_t>(m_anchor.call)];
        const TimelineWindow own {onAxis(i, call.startNs), onAxis(i, call.endNs)};
        whole = whole
            ? TimelineWindow {std::min(whole->from, own.from), std::max(whole->to, own.to)}
            : own;
    }
    if (!whole)
        return m_shared.bounds();
    return widened(*whole, callRoom);
}

TimelineWindow boundsOf(const std::vector<TimelineRun>& runs, const TimelineAxis& axis)
{
    TimelineWindow bounds {
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].tracks == nullptr)
            continue;
        const bool process = axis.anchor().alignment == TimelineAlignment::Run;
        const auto& whole = process ? runs[i].process : runs[i].whole;
        bounds.from = std::min(bounds.from, axis.onAxis(i, whole.begin));
        bounds.to = std::max(bounds.to, axis.onAxis(i, whole.end));
    }
    return bounds.from < bounds.to ? widened(bounds, boundsRoom) : TimelineWindow {};
}

} // namespace ui
