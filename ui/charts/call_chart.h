// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/call_series.h"
#include "ui/charts/call_signs.h"
#include "ui/figure/chart.h"
#include "ui/figure/scale.h"

#include <functional>
#include <memory>
#include <vector>

namespace ui {

/// Every call in the order run, both axes logarithmic: warm-up shaded, slow calls by cause in shape
/// and letter. However many calls there are, a drawing costs no more than its pixels.
class CallChart : public Chart {
    Q_OBJECT

public:
    explicit CallChart(const Theme& theme, QWidget* parent = nullptr);

    /// Shared, not copied: a series may hold millions of calls.
    void setSeries(std::shared_ptr<const profiler::CallSeries> series, int focusedVariant);

    [[nodiscard]] const profiler::CallSeries& series() const { return *m_series; }

    [[nodiscard]] ChartTable table() const override { return tableMaker()(); }

    [[nodiscard]] std::function<ChartTable()> tableMaker() const override;

    /// How many dots the last drawing made.
    [[nodiscard]] std::size_t drawnPoints() const { return m_drawnPoints; }

    [[nodiscard]] std::vector<CallSign> signs() const;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 170}; }

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void layOut(const QSize& size) override;

private:
    [[nodiscard]] static ChartTable tableOf(
        const QString& title, const profiler::CallSeries& series);
    void chooseScale();
    void createTicks();
    void createLegend();
    void paintWarmUp(QPainter& painter) const;
    void paintPhases(QPainter& painter) const;
    void paintCalls(QPainter& painter);
    void paintBreak(QPainter& painter) const;
    void paintFoot(QPainter& painter) const;
    [[nodiscard]] double pixelX(double place) const;
    [[nodiscard]] double pixelY(double ns) const;

    std::shared_ptr<const profiler::CallSeries> m_series
        = std::make_shared<const profiler::CallSeries>();
    BrokenLog m_time;
    int m_focused = 0;
    std::size_t m_drawnPoints = 0;
};

} // namespace ui
