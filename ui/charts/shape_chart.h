// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/shapes/shape_series.h"
#include "ui/charts/call_times_chart.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ui {

/// ↻: a shape at which a variant compiled again what it had. Open and with the head of its arrow at
/// the upper right.
void drawRecompile(QPainter& painter, const QColor& colour, QPointF centre, double size);

/// The time of a call against one size of its inputs, the other sizes as they are chosen: a curve
/// for each variant, with ↻ where it recompiled, hollow where it ran eager.
class ShapeChart : public CallTimesChart {
    Q_OBJECT

public:
    explicit ShapeChart(const Theme& theme, QWidget* parent = nullptr);

    /// `fixed`: a size for each axis of the grid; that of `axis` counts for nothing.
    void setSeries(profiler::ShapeSeries series, std::size_t axis, std::vector<std::int64_t> fixed,
        int focusedVariant, std::set<int> hidden);

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 240}; }

    /// In the order of the curves.
    [[nodiscard]] std::size_t curveCount() const { return m_drawn.size(); }

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;

private:
    struct Drawn {
        const profiler::ShapeStrategy* strategy = nullptr;
        std::vector<const profiler::ShapePoint*> points; ///< ascending by size, with a time
        Curve curve;
    };

    void showCurves() override;
    void chooseScale() override;
    void collect();
    void createLegend();
    [[nodiscard]] std::vector<std::int64_t> sizes() const; ///< that some curve has, ascending
    [[nodiscard]] std::int64_t sizeOf(const profiler::ShapePoint& point) const;
    [[nodiscard]] QPointF pixelOf(const profiler::ShapePoint& point) const;
    void paintPoints(QPainter& painter) const;

    profiler::ShapeSeries m_series;
    std::size_t m_axis = 0;
    std::vector<std::int64_t> m_fixed;
    int m_focused = 0;
    std::set<int> m_hidden;
    std::vector<Drawn> m_drawn;
};

} // namespace ui
