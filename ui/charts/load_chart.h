// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/serving/serving.h"
#include "ui/charts/call_times_chart.h"

#include <set>
#include <vector>

namespace ui {

/// p50 and p99 of requests against the rate at which they come: two curves for each variant, the
/// limit of p99 as a line, hollow where requests piled up.
class LoadChart : public CallTimesChart {
    Q_OBJECT

public:
    explicit LoadChart(const Theme& theme, QWidget* parent = nullptr);

    void setServed(profiler::ServedCase served, int focusedVariant, std::set<int> hidden);

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 240}; }

    /// Of variants, in plan order.
    [[nodiscard]] std::size_t curveCount() const { return m_drawn.size(); }

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;

private:
    struct Drawn {
        const profiler::ServedVariant* variant = nullptr;
        Curve median;
        Curve tail;
    };

    void showCurves() override;
    void chooseScale() override;
    void collect();
    void createLegend();
    [[nodiscard]] std::vector<double> rates() const; ///< that some curve has, rising
    [[nodiscard]] QPointF pixelOf(double rate, double ns) const;
    void paintPoints(QPainter& painter) const;
    void paintLimit(QPainter& painter) const;

    profiler::ServedCase m_served;
    int m_focused = 0;
    std::set<int> m_hidden;
    std::vector<Drawn> m_drawn;
};

} // namespace ui
