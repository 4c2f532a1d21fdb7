// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_layout.h"

#include "profiler/analysis/timeline_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

namespace {

constexpr int stripGap = 3;
constexpr int rowGap = 3;
constexpr int laneGap = 1; ///< between lanes of one title
constexpr int runGap = 12;
constexpr double callRoom = 0.02; ///< before and after a call
constexpr double boundsRoom = 0.005;

TimelineWindow widened(TimelineWindow window, double share)
{
    const auto room = std::llround(static_cast<double>(window.length()) * share);
    return {window.from - room, window.to + room};
}

} // namespace

int TimelineLayout::place(const std::vector<TimelineRun>& runs, int width)
{
    m_rows.clear();
    m_heads.clear();
    const int plotWidth = std::max(1, width - titleWidth);
    const int strips = static_cast<int>(runs.size()) * (stripHeight + stripGap);
    m_strip = QRect(titleWidth, 2, plotWidth, strips);
    m_ruler = QRect(titleWidth, m_strip.bottom() + 5, plotWidth, rulerHeight);
    int y = m_ruler.bottom() + 4;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        m_heads.push_back({.run = run, .box = {0, y, width, headHeight}});
        y += headHeight + rowGap;
        for (auto& row : rowsOf(runs[run])) {
            if (row.title.empty())
                y += laneGap - rowGap;
            const QRect box(titleWidth, y, plotWidth, row.height);
            y += row.height + rowGap;
            m_rows.push_back({.run = run, .row = std::move(row), .box = box});
        }
        y += runGap;
    }
    m_height = y;
    return m_height;
}

QRect TimelineLayout::stripOf(std::size_t run) const
{
    return {m_strip.left(), m_strip.top() + static_cast<int>(run) * (stripHeight + stripGap),
        m_strip.width(), stripHeight};
}

QRect TimelineLayout::plot() const
{
    return {m_ruler.left(), m_ruler.top(), m_ruler.width(), m_height - m_ruler.top()};
}

double TimelineLayout::xOf(std::int64_t time, const TimelineWindow& window) const
{
    return m_ruler.left()
        + static_cast<double>(time - window.from) * m_ruler.width()
        / static_cast<double>(window.length());
}

std::int64_t TimelineLayout::timeAt(double x, const TimelineWindow& window) const
{
    const double share = (x - m_ruler.left()) / m_ruler.width();
    return window.from + std::llround(share * static_cast<double>(window.length()));
}

std::optional<std::size_t> TimelineLayout::rowAt(const QPoint& point) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].box.contains(point))
            return i;
    return std::nullopt;
}

namespace {

/// Where the module begins to matter in a run: what runs on a device is compared there.
std::optional<std::int64_t> beginOfModule(
    const TimelineRun& run, const std::string& module, std::int64_t from)
{
    const auto& tracks = *run.tracks;
    if (const auto place = profiler::firstKernelOfModule(tracks, module, from))
        return tracks.kernels[place->group].lanes[place->lane].event(place->index).span.begin;
    std::vector<bool> names(tracks.names.size());
    for (std::uint32_t i = 0; i < tracks.names.size(); ++i)
        names[i] = tracks.names.text(i) == module;
    if (const auto place = profiler::nextNamed(tracks.modules, names, from - 1))
        return tracks.modules[place->group].lanes[place->lane].event(place->index).span.begin;
    return std::nullopt;
}

} // namespace

std::int64_t originOf(const TimelineRun& run, const TimelineAnchor& anchor)
{
    const auto index = static_cast<std::size_t>(std::max(0, anchor.call));
    const bool isRun = anchor.alignment == TimelineAlignment::Run || index >= run.calls.size();
    const auto start = isRun ? run.whole.begin : run.calls[index].startNs;
    if (anchor.alignment != TimelineAlignment::Module || run.tracks == nullptr)
        return start;
    return beginOfModule(run, anchor.module, start).value_or(start);
}

TimelineWindow boundsOf(
    const std::vector<TimelineRun>& runs, const std::vector<std::int64_t>& origins)
{
    TimelineWindow bounds {
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i].tracks == nullptr)
            continue;
        bounds.from = std::min(bounds.from, runs[i].whole.begin - origins[i]);
        bounds.to = std::max(bounds.to, runs[i].whole.end - origins[i]);
    }
    return bounds.from < bounds.to ? widened(bounds, boundsRoom) : TimelineWindow {};
}

TimelineWindow windowOfCall(const std::vector<TimelineRun>& runs, int call)
{
    std::int64_t longest = 0;
    for (const auto& run : runs)
        if (static_cast<std::size_t>(call) < run.calls.size())
            longest = std::max(
                longest, profiler::durationOf(run.calls[static_cast<std::size_t>(call)]));
    return widened({0, std::max<std::int64_t>(longest, TimelineCamera::narrowest)}, callRoom);
}

} // namespace ui
