// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/training/loss_curves.h"
#include "ui/figure/chart.h"
#include "ui/figure/scale.h"

#include <set>
#include <vector>

namespace ui {

enum class LossView {
    Loss,
    Distance, ///< of each from the baseline's, on a logarithmic axis
};

/// The loss of each step, a curve for each variant, the baseline in fp64 dotted: curves that
/// coincide are told apart by how far they are from the baseline's.
class LossChart : public Chart {
    Q_OBJECT

public:
    explicit LossChart(const Theme& theme, QWidget* parent = nullptr);

    /// `names` by variant.
    void setCurves(profiler::LossCurves curves, std::vector<QString> names, LossView view,
        int focusedVariant, std::set<int> hidden);

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 220}; }

    /// Drawn: those with a point.
    [[nodiscard]] std::size_t curveCount() const;

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;

private:
    struct Drawn {
        const profiler::LossSeries* series = nullptr;
        std::vector<std::optional<double>> values; ///< by step; nullopt: nothing to draw
        Curve curve;
    };

    void collect();
    void chooseRange();
    void showCurves();
    void createLegend();
    [[nodiscard]] QString nameOf(const profiler::LossSeries& series) const;
    [[nodiscard]] std::size_t steps() const;

    profiler::LossCurves m_curves;
    std::vector<QString> m_names;
    LossView m_view = LossView::Loss;
    int m_focused = 0;
    std::set<int> m_hidden;
    std::vector<Drawn> m_drawn;
    Scale m_scale = linearScale();
};

} // namespace ui
