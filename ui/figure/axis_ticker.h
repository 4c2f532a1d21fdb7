// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/custom_plot.h"
#include "ui/figure/scale.h"

#include <functional>
#include <vector>

namespace ui {

/// Ticks at round values of a scaled axis, never closer together than the labels allow.
class ScaledTicker : public QCPAxisTicker {
public:
    using Label = std::function<QString(double value)>;
    /// Round values inside [low, high], the most welcome first.
    using Candidates = std::function<std::vector<double>(double low, double high)>;

    ScaledTicker(const QCPAxis* axis, Scale scale, Candidates candidates, Label label);

    void setMinimumDistance(double pixels) { m_minimumDistance = pixels; }

protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override;
    int getSubTickCount(double tickStep) override;
    QString getTickLabel(
        double tick, const QLocale& locale, QChar formatChar, int precision) override;

private:
    const QCPAxis* m_axis;
    Scale m_scale;
    Candidates m_candidates;
    Label m_label;
    double m_minimumDistance = 44;
};

} // namespace ui
