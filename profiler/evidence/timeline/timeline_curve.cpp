// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_curve.h"

#include <algorithm>
#include <cmath>

namespace profiler {

TimelineCurve::TimelineCurve(std::vector<std::pair<std::int64_t, double>> readings)
{
    std::erase_if(readings, [](const auto& reading) { return !std::isfinite(reading.second); });
    std::ranges::stable_sort(readings, {}, &std::pair<std::int64_t, double>::first);
    for (const auto& [time, value] : readings) {
        const auto at = timelineTime(time);
        if (!m_times.empty() && m_times.back() == at) {
            m_values.back() = value;
            continue;
        }
        m_times.push_back(at);
        m_values.push_back(value);
    }
    for (std::size_t i = 0; i < m_values.size(); i += blockReadings) {
        const auto end = std::min(i + blockReadings, m_values.size());
        m_blocks.push_back(*std::max_element(m_values.begin() + static_cast<std::ptrdiff_t>(i),
            m_values.begin() + static_cast<std::ptrdiff_t>(end)));
    }
    if (!m_blocks.empty())
        m_largest = std::ranges::max(m_blocks);
}

double TimelineCurve::largestOf(std::size_t first, std::size_t last) const
{
    double most = m_values[first];
    for (auto i = first; i < last;) {
        if (i % blockReadings == 0 && i + blockReadings <= last) {
            most = std::max(most, m_blocks[i / blockReadings]);
            i += blockReadings;
        } else {
            most = std::max(most, m_values[i++]);
        }
    }
    return most;
}

std::optional<double> TimelineCurve::at(std::int64_t time) const
{
    const auto begun = countBefore(m_times, timelineTime(time) + 1, 0);
    return begun == 0 ? std::nullopt : std::optional(m_values[begun - 1]);
}

std::optional<double> TimelineCurve::largestIn(TimeSpan range) const
{
    range = timelineSpan(range);
    const auto first = countBefore(m_times, range.begin + 1, 0);
    const auto last = countBefore(m_times, range.end, first);
    const auto holding = first > 0 ? first - 1 : first; // what holds where the range begins
    if (holding >= std::max(last, first))
        return std::nullopt;
    return largestOf(holding, std::max(last, first));
}

std::vector<std::optional<double>> TimelineCurve::columns(TimeSpan range, int count) const
{
    range = timelineSpan(range);
    std::vector<std::optional<double>> columns;
    columns.reserve(static_cast<std::size_t>(std::max(count, 0)));
    ColumnBorders borders(range, count);
    auto begin = range.begin;
    auto first = countBefore(m_times, begin + 1, 0);
    for (int i = 0; i < count; ++i) {
        const auto end = borders.next();
        const auto last
            = std::max(first, countBefore(m_times, end, std::min(first, m_times.size())));
        const auto holding = first > 0 ? first - 1 : first;
        columns.push_back(holding < last ? std::optional(largestOf(holding, last)) : std::nullopt);
        begin = end;
        first = countBefore(m_times, begin + 1, last);
    }
    return columns;
}

std::size_t TimelineCurve::heldBytes() const
{
    return m_times.capacity() * sizeof(std::int64_t)
        + (m_values.capacity() + m_blocks.capacity()) * sizeof(double);
}

} // namespace profiler
