// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/timeline_spread.h"

#include <utility>

namespace profiler {

namespace {

std::uint64_t bitsOf(LaneKey key)
{
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(key.device)) << 32
        | static_cast<std::uint32_t>(key.line);
}

/// By start; of equals the one that holds the other first.
bool startsBefore(TimeSpan one, TimeSpan other)
{
    return one.begin < other.begin || (one.begin == other.begin && one.end > other.end);
}

bool isBefore(const TimelineEvent& one, const TimelineEvent& other)
{
    return one.span == other.span ? one.row < other.row : startsBefore(one.span, other.span);
}

} // namespace

LaneSpread::Line* LaneSpread::lineOf(LaneKey key)
{
    auto& recent = m_recent[(bitsOf(key) ^ bitsOf(key) >> 32) % m_recent.size()];
    if (recent.line != nullptr && recent.key == key)
        return recent.line;
    const auto known = m_byKey.find(bitsOf(key));
    if (known == m_byKey.end() && m_lines.size() == mostKeys)
        return nullptr;
    auto* line = known == m_byKey.end() ? nullptr : known->second;
    if (line == nullptr) {
        line = m_lines.emplace_back(std::make_unique<Line>()).get();
        line->group.key = key;
        m_byKey.emplace(bitsOf(key), line);
    }
    recent = {.key = key, .line = line};
    return line;
}

void LaneSpread::expect(LaneKey key)
{
    if (auto* line = lineOf(key))
        ++line->expected;
}

void LaneSpread::add(LaneKey key, const TimelineEvent& event)
{
    auto* line = lineOf(key);
    if (line == nullptr) {
        m_withoutLane.push_back(event);
    } else if (startsBefore(event.span, line->last)) {
        line->late.push_back(event);
    } else {
        line->last = event.span;
        place(*line, event);
    }
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
