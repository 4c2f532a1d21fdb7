// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/number_text.h"
#include "ui/charts/duration_series.h"
#include "ui/figure/chart.h"

namespace ui {

/// How long one piece of work took, time and again: both sides over each other on one axis, each
/// bin as a share of its own side.
class DurationChart : public Chart {
    Q_OBJECT

public:
    explicit DurationChart(const Theme& theme, QWidget* parent = nullptr);

    void setSeries(DurationSeries series);

    [[nodiscard]] const DurationSeries& series() const { return m_series; }

    [[nodiscard]] ChartTable table() const override;

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void layOut(const QSize& size) override;

private:
    void describe();
    [[nodiscard]] double axisPlace(double ns) const;
    [[nodiscard]] double share(std::size_t side, std::size_t bin) const;
    [[nodiscard]] double highestShare() const;
    void paintSides(QPainter& painter) const;
    void paintSide(QPainter& painter, std::size_t side) const;
    void paintFoot(QPainter& painter) const;
    [[nodiscard]] QPointF pixelOf(double ns, double share) const;

    DurationSeries m_series;
    profiler::TimeUnit m_unit = profiler::TimeUnit::Microseconds;
};

} // namespace ui
