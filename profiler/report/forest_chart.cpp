// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/case_settings.h"
#include "profiler/report/chart_frame.h"
#include "profiler/report/format.h"
#include "profiler/report/remarks.h"
#include "profiler/report/report_charts.h"
#include "profiler/report/text_table.h"
#include "profiler/report/text_width.h"
#include "profiler/report/words.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace profiler {
namespace {

using namespace report_chart;

/// One bar of the chart: a variant, or a case.
struct Row {
    std::string name;
    int variant = 0;
    std::optional<Interval> ratio;
    std::string word; ///< the verdict
};

/// Where the columns stand; a narrow chart has its names above the bars.
struct Columns {
    double name = 0;
    double nameWidth = 0;
    Axis axis;
    double number = 0; ///< right edge
    double word = 0; ///< right edge
    double rowHeight = 0;
    bool stacked = false;
    bool words = true;
};

std::string numberText(const Interval& ratio)
{
    return formatRatio(ratio.estimate) + " (" + formatRatioInterval(ratio) + ")";
}

/// Ratios are placed by their logarithm: 2× faster and 2× slower are as far from 1.
Axis forestAxis(const std::vector<Row>& rows)
{
    double low = std::log(0.9);
    double high = std::log(1.2);
    for (const auto& row : rows) {
        if (!row.ratio)
            continue;
        // One wild interval must not squeeze all others.
        low = std::min(low, std::log(std::max(row.ratio->low, row.ratio->estimate / 3)));
        high = std::max(high, std::log(std::min(row.ratio->high, row.ratio->estimate * 3)));
    }
    const double room = (high - low) * 0.04;
    return {.low = low - room, .high = high + room};
}

Columns columnsOf(const std::vector<Row>& rows, const ChartLook& look)
{
    const double edge = look.text * 0.85;
    double names = 0;
    double numbers = 0;
    double words = 0;
    for (const auto& row : rows) {
        names = std::max(names, textWidth(printable(row.name), look.text));
        if (row.ratio)
            numbers
                = std::max(numbers, textWidth(numberText(*row.ratio), look.text, Weight::SemiBold));
        words = std::max(words, textWidth(row.word, look.small));
    }
    Columns columns {.name = look.text * 2.5, .axis = forestAxis(rows), .stacked = look.isNarrow()};
    columns.words = !columns.stacked;
    columns.word = look.width - edge;
    columns.number = columns.words ? columns.word - words - look.text * 1.5 : columns.word;
    if (columns.stacked) {
        columns.rowHeight = look.text * 2.9;
        columns.nameWidth = columns.number - numbers - look.text - columns.name;
        columns.axis.from = edge;
        columns.axis.to = look.width - edge;
        return columns;
    }
    columns.rowHeight = look.text * 2.4;
    columns.nameWidth = std::min(names + 2, look.width * 0.3);
    columns.axis.from = columns.name + columns.nameWidth + look.text * 1.5;
    columns.axis.to = columns.number - numbers - look.text * 1.5;
    return columns;
}

void drawBar(Canvas& canvas, const Columns& columns, const Row& row, double y)
{
    const double unit = canvas.look().text / 12;
    const auto& axis = columns.axis;
    const auto colour = canvas.colourOf(row.variant);
    const double one = axis.place(0);
    const double estimate = axis.place(std::log(row.ratio->estimate));
    const double low = axis.place(std::log(row.ratio->low));
    const double high = axis.place(std::log(row.ratio->high));
    canvas.svg().rectangle({std::min(one, estimate), y - 5 * unit}, std::abs(estimate - one),
        10 * unit, fmt::format("fill:{};fill-opacity:0.45", colour), 2 * unit);
    const auto stroke
        = fmt::format("stroke:{};stroke-width:{:g}", canvas.palette().text, 1.5 * unit);
    canvas.svg().line({low, y}, {high, y}, stroke);
    canvas.svg().line({low, y - 6 * unit}, {low, y + 6 * unit}, stroke);
    canvas.svg().line({high, y - 6 * unit}, {high, y + 6 * unit}, stroke);
}

void drawRow(Canvas& canvas, const Columns& columns, const Row& row, double top)
{
    const auto& look = canvas.look();
    const double textHeight = look.text * 0.36;
    const double nameAt = columns.stacked ? top + look.text * 0.75 : top + columns.rowHeight / 2;
    const double barAt = columns.stacked ? nameAt + look.text * 1.25 : nameAt;
    canvas.marker({look.text * 1.3, nameAt}, row.variant);
    canvas.label({columns.name, nameAt + textHeight},
        shortened(printable(row.name), look.text, columns.nameWidth));
    if (columns.words || !row.ratio)
        canvas.muted({columns.word, nameAt + textHeight}, row.word, Anchor::End);
    if (!row.ratio)
        return;
    drawBar(canvas, columns, row, barAt);
    canvas.strong({columns.number, nameAt + textHeight}, numberText(*row.ratio), Anchor::End);
}

/// Ticks of a ratio axis that fall into it.
void drawTicks(Canvas& canvas, const Axis& axis, double top, double bottom)
{
    const double size = canvas.look().small;
    // Those that matter most first: where others would cover them, they go.
    constexpr double ticks[] {1, 2, 0.5, 1.5, 0.75, 4, 0.25, 1.25, 3, 8, 16, 0.9, 1.1, 1.2, 1.4,
        1.6, 1.8, 2.5, 0.95, 1.05, 1.15, 1.3, 6, 12, 0.98, 1.02};
    LabelPlaces places;
    for (const double tick : ticks) {
        const double value = std::log(tick);
        if (value < axis.low || value > axis.high)
            continue;
        const double x = axis.place(value);
        const auto text = tick == 1 ? std::string("1") : formatRatio(tick);
        const double wide = textWidth(text, size) + size;
        if (!places.take(x - wide / 2, 0, wide, 1))
            continue;
        if (tick == 1)
            canvas.axis({x, top}, {x, bottom});
        else
            canvas.grid({x, top}, {x, bottom});
        const double inside = std::clamp(x, wide / 2, canvas.look().width - wide / 2);
        canvas.muted({inside, bottom + size * 1.3}, text, Anchor::Middle);
    }
}

Picture forestPicture(const std::vector<Row>& rows, const ComparisonResult& result,
    const std::string& title, const ChartLook& look)
{
    Canvas canvas(look);
    const auto columns = columnsOf(rows, look);
    const double top = look.text * 0.6;
    const double bottom = top + columns.rowHeight * static_cast<double>(rows.size());
    const double minimum = negligibleLn(result);
    canvas.svg().rectangle({columns.axis.place(-minimum), top},
        columns.axis.place(minimum) - columns.axis.place(-minimum), bottom - top,
        fmt::format("fill:{}", canvas.palette().grid));
    drawTicks(canvas, columns.axis, top, bottom);
    double y = top;
    for (const auto& row : rows) {
        drawRow(canvas, columns, row, y);
        y += columns.rowHeight;
    }
    return canvas.picture(bottom + look.small * 2, title);
}

Row rowOf(std::string name, const VariantResult& variant)
{
    Row row {.name = std::move(name), .variant = variant.variant};
    row.word = verdictWord(variant.verdict);
    if (showsRatio(variant))
        row.ratio = variant.speedUp->ratio;
    return row;
}

} // namespace

Picture forestChart(
    const ComparisonResult& result, const CaseResult& caseResult, const ChartLook& look)
{
    std::vector<Row> rows;
    for (const auto& variant : caseResult.variants)
        rows.push_back(rowOf(variant.name, variant));
    if (rows.size() < 2)
        return nothing(look, "Speed-up", "There is no variant to compare.");
    return forestPicture(
        rows, result, "Times faster than " + caseResult.variants.front().name, look);
}

Picture casesChart(const ComparisonResult& result, int variant, const ChartLook& look)
{
    std::vector<Row> rows;
    for (const auto& caseResult : result.cases)
        if (const auto* found = variantOf(caseResult, variant))
            rows.push_back(rowOf(caseResult.name, *found));
    if (rows.empty() || variant == 0)
        return nothing(look, "Speed-up by case", "There is no variant to compare.");
    const auto& variants = result.plan.variants;
    return forestPicture(rows, result,
        variants.at(static_cast<std::size_t>(variant)).name + ": times faster than "
            + variants.front().name,
        look);
}

} // namespace profiler
