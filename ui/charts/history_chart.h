// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/history/history.h"
#include "ui/figure/chart.h"

#include <optional>
#include <vector>

namespace ui {

/// One metric over recordings: values with the bands of their intervals, a line for each machine
/// and driver, changes marked and borders dashed. A click on a point chooses its recording.
class HistoryChart : public Chart {
    Q_OBJECT

public:
    explicit HistoryChart(const Theme& theme, QWidget* parent = nullptr);

    void setHistory(profiler::History history);
    /// Without recordings: why.
    void setNothing(const QString& reason);

    [[nodiscard]] const profiler::History& history() const { return m_history; }

    /// The measured one nearest to a place, if it is near enough to be meant.
    [[nodiscard]] std::optional<std::size_t> pointAt(QPointF pixel) const;

    [[nodiscard]] ChartTable table() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 220}; }

Q_SIGNALS:
    void pointChosen(int point);

protected:
    [[nodiscard]] std::optional<Reading> readingAt(QPointF pixel) const override;
    void restyle() override;
    void layOut(const QSize& size) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void createAxes();
    void createCurves();
    void chooseRange();
    [[nodiscard]] std::vector<double> levels(double low, double high) const;
    [[nodiscard]] QString labelOf(double place) const;
    [[nodiscard]] std::optional<std::size_t> nearestTo(double place) const;
    [[nodiscard]] QPointF pixelOf(std::size_t point) const;
    void paintBorders(QPainter& painter) const;
    void paintPoints(QPainter& painter) const;
    void paintLevels(QPainter& painter) const;
    void paintChanges(QPainter& painter) const;

    profiler::History m_history;
    std::vector<Curve> m_curves; ///< by track
    QPointF m_pressedAt;
};

} // namespace ui
