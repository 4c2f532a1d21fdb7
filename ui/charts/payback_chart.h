// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/compile/payback_series.h"
#include "ui/figure/chart.h"

#include <vector>

namespace ui {

/// Time saved minus compile time against calls in one process. Calls are logarithmic; time is
/// symmetric around 0, straight up to some seconds and logarithmic beyond.
class PaybackChart : public Chart {
    Q_OBJECT

public:
    explicit PaybackChart(const Theme& theme, QWidget* parent = nullptr);

    void setSeries(profiler::PaybackSeries series, int focusedVariant);

    /// Moves the line at the horizon alone; the curves stay.
    void setHorizon(std::optional<std::int64_t> calls);

    [[nodiscard]] const profiler::PaybackSeries& series() const { return m_series; }

    [[nodiscard]] ChartTable table() const override;

    /// Where a line reaches 0: the marker and the label beside it, in pixels.
    struct Crossing {
        std::size_t line = 0; ///< of the series
        QPointF at;
        QString text;
        QRectF label; ///< empty: no room
    };

    [[nodiscard]] std::vector<Crossing> crossings() const;

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;

private:
    void createGraphs();
    void createAxes();
    void createLegend();
    [[nodiscard]] float bandAlpha(int variant) const;
    void paintGround(QPainter& painter) const;
    void paintZeroAndHorizon(QPainter& painter) const;
    void paintCrossings(QPainter& painter) const;
    void paintCrossing(QPainter& painter, const Crossing& crossing) const;
    [[nodiscard]] std::vector<QRectF> takenByCurves() const;
    [[nodiscard]] QRectF horizonLabel() const;
    [[nodiscard]] double pixelX(double calls) const;
    [[nodiscard]] double pixelY(double savedNs) const;

    profiler::PaybackSeries m_series;
    int m_focused = 0;
    std::vector<Curve> m_curves; ///< one for each line
};

} // namespace ui
