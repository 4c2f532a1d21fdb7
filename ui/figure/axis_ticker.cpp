// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/axis_ticker.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

ScaledTicker::ScaledTicker(const QCPAxis* axis, Scale scale, Candidates candidates, Label label)
    : m_axis(axis)
    , m_scale(std::move(scale))
    , m_candidates(std::move(candidates))
    , m_label(std::move(label))
{
}

QVector<double> ScaledTicker::createTickVector(double /*tickStep*/, const QCPRange& range)
{
    QVector<double> ticks;
    const double low = m_scale.toValue(range.lower);
    const double high = m_scale.toValue(range.upper);
    for (const double value : m_candidates(low, high)) {
        const double place = m_scale.toAxis(value);
        if (place < range.lower - 1e-9 || place > range.upper + 1e-9)
            continue;
        const double pixel = m_axis->coordToPixel(place);
        const bool free = std::none_of(ticks.cbegin(), ticks.cend(), [&](double other) {
            return std::abs(m_axis->coordToPixel(other) - pixel) < m_minimumDistance;
        });
        if (free)
            ticks.append(place);
    }
    std::sort(ticks.begin(), ticks.end());
    return ticks;
}

int ScaledTicker::getSubTickCount(double /*tickStep*/)
{
    return 0;
}

QString ScaledTicker::getTickLabel(
    double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/)
{
    return m_label(m_scale.toValue(tick));
}

} // namespace ui
