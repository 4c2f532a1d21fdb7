// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/process_series.h"
#include "profiler/model/number_text.h"
#include "ui/figure/chart.h"

#include <vector>

namespace ui {

/// One dot with whisker for each fresh process of each variant, in % of the variant's median; the
/// noise of eager against eager is shaded.
class ProcessDotsChart : public Chart {
    Q_OBJECT

public:
    explicit ProcessDotsChart(const Theme& theme, QWidget* parent = nullptr);

    void setSeries(profiler::ProcessSeries series, int focusedVariant);

    [[nodiscard]] const profiler::ProcessSeries& series() const { return m_series; }

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {300, 170}; }

protected:
    void layOut(const QSize& size) override;

private:
    void paintNoise(QPainter& painter) const;
    void paintRows(QPainter& painter) const;
    void paintDots(QPainter& painter, const profiler::ProcessRow& row, const QRectF& box) const;
    void paintMedian(QPainter& painter, const profiler::ProcessRow& row, const QRectF& box) const;
    void paintFoot(QPainter& painter) const;
    [[nodiscard]] QRectF boxOf(std::size_t row) const;
    [[nodiscard]] QString intervalText(const profiler::Percentile& median) const;

    profiler::ProcessSeries m_series;
    profiler::TimeUnit m_unit = profiler::TimeUnit::Milliseconds;
    int m_focused = 0;
};

/// Why a variant is undecided: times faster in each process, and together, over the band that is
/// too small to matter.
class RatioDotsChart : public Chart {
    Q_OBJECT

public:
    explicit RatioDotsChart(const Theme& theme, QWidget* parent = nullptr);

    void setSeries(profiler::RatioSeries series);

    [[nodiscard]] const profiler::RatioSeries& series() const { return m_series; }

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {300, 180}; }

    /// "±6 %, the noise of this machine".
    [[nodiscard]] QString bandText() const;

protected:
    void layOut(const QSize& size) override;

private:
    void paintBand(QPainter& painter) const;
    void paintRows(QPainter& painter) const;
    void paintTogether(QPainter& painter, const QRectF& box) const;
    void paintOutside(QPainter& painter, const QRectF& box, double ratio) const;
    [[nodiscard]] bool isOutside(double ratio) const;
    [[nodiscard]] QRectF boxOf(std::size_t row) const;
    [[nodiscard]] double pixelX(double ratio) const;

    profiler::RatioSeries m_series;
};

} // namespace ui
