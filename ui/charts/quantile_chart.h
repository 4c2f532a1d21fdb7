// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/percentile_series.h"
#include "ui/charts/call_times_chart.h"

#include <vector>

namespace ui {

/// Each variant's percentiles against the baseline's: below the diagonal a variant is faster, and
/// a line that bends up towards it gains less on slow calls.
class QuantileChart : public CallTimesChart {
    Q_OBJECT

public:
    explicit QuantileChart(const Theme& theme, QWidget* parent = nullptr);

    /// In that unit, or in the one of the fastest call.
    void setSeries(std::vector<profiler::QuantileVariant> series, const QString& baseline,
        int focusedVariant, std::optional<profiler::TimeUnit> unit = std::nullopt);

    [[nodiscard]] const std::vector<profiler::QuantileVariant>& series() const { return m_series; }

    [[nodiscard]] ChartTable table() const override;

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;

private:
    void chooseScale() override;
    void showCurves() override;
    void paintDiagonal(QPainter& painter) const;
    void paintMarkers(QPainter& painter) const;
    void paintFoot(QPainter& painter) const;

    std::vector<profiler::QuantileVariant> m_series;
    QString m_baseline;
    int m_focused = 0;
    std::vector<QCPCurve*> m_curves; ///< one for each variant
};

} // namespace ui
