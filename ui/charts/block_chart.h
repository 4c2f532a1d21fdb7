// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/latency/block_series.h"
#include "profiler/model/number_text.h"
#include "ui/figure/chart.h"

namespace ui {

/// Medians of the latest blocks of every lane, process after process, while a recording runs.
class BlockChart : public Chart {
    Q_OBJECT

public:
    explicit BlockChart(const Theme& theme, QWidget* parent = nullptr);

    /// `waiting`: what the last repetition waits for, when it has no round yet.
    void setSeries(profiler::BlockSeries series, const QString& waiting);

    [[nodiscard]] ChartTable table() const override;

protected:
    void layOut(const QSize& size) override;

private:
    void paintRepetitions(QPainter& painter) const;
    void paintLanes(QPainter& painter) const;
    void paintLane(QPainter& painter, const profiler::BlockLane& lane) const;
    void paintLatest(QPainter& painter) const;
    void paintFoot(QPainter& painter) const;
    [[nodiscard]] static QString laneName(const profiler::BlockLane& lane);
    [[nodiscard]] static QString noteOf(const profiler::BlockPoint& point);

    profiler::BlockSeries m_series;
    QString m_waiting;
    profiler::TimeUnit m_unit = profiler::TimeUnit::Milliseconds;
};

} // namespace ui
