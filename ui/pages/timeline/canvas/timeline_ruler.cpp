// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_ruler.h"

#include "profiler/model/number_text.h"
#include "ui/figure/scale.h"
#include "ui/text/text.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int mostTicks = 10;

/// Of the moment farthest from 0: what is near it has more digits, not another unit.
profiler::TimeUnit rulerTimeUnit(const TimelineWindow& window)
{
    return profiler::unitFor(std::max(
        std::abs(static_cast<double>(window.from)), std::abs(static_cast<double>(window.to))));
}

} // namespace

TimelineRuler::TimelineRuler(const TimelineWindow& window)
    : m_unit(rulerTimeUnit(window))
{
    const double nsPerUnit = nanosecondsIn(m_unit);
    const auto values = linearCandidates(static_cast<double>(window.from) / nsPerUnit,
        static_cast<double>(window.to) / nsPerUnit, mostTicks);
    if (values.size() > 1)
        m_decimals
            = std::max(0, static_cast<int>(std::ceil(-std::log10(values[1] - values[0]) - 1e-9)));
    for (const double value : values)
        m_ticks.push_back(std::llround(value * nsPerUnit));
}

QString TimelineRuler::text(std::int64_t ns, int decimals) const
{
    const double value = static_cast<double>(ns) / nanosecondsIn(m_unit);
    const QString number = QString::number(std::abs(value), 'f', decimals);
    const bool isZero = number.toDouble() == 0;
    return (value < 0 && !isZero ? QStringLiteral("−") : QString()) + number + QLatin1Char(' ')
        + qt(profiler::unitName(m_unit));
}

QString TimelineRuler::tickText(std::int64_t ns) const
{
    return text(ns, m_decimals);
}

QString TimelineRuler::cursorText(std::int64_t ns) const
{
    return text(ns, m_decimals + 1);
}

} // namespace ui
