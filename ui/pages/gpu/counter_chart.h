// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/gpu/counter_view.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

namespace ui {

/// Counters over time below the lanes that worked, all on one axis; on the right one round closer.
class CounterChart : public PaintedWidget {
    Q_OBJECT

public:
    explicit CounterChart(const Theme& theme);

    void setView(CounterView view);

    [[nodiscard]] ChartTable table() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    /// Where a stretch of the axis is drawn.
    struct Pane {
        QRectF box;
        CounterWindow window;

        [[nodiscard]] double at(double seconds) const
        {
            return box.left() + box.width() * (seconds - window.from) / (window.to - window.from);
        }
    };

    [[nodiscard]] std::vector<Pane> panes() const;
    [[nodiscard]] QRectF rowBox(std::size_t row) const;
    void paintHeads(QPainter& painter, const std::vector<Pane>& panes) const;
    void paintLanes(QPainter& painter, const Pane& pane) const;
    void paintBands(QPainter& painter, const Pane& pane) const;
    void paintRow(QPainter& painter, const std::vector<Pane>& panes, std::size_t row) const;
    void paintLine(
        QPainter& painter, const Pane& pane, const QRectF& box, const CounterRow& row) const;
    void paintMissing(QPainter& painter, const QRectF& box, const CounterRow& row) const;
    void paintAxis(QPainter& painter, const Pane& pane) const;

    CounterView m_view;
};

} // namespace ui
