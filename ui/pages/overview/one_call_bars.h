// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/call_split.h"
#include "ui/charts/call_parts.h"
#include "ui/figure/chart_table.h"
#include "ui/pages/overview/forest_row.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <vector>

namespace profiler {
struct StepSplit;
} // namespace profiler

namespace ui {

/// A bar for each variant, as long as its median and in parts that add up to it. On a device its
/// busy share stands beside it, with ticks where 70 and 90 % of the call are.
class OneCallBars : public PaintedWidget {
    Q_OBJECT

public:
    explicit OneCallBars(const Theme& theme);

    using Split = profiler::Measured<profiler::CallSplit>;

    using Step = profiler::Measured<profiler::StepSplit>;

    /// `splits` has one for each row of the forest, as `steps` has.
    void showForest(const Forest& forest, int focus, const std::vector<Split>& splits);
    /// The parts of training steps; a bar is as long as the step with its wait for data.
    void showSteps(const Forest& forest, int focus, const std::vector<Step>& steps);
    /// Of the same forest.
    void showFocus(int focus);

    [[nodiscard]] ChartTable table() const;

    /// Of a file: every row as high as on the widest page.
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A click on the bar of a variant.
    void variantChosen(int variant);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;
    void measureNames();
    void showParts();
    void describe();
    [[nodiscard]] std::vector<CallPart> legendParts() const;
    [[nodiscard]] std::vector<QPoint> legendPlaces() const;
    [[nodiscard]] int legendHeight() const;
    [[nodiscard]] QString partTexts(std::size_t row) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] QRect rowBox(std::size_t row, int height) const;
    [[nodiscard]] int headHeight() const;
    [[nodiscard]] int busyWidth() const;
    void paintHead(QPainter& painter) const;
    void paintRow(QPainter& painter, std::size_t index, const QRect& box) const;
    void paintParts(QPainter& painter, const QRectF& whole, std::size_t row) const;
    void paintPartText(QPainter& painter, std::size_t row, double top) const;
    void paintTicks(QPainter& painter, const QRectF& whole) const;
    void paintValue(QPainter& painter, const QRectF& box, const CallPart& part) const;
    void paintLegend(QPainter& painter) const;

    Forest m_forest;
    std::vector<profiler::CallSplit> m_splits; ///< by row; whole where there is none
    std::vector<QString> m_whyNotSplit; ///< of each row; empty: it is split
    std::vector<std::vector<CallPart>> m_parts; ///< of each split, in the order drawn
    std::vector<CallPart> m_allParts; ///< that there can be
    std::vector<CallPart> m_legend;
    double m_slowestNs = 0;
    CallPlace m_place = CallPlace::Host;
    bool m_isSplit = false; ///< at least one of them
    int m_focus = 0;
    int m_nameWidth = 100;
};

} // namespace ui
