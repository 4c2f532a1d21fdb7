// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_layout.h"

#include <algorithm>
#include <cmath>

namespace ui {

constexpr int stripGap = 3;
constexpr int rowGap = 3;
constexpr int laneGap = 1; ///< between lanes of one title
constexpr int runGap = 12;

int TimelineLayout::place(const std::vector<TimelineRun>& runs, int width, double stretch)
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
            row.height = static_cast<int>(row.height * stretch);
            const QRect box(titleWidth, y, plotWidth, row.height);
            y += row.height + rowGap;
            m_rows.push_back({.run = run, .row = std::move(row), .box = box});
        }
        y += runGap;
    }
    m_height = y;
    return m_height;
}

double TimelineLayout::stretchFor(int room) const
{
    constexpr double most = 2;
    int rows = 0;
    for (const auto& placed : m_rows)
        rows += placed.box.height();
    if (rows == 0 || room <= m_height)
        return 1;
    return std::min(most, 1 + static_cast<double>(room - m_height) / rows);
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
        + (static_cast<double>(time) - static_cast<double>(window.from)) * m_ruler.width()
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

std::optional<std::size_t> TimelineLayout::runAt(const QPoint& point) const
{
    std::optional<std::size_t> run;
    for (const auto& head : m_heads)
        if (head.box.top() <= point.y())
            run = head.run;
    return run;
}

} // namespace ui
