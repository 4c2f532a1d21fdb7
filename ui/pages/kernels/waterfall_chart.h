// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/waterfall.h"
#include "ui/charts/call_parts.h"
#include "ui/figure/chart_table.h"
#include "ui/theme/theme.h"
#include "ui/widgets/painted_widget.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ui {

/// From a call of the baseline to a call of the variant: both as stacked bars, between them a bar
/// for each step that begins where the one before it ended.
class WaterfallChart : public PaintedWidget {
    Q_OBJECT

public:
    struct Side {
        QString name;
        int variant = 0;
    };

    explicit WaterfallChart(const Theme& theme);

    /// `decided`: a verdict stands behind the change, so that green and red mean something.
    void showWaterfall(
        profiler::Waterfall waterfall, const std::array<Side, 2>& sides, bool decided);

    /// "ms": of every figure in it.
    [[nodiscard]] static QString unitOf(const profiler::Waterfall& waterfall);

    [[nodiscard]] ChartTable table() const;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    /// A click on a step.
    void stepChosen(profiler::WaterfallStep step);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    void paint(QPainter& painter, const Tokens& tokens) override;

    /// One column of the chart: an end or a step.
    struct Column {
        QRectF box; ///< as high as the plot
        double fromNs = 0;
        double toNs = 0;
    };

    [[nodiscard]] QRectF plotBox() const;
    [[nodiscard]] Column columnAt(std::size_t index) const;
    [[nodiscard]] double yOf(double ns, const QRectF& plot) const;
    [[nodiscard]] QString valueText(double ns) const;
    [[nodiscard]] QString changeText(double ns) const;
    [[nodiscard]] QColor colourOf(const profiler::WaterfallBar& bar) const;
    [[nodiscard]] bool isSeen(const profiler::WaterfallBar& bar) const;

    /// As large as all names have room in two lines.
    struct NameStyle {
        int size = 0;
        int lines = 1;
    };

    [[nodiscard]] int roomOfName() const;
    [[nodiscard]] NameStyle nameStyle() const;
    [[nodiscard]] NameStyle nameStyleOf(int size, bool& cut) const;
    void describe();
    void paintGrid(QPainter& painter, const QRectF& plot) const;
    void paintEnd(QPainter& painter, const Column& column, std::size_t side) const;
    void paintStep(
        QPainter& painter, const Column& column, const profiler::WaterfallBar& bar) const;
    void paintTexts(QPainter& painter, const Column& column, const QString& name,
        const QString& below, bool end) const;

    profiler::Waterfall m_waterfall;
    std::vector<profiler::WaterfallBar> m_bars; ///< those that are drawn
    std::array<Side, 2> m_sides;
    std::array<std::vector<CallPart>, 2> m_parts;
    double m_highestNs = 0; ///< of any end or step
    double m_nsPerUnit = 1;
    QString m_unit;
    bool m_decided = false;
};

} // namespace ui
