// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/breaks/break_sites.h"
#include "ui/figure/chart_table.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <cstddef>
#include <vector>

namespace ui {

/// The graphs that one call runs and the breaks between them, in the order compiled. Widths tell
/// nothing: how long each takes needs a trace.
class GraphStrip : public PaintedWidget {
    Q_OBJECT

public:
    explicit GraphStrip(const Theme& theme);

    void setGraphs(std::vector<profiler::GraphPiece> graphs, int variant);
    /// Index of the break that stands out; -1: none.
    void setChosen(int place);

    [[nodiscard]] QSize sizeHint() const override { return {600, 58}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 58}; }

    [[nodiscard]] ChartTable table() const;

Q_SIGNALS:
    void breakChosen(int place);

protected:
    void mousePressEvent(QMouseEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    [[nodiscard]] QRectF boxOf(std::size_t piece) const;
    [[nodiscard]] QRectF signOf(std::size_t piece) const;
    void paintPiece(QPainter& painter, std::size_t piece) const;
    void paintBreak(QPainter& painter, std::size_t piece) const;
    [[nodiscard]] QString textOf(std::size_t piece, double room) const;

    std::vector<profiler::GraphPiece> m_graphs;
    int m_variant = 0;
    int m_chosen = -1;
};

} // namespace ui
