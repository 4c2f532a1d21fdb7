// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/chart_table.h"
#include "ui/pages/compile/flame_layout.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <string>

namespace ui {

/// The steps of one process's compiles as boxes inside each other, below its calls and above its
/// compile workers. Arrows walk: to the step before and behind in a row, and to the row above and
/// below.
class FlameChart : public PaintedWidget {
    Q_OBJECT

public:
    /// `title` stands beside the rows and names the chart: "cold: empty cache".
    FlameChart(const Theme& theme, QString title);

    void setDrawing(FlameDrawing drawing);

    [[nodiscard]] const FlameDrawing& drawing() const { return m_drawing; }

    [[nodiscard]] QSize sizeHint() const override;

    [[nodiscard]] QSize minimumSizeHint() const override { return {240, sizeHint().height()}; }

    [[nodiscard]] ChartTable table() const;

    /// The outermost step of that compile, such as "0/0"; false: none of it is drawn.
    bool chooseCompile(const std::string& compileId);

    /// What stands out, in a sentence; empty: nothing does.
    [[nodiscard]] QString chosenText() const;

Q_SIGNALS:
    void chosenChanged();

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    [[nodiscard]] QRectF boxOf(const FlameBox& box) const;
    [[nodiscard]] int boxAt(QPointF place) const;
    [[nodiscard]] QString textOf(const FlameBox& box) const;
    [[nodiscard]] QString nameOf(const FlameBox& box) const;
    void choose(int box);
    void walk(int step);
    void changeRow(int step);
    void paintRowNames(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;
    QColor paintGround(QPainter& painter, const FlameBox& box, const QRectF& area) const;
    void paintBox(QPainter& painter, const FlameBox& box, bool chosen) const;

    QString m_title;
    FlameDrawing m_drawing;
    int m_chosen = -1;
};

} // namespace ui
