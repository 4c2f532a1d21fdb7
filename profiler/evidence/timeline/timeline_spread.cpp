// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_spread.h"

#include <utility>

namespace profiler {

namespace {

bool isBefore(const TimelineEvent& one, const TimelineEvent& other)
{
    return one.span == other.span ? one.row < other.row : startsBefore(one.span, other.span);
}

} // namespace

LaneSpread::Line* LaneSpread::findLine(LineKey key)
{
    const auto known = m_byKey.find(key.bits());
    if (known != m_byKey.end())
        return known->second;
    if (m_lines.size() == mostKeys)
        return nullptr;
    auto* line = m_lines.emplace_back(std::make_unique<Line>()).get();
    line->group.key = key;
    m_byKey.emplace(key.bits(), line);
    return line;
}

void LaneSpread::addLate(Line* line, const TimelineEvent& event)
{
    (line == nullptr ? m_withoutLane : line->late).push_back(event);
}

void LaneSpread::place(Line& line, const TimelineEvent& event)
{
    std::size_t lane = 0;
    while (lane < line.ends.size() && line.ends[lane] > event.span.begin)
        ++lane;
    if (lane == mostLanes) {
        m_withoutLane.push_back(event);
        return;
    }
    if (lane == line.ends.size()) {
        auto& added = line.group.lanes.emplace_back(m_detail);
        line.ends.emplace_back();
        if (lane == 0) // the others hold what overlaps: little
            added.reserve(line.expected);
    }
    line.group.lanes[lane].append(event);
    line.ends[lane] = event.span.end;
}

void LaneSpread::placeAgain(Line& line)
{
    auto events = std::exchange(line.late, {});
    for (auto& lane : std::exchange(line.group.lanes, {}))
        for (std::size_t i = 0; i < lane.size(); ++i)
            events.push_back(lane.event(i));
    std::ranges::sort(events, isBefore);
    line.ends.clear();
    for (const auto& event : events)
        place(line, event);
}

std::vector<LaneGroup> LaneSpread::takeLanes()
{
    std::vector<LaneGroup> groups;
    for (auto& line : m_lines) {
        if (!line->late.empty())
            placeAgain(*line);
        for (auto& lane : line->group.lanes)
            lane.finish();
        if (!line->group.lanes.empty()) // what was expected may not have come
            groups.push_back(std::move(line->group));
    }
    m_lines.clear();
    m_byKey.clear();
    m_recent = {};
    std::ranges::sort(groups, {}, &LaneGroup::key);
    std::ranges::sort(m_withoutLane, isBefore);
    return groups;
}

} // namespace profiler
