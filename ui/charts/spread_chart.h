// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/spread_series.h"
#include "profiler/model/number_text.h"
#include "ui/figure/chart.h"

namespace ui {

/// A violin for each variant over one histogram, on one axis of time.
class SpreadChart : public Chart {
    Q_OBJECT

public:
    explicit SpreadChart(const Theme& theme, QWidget* parent = nullptr);

    void setSeries(profiler::SpreadSeries series, int focusedVariant);

    [[nodiscard]] const profiler::SpreadSeries& series() const { return m_series; }

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] std::optional<bool> hasLogAxis() const override
    {
        return m_series.axis == profiler::ValueAxis::Log;
    }

    void setLogAxis(bool log) override { Q_EMIT logAxisRequested(log); }

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 220}; }

Q_SIGNALS:
    /// Bins and densities are prepared anew, which is the page's work.
    void logAxisRequested(bool log);

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void layOut(const QSize& size) override;

private:
    void paintRows(QPainter& painter) const;
    void paintRow(QPainter& painter, const profiler::SpreadVariant& entry, const QRectF& row,
        bool first) const;
    void paintViolinLabels(
        QPainter& painter, const profiler::Violin& violin, const QRectF& row, bool first) const;
    void paintHistogram(QPainter& painter) const;
    void paintShares(QPainter& painter, const profiler::SpreadVariant& entry) const;
    void paintFoot(QPainter& painter) const;
    [[nodiscard]] QRectF rowOf(std::size_t index) const;
    [[nodiscard]] QRectF histogram() const;
    [[nodiscard]] double pixelX(double ns) const;
    [[nodiscard]] double shareY(double share) const;
    [[nodiscard]] double highestShare() const;
    [[nodiscard]] QString grainWord() const;
    [[nodiscard]] QString binText() const;

    profiler::SpreadSeries m_series;
    profiler::TimeUnit m_unit = profiler::TimeUnit::Milliseconds;
    int m_focused = 0;
};

} // namespace ui
