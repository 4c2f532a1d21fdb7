// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_camera.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

std::int64_t times(std::int64_t length, double factor)
{
    return std::llround(static_cast<double>(length) * factor);
}

} // namespace

void TimelineCamera::setBounds(TimelineWindow bounds)
{
    m_bounds = {bounds.from, std::max(bounds.to, bounds.from + narrowest)};
    m_before.clear();
    m_after.clear();
    m_window = fitted(m_window);
}

TimelineWindow TimelineCamera::fitted(TimelineWindow window) const
{
    const auto length = std::clamp(window.length(), narrowest, m_bounds.length());
    const auto from = std::clamp(window.from, m_bounds.from, m_bounds.to - length);
    return {from, from + length};
}

void TimelineCamera::show(TimelineWindow window)
{
    const auto next = fitted(window);
    if (next == m_window)
        return;
    m_before.push_back(m_window);
    m_after.clear();
    m_window = next;
}

void TimelineCamera::zoom(std::int64_t at, double factor)
{
    const auto length = std::clamp(times(m_window.length(), factor), narrowest, m_bounds.length());
    const double share = static_cast<double>(at - m_window.from)
        / static_cast<double>(std::max<std::int64_t>(1, m_window.length()));
    const auto from = at - times(length, share);
    m_window = fitted({from, from + length});
}

void TimelineCamera::pan(double share)
{
    moveBy(times(m_window.length(), share));
}

void TimelineCamera::moveBy(std::int64_t ns)
{
    m_window = fitted({m_window.from + ns, m_window.to + ns});
}

bool TimelineCamera::back()
{
    return travel(m_before, m_after);
}

bool TimelineCamera::forward()
{
    return travel(m_after, m_before);
}

bool TimelineCamera::travel(std::vector<TimelineWindow>& from, std::vector<TimelineWindow>& to)
{
    if (from.empty())
        return false;
    to.push_back(m_window);
    m_window = from.back();
    from.pop_back();
    return true;
}

} // namespace ui
