// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_states.h"

#include <numeric>

namespace profiler {

std::optional<WorkKind> DeviceState::work() const
{
    if (!isBusy())
        return std::nullopt;
    return static_cast<WorkKind>(m_index);
}

std::optional<IdleCause> DeviceState::cause() const
{
    if (isBusy() || *this == DeviceState())
        return std::nullopt;
    return static_cast<IdleCause>(m_index - workKinds.size());
}

std::int64_t StateTimes::busyNs() const
{
    return std::accumulate(ns.begin(), ns.begin() + workKinds.size(), std::int64_t {0});
}

std::int64_t StateTimes::idleNs() const
{
    return std::accumulate(ns.begin() + workKinds.size(), ns.end(), std::int64_t {0});
}

/// Goes through the borders of columns from left to right: how long each state lasted until then.
class StateReader {
public:
    explicit StateReader(const DeviceStates& states)
        : m_states(states)
    {
    }

    /// Not before the border of the last call. Times count from the first change.
    [[nodiscard]] StateTimes until(const BlockBorder& border);

private:
    const DeviceStates& m_states;
    std::size_t m_blocks = 0; ///< that begin before the border
    std::size_t m_change = 0; ///< the last one whose time `m_sums` holds until it came
    StateTimes m_sums;
};

StateTimes StateReader::until(const BlockBorder& border)
{
    const auto time = border.time;
    const auto blocks = border.blocks;
    const auto& states = m_states;
    if (blocks == 0)
        return {};
    const auto block = blocks - 1;
    if (blocks != m_blocks) {
        m_blocks = blocks;
        m_change = states.m_blocks[block].first;
        m_sums = states.m_blocks[block].before;
    }
    const auto end = states.endOfBlock(block);
    const auto base = states.m_base[block];
    auto at = states.timeOf(block, m_change);
    for (; m_change + 1 < end; ++m_change) {
        const auto next = base + (states.m_changes[m_change + 1] & DeviceStates::offsetMask);
        if (next >= time)
            break;
        m_sums.ns[states.m_changes[m_change] >> DeviceStates::offsetBits] += next - at;
        at = next;
    }
    auto sums = m_sums;
    sums.ns[states.stateOf(m_change).index()] += time - at;
    return sums;
}

void DeviceStates::reserve(std::size_t changes)
{
    m_changes.reserve(changes);
}

void DeviceStates::beginBlock(std::int64_t time)
{
    m_base.push_back(time);
    m_blocks.push_back({.first = m_changes.size(), .before = m_total});
}

/// Change by change up to the second block, then blocks as they are: sums differ by one amount.
void DeviceStates::append(const DeviceStates& later)
{
    if (later.m_changes.empty())
        return;
    const auto piece = later.endOfBlock(0);
    for (std::size_t change = 0; change < piece; ++change)
        if (!m_changes.empty() || later.stateOf(change) != DeviceState()) // idle since ever
            append(later.timeOf(0, change), later.stateOf(change));
    if (later.m_blocks.size() == 1)
        return;
    auto more = m_total;
    more.ns[stateOf(m_changes.size() - 1).index()] += later.m_base[1] - m_last;
    for (std::size_t state = 0; state < DeviceState::count; ++state)
        more.ns[state] -= later.m_blocks[1].before.ns[state];
    const auto add = [&](StateTimes sums) {
        for (std::size_t state = 0; state < DeviceState::count; ++state)
            sums.ns[state] += more.ns[state];
        return sums;
    };
    for (std::size_t block = 1; block < later.m_blocks.size(); ++block) {
        m_base.push_back(later.m_base[block]);
        m_blocks.push_back({.first = later.m_blocks[block].first - piece + m_changes.size(),
            .before = add(later.m_blocks[block].before)});
    }
    m_changes.insert(m_changes.end(), later.m_changes.begin() + static_cast<std::ptrdiff_t>(piece),
        later.m_changes.end());
    m_total = add(later.m_total);
    m_last = later.m_last;
}

void DeviceStates::finish(std::int64_t time)
{
    if (!m_changes.empty())
        append(time, DeviceState());
    m_changes.shrink_to_fit();
    m_base.shrink_to_fit();
    m_blocks.shrink_to_fit();
}

TimeSpan DeviceStates::span() const
{
    return m_base.empty() ? TimeSpan {} : TimeSpan {m_base.front(), m_last};
}

std::int64_t DeviceStates::timeOf(std::size_t block, std::size_t change) const
{
    return m_base[block] + (m_changes[change] & offsetMask);
}

std::size_t DeviceStates::endOfBlock(std::size_t block) const
{
    return block + 1 < m_blocks.size() ? m_blocks[block + 1].first : m_changes.size();
}

std::vector<StateTimes> DeviceStates::columns(TimeSpan range, int count) const
{
    range = timelineSpan(range);
    std::vector<StateTimes> columns(static_cast<std::size_t>(std::max(count, 0)));
    const auto borders = blockBorders(m_base, range, count);
    StateReader reader(*this);
    auto before = reader.until(borders.front());
    for (std::size_t i = 0; i < columns.size(); ++i) {
        fetchAhead(borders, i + 1, m_blocks, m_changes);
        const auto length = borders[i + 1].time - borders[i].time;
        if (length == 0) // narrower than a nanosecond
            continue;
        auto& column = columns[i];
        const auto after = reader.until(borders[i + 1]);
        std::int64_t known = 0;
        for (std::size_t state = 0; state < DeviceState::count; ++state) {
            column.ns[state] = after.ns[state] - before.ns[state];
            known += column.ns[state];
        }
        column.ns[DeviceState().index()] += length - known; // before the first change
        before = after;
    }
    return columns;
}

StateTimes DeviceStates::totals(TimeSpan range) const
{
    return columns(range, 1).front();
}

std::size_t DeviceStates::heldBytes() const
{
    return sizeof(*this) + m_changes.capacity() * sizeof(std::uint32_t)
        + m_base.capacity() * sizeof(std::int64_t) + m_blocks.capacity() * sizeof(Block);
}

} // namespace profiler
