// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/training/loss_curves.h"
#include "profiler/model/number_text.h"
#include "profiler/report/charts/chart_frame.h"
#include "profiler/report/charts/report_charts.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace profiler {
namespace {

using namespace report_chart;

constexpr auto lossChartTitle = "Loss of each training step";

struct LossRange {
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();
    std::size_t steps = 0;
};

LossRange rangeOf(const LossCurves& curves)
{
    LossRange range;
    for (const auto& series : curves.series) {
        range.steps = std::max(range.steps, series.losses.size());
        for (const auto& loss : series.losses)
            if (loss) {
                range.low = std::min(range.low, *loss);
                range.high = std::max(range.high, *loss);
            }
    }
    const double margin = range.high > range.low ? 0.05 * (range.high - range.low)
                                                 : std::max(1e-3, 0.05 * std::abs(range.high));
    range.low -= margin;
    range.high += margin;
    return range;
}

/// A step that is not finite parts the line.
void lossLine(Canvas& canvas, const LossSeries& series, const Axis& x, const Axis& y)
{
    const bool exact = series.precision == LossPrecision::Fp64;
    const auto style = canvas.strokeOf(series.variant, false)
        + (exact ? canvas.dashText(std::array {2.0, 4.0}) : std::string());
    std::vector<Point> points;
    const auto draw = [&] {
        if (points.size() > 1)
            canvas.svg().polyline(points, style);
        points.clear();
    };
    for (std::size_t i = 0; i < series.losses.size(); ++i) {
        if (series.losses[i])
            points.push_back({x.place(static_cast<double>(i + 1)), y.place(*series.losses[i])});
        else
            draw();
    }
    draw();
}

void ticks(Canvas& canvas, const LossRange& range, const Axis& x, const Axis& y)
{
    const double size = canvas.look().small;
    constexpr int levels = 4;
    for (int i = 0; i <= levels; ++i) {
        const double value = range.low + (range.high - range.low) * i / levels;
        canvas.grid({x.from, y.place(value)}, {x.to, y.place(value)});
        canvas.muted({x.from - size * 0.5, y.place(value) + size * 0.35}, formatNumber(value, 3),
            Anchor::End);
    }
    const auto stride = std::max<std::size_t>(1, range.steps / 5);
    for (std::size_t step = stride; step <= range.steps; step += stride)
        canvas.muted({x.place(static_cast<double>(step)), y.from + size * 1.4},
            std::to_string(step), Anchor::Middle);
}

} // namespace

Picture lossChart(const ComparisonResult& result, const LossCurves& curves, const ChartLook& look)
{
    const auto range = rangeOf(curves);
    if (!(range.high > range.low) || range.steps == 0)
        return nothing(look, lossChartTitle, "no loss is known");
    Canvas canvas(look);
    const double size = look.small;
    const Axis x {.low = 1,
        .high = std::max(2.0, static_cast<double>(range.steps)),
        .from = size * 5,
        .to = look.width - size * 1.5};
    const Axis y {
        .low = range.low, .high = range.high, .from = look.height - size * 3.4, .to = size * 0.8};
    canvas.svg().rectangle({x.from, y.to}, x.to - x.from, y.from - y.to,
        fmt::format("fill:{}", canvas.palette().raised));
    ticks(canvas, range, x, y);
    // The baseline last: it lies on top where curves coincide.
    std::for_each(curves.series.rbegin(), curves.series.rend(),
        [&](const LossSeries& series) { lossLine(canvas, series, x, y); });
    canvas.muted({(x.from + x.to) / 2, look.height - size * 0.6}, "step; dotted: eager in fp64",
        Anchor::Middle);
    const Legend legend(result, look);
    legend.draw(canvas, look.height, false);
    return canvas.picture(look.height + legend.height(), lossChartTitle);
}

} // namespace profiler
