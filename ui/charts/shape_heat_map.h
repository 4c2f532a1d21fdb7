// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/judge/shapes/shape_heat.h"
#include "ui/figure/chart_parts.h"
#include "ui/figure/chart_table.h"
#include "ui/widgets/painted_widget.h"

#include <optional>
#include <set>
#include <vector>

namespace ui {

/// How much faster or slower than the baseline a ground says it is: two hues that colour-blind eyes
/// tell apart, the deeper the further from "as fast", equal steps for equal ratios. `limit`: ratios
/// beyond it are drawn as it is.
[[nodiscard]] QColor heatColour(const Tokens& tokens, double ratio, double limit);

/// Of text on it: readable on every one.
[[nodiscard]] QColor heatInk(const Tokens& tokens, const QColor& ground);

/// Shape × variant: a row for each variant (and other size), a column for each size along an axis.
/// Arrow keys go from cell to cell; a click or Enter chooses one.
class ShapeHeatMap : public PaintedWidget {
    Q_OBJECT

public:
    explicit ShapeHeatMap(const Theme& theme);

    /// The chosen cell is that of the case under the focused variant.
    void setSeries(profiler::ShapeSeries series, std::size_t axis, int focusedVariant,
        int caseIndex, const std::set<int>& hidden);

    [[nodiscard]] const profiler::ShapeHeat& heat() const { return m_heat; }

    /// What is written into a cell so wide, the longest that fits; empty: nothing does.
    [[nodiscard]] static QString cellText(const profiler::ShapeCell& cell, double width);

    [[nodiscard]] QRectF cellBox(std::size_t row, std::size_t column) const;

    [[nodiscard]] ChartTable table() const;

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }

    [[nodiscard]] int heightForWidth(int width) const override;

    [[nodiscard]] QSize sizeHint() const override { return {600, heightForWidth(600)}; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 60}; }

Q_SIGNALS:
    void cellChosen(int caseIndex, int variant);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Place {
        std::size_t row = 0;
        std::size_t column = 0;

        bool operator==(const Place&) const = default;
    };

    /// Columns of words left of the cells.
    struct Heads {
        double names = 0;
        double sizes = 0; ///< of the other axes; 0: there are none

        [[nodiscard]] double width() const { return names + sizes; }
    };

    void paint(QPainter& painter, const Tokens& tokens) override;
    void paintColumnHeads(QPainter& painter) const;
    void paintRowHead(QPainter& painter, std::size_t row) const;
    void paintCell(QPainter& painter, Place place) const;
    void paintRatio(QPainter& painter, const QRectF& box, const profiler::ShapeCell& cell) const;
    void paintEager(QPainter& painter, const QRectF& box, const profiler::ShapeCell& cell) const;
    void paintMissing(QPainter& painter, const QRectF& box, const profiler::ShapeCell& cell) const;
    void paintScale(QPainter& painter, const QRectF& box) const;
    void createLegend();
    [[nodiscard]] QVariantList tableRow(
        const profiler::ShapeHeatRow& row, std::size_t column) const;
    [[nodiscard]] QString otherSizes(const profiler::ShapeHeatRow& row) const;
    [[nodiscard]] Heads heads() const;
    [[nodiscard]] double columnWidth() const;
    [[nodiscard]] double rowTop(std::size_t row) const;
    [[nodiscard]] bool beginsVariant(std::size_t row) const;
    [[nodiscard]] const profiler::ShapeCell& cell(Place place) const;
    [[nodiscard]] std::optional<Place> placeAt(QPointF point) const;
    [[nodiscard]] std::optional<Place> placeOf(int caseIndex, int variant) const;
    void moveTo(Place place);
    void walk(int rows, int columns);
    void choose(Place place);

    profiler::ShapeSeries m_series;
    profiler::ShapeHeat m_heat; ///< points into the series
    double m_limit = 2;
    int m_focused = 0;
    std::optional<Place> m_current;
    ChartLegend m_legend;
};

} // namespace ui
