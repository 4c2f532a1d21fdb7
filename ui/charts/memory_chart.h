// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/facts/memory_history.h"
#include "ui/figure/chart.h"
#include "ui/figure/scale.h"

#include <vector>

namespace ui {

/// Bytes in use over one call, a curve for each variant on one scale: they begin together, and each
/// peak is marked.
class MemoryChart : public Chart {
    Q_OBJECT

public:
    struct Series {
        int variant = 0; ///< index into Plan::variants
        QString name;
        const profiler::MemoryHistoryFact* history
            = nullptr; ///< not null; outlives the chart's use
    };

    explicit MemoryChart(const Theme& theme, QWidget* parent = nullptr);

    void setSeries(std::vector<Series> series, int focusedVariant);

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 240}; }

    [[nodiscard]] std::size_t curveCount() const { return m_drawn.size(); }

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;

private:
    struct Drawn {
        int variant = 0;
        QString name;
        std::vector<double> times; ///< from the beginning of its call, in the chart's unit
        std::vector<double> bytes; ///< in the chart's unit
        QPointF peak; ///< axis places
        Curve curve;
    };

    void chooseUnits(const std::vector<Series>& series);
    void collect(const std::vector<Series>& series);
    void chooseRange();
    void showCurves();
    void createLegend();
    void drawPeaks(QPainter& painter) const;
    [[nodiscard]] QString bytesText(double value) const;
    [[nodiscard]] QString timeText(double value) const;

    std::vector<Drawn> m_drawn;
    int m_focused = 0;
    double m_nsPerUnit = 1e6;
    QString m_timeUnit;
    double m_bytesPerUnit = 1 << 20;
    QString m_byteUnit;
};

} // namespace ui
