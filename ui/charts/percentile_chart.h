// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/percentile_series.h"
#include "ui/charts/call_times_chart.h"

#include <vector>

namespace ui {

/// How slow the slowest calls are: percentiles with as much room for the tail as for the rest.
class PercentileChart : public CallTimesChart {
    Q_OBJECT

public:
    explicit PercentileChart(const Theme& theme, QWidget* parent = nullptr);

    /// In that unit, or in the one of the fastest call.
    void setSeries(profiler::PercentileSeries series, int focusedVariant,
        std::optional<profiler::TimeUnit> unit = std::nullopt);

    [[nodiscard]] const profiler::PercentileSeries& series() const { return m_series; }

    [[nodiscard]] ChartTable table() const override;

    /// "p99.9 needs 3 688 calls in one process, has 400"; empty when nothing is left out.
    [[nodiscard]] QString needsText() const;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 220}; }

    /// The list at the right, one place for each variant, in the order of the series.
    [[nodiscard]] std::vector<QRectF> headlinePlaces() const;

    /// With many variants the others' intervals are in words only.
    [[nodiscard]] bool isBandOfFocusOnly() const;

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;

private:
    void showCurves() override;
    [[nodiscard]] bool hasBand(int variant) const;
    void chooseScale() override;
    void paintUnknown(QPainter& painter) const;
    void paintCross(QPainter& painter) const;
    void paintSlowest(QPainter& painter) const;
    void paintHeadlines(QPainter& painter) const;
    [[nodiscard]] QString headlineHeading() const; ///< "p99 (95 % interval)"
    void paintHeadline(
        QPainter& painter, const profiler::PercentileVariant& entry, const QRectF& place) const;
    void paintNeeds(QPainter& painter) const;
    [[nodiscard]] bool hasRoomForNames() const;
    [[nodiscard]] QPointF pixelOf(double p, double ns) const;
    [[nodiscard]] QString intervalText(const profiler::Percentile& percentile) const;

    profiler::PercentileSeries m_series;
    int m_focused = 0;
    std::vector<Curve> m_curves;
};

/// "p99", "p99.9", "median".
[[nodiscard]] QString percentileName(double p);

} // namespace ui
