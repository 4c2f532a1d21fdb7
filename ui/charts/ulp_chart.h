// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/numerics/ulp_distances.h"
#include "ui/figure/chart.h"
#include "ui/figure/scale.h"

#include <vector>

namespace ui {

/// How many values lie how many units in the last place apart, counts on a logarithmic axis: both
/// sides against fp64, and dotted the variant against the baseline.
class UlpChart : public Chart {
    Q_OBJECT

public:
    explicit UlpChart(const Theme& theme, QWidget* parent = nullptr);

    /// `names`: of the series, in their order.
    void setDistances(
        profiler::UlpDistances distances, std::vector<QString> names, int focusedVariant);

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 200}; }

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;

private:
    void chooseRange();
    void showSteps();
    void createLegend();
    void describe();
    [[nodiscard]] int variantOf(profiler::UlpPair pair) const;
    [[nodiscard]] QPen penOf(profiler::UlpPair pair) const;

    profiler::UlpDistances m_distances;
    std::vector<QString> m_names;
    int m_focused = 0;
    std::vector<Curve> m_curves;
    Scale m_scale = logScale();
};

} // namespace ui
