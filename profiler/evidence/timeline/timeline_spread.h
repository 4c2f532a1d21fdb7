// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_lane.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <unordered_map>
#include <vector>

namespace profiler {

/// A stream of a device, or a host thread.
struct LineKey {
    std::int32_t device = 0; ///< 0 of a thread
    std::int32_t line = 0; ///< stream or gettid

    [[nodiscard]] std::uint64_t bits() const
    {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(device)) << 32
            | static_cast<std::uint32_t>(line);
    }

    auto operator<=>(const LineKey&) const = default; // NOLINT(modernize-use-nullptr)
};

/// By start; of equals the one that holds the other first.
[[nodiscard]] constexpr bool startsBefore(TimeSpan one, TimeSpan other)
{
    return one.begin < other.begin || (one.begin == other.begin && one.end > other.end);
}

/// Lanes of one stream or thread. Each event lies in the first lane that is free as it begins, so
/// that spans that nest lie by depth, and kernels of one stream in one lane unless they overlap.
struct LaneGroup {
    LineKey key;
    std::vector<TimelineLane> lanes;
};

/// Spreads events over lanes: those of one key in lanes of their own. Events come in any order;
/// by start, the longest first among equals, is the order that costs least.
class LaneSpread {
public:
    /// More than can be drawn, and few enough that no file makes this slow.
    static constexpr std::size_t mostLanes = 32; ///< of one key
    static constexpr std::size_t mostKeys = 256;

    explicit LaneSpread(LaneDetail detail)
        : m_detail(detail)
    {
    }

    /// One more event is going to be added: told of all beforehand, their room is made at once.
    void expect(LineKey key);
    [[gnu::always_inline]] void add(LineKey key, const TimelineEvent& event);

    /// By key. Nothing is added any more.
    [[nodiscard]] std::vector<LaneGroup> takeLanes();

    /// Events that found no lane, by start; complete once the lanes are taken.
    [[nodiscard]] const std::vector<TimelineEvent>& withoutLane() const { return m_withoutLane; }

private:
    struct Line {
        LaneGroup group;
        std::size_t expected = 0;
        std::vector<std::int64_t> ends; ///< of each lane
        TimeSpan last {-lastTimelineNs, lastTimelineNs}; ///< the first one that can be
        std::vector<TimelineEvent> late; ///< that begin before one that was there already
    };

    struct Recent {
        LineKey key;
        Line* line = nullptr;
    };

    /// nullptr: there are too many others.
    [[nodiscard]] Line* lineOf(LineKey key);
    [[nodiscard]] Line* findLine(LineKey key);
    /// nullptr: it has no line at all.
    void addLate(Line* line, const TimelineEvent& event);
    void place(Line& line, const TimelineEvent& event);
    void placeAgain(Line& line);

    LaneDetail m_detail;
    std::vector<std::unique_ptr<Line>> m_lines;
    std::unordered_map<std::uint64_t, Line*> m_byKey;
    std::array<Recent, 64> m_recent; ///< streams take turns: a look-up each would cost most
    std::vector<TimelineEvent> m_withoutLane;
};

inline LaneSpread::Line* LaneSpread::lineOf(LineKey key)
{
    auto& recent = m_recent[(key.bits() ^ key.bits() >> 32) % m_recent.size()];
    if (recent.line == nullptr || recent.key != key)
        recent = {.key = key, .line = findLine(key)};
    return recent.line;
}

inline void LaneSpread::expect(LineKey key)
{
    if (auto* line = lineOf(key))
        ++line->expected;
}

/// Most events lie in order and find the first lane free.
inline void LaneSpread::add(LineKey key, const TimelineEvent& event)
{
    auto* line = lineOf(key);
    if (line == nullptr || startsBefore(event.span, line->last))
        return addLate(line, event);
    line->last = event.span;
    if (line->ends.empty() || line->ends.front() > event.span.begin)
        return place(*line, event);
    line->group.lanes.front().append(event);
    line->ends.front() = event.span.end;
}

} // namespace profiler
