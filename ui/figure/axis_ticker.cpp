// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/axis_ticker.h"

#include "ui/figure/custom_plot.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

class ScaledTicker : public QCPAxisTicker {
public:
    ScaledTicker(const QCPAxis* axis, Scale scale, TickCandidates candidates, TickLabel label,
        double minimumDistance)
        : m_axis(axis)
        , m_scale(std::move(scale))
        , m_candidates(std::move(candidates))
        , m_label(std::move(label))
        , m_minimumDistance(minimumDistance)
    {
    }

protected:
    QVector<double> createTickVector(double /*tickStep*/, const QCPRange& range) override
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

    int getSubTickCount(double /*tickStep*/) override { return 0; }

    QString getTickLabel(
        double tick, const QLocale& /*locale*/, QChar /*formatChar*/, int /*precision*/) override
    {
        return m_label(m_scale.toValue(tick));
    }

private:
    const QCPAxis* m_axis;
    Scale m_scale;
    TickCandidates m_candidates;
    TickLabel m_label;
    double m_minimumDistance;
};

} // namespace

void setTicks(
    QCPAxis* axis, Scale scale, TickCandidates candidates, TickLabel label, double minimumDistance)
{
    axis->setTicker(QSharedPointer<ScaledTicker>::create(
        axis, std::move(scale), std::move(candidates), std::move(label), minimumDistance));
}

} // namespace ui
