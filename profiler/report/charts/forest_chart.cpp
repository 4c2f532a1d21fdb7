// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/case_settings.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/charts/chart_frame.h"
#include "profiler/report/charts/report_charts.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/text_table.h"
#include "profiler/report/text/text_width.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace profiler {
namespace {

using namespace report_chart;

/// One bar of the chart: a variant, or a case.
struct Row {
    std::string name;
    int variant = 0;
    std::optional<Interval> ratio;
    std::string word; ///< the verdict
    bool marked = true;
};

/// Where the columns stand; a narrow chart has its names above the bars.
struct Columns {
    double name = 0;
    double nameWidth = 0;
    Axis axis;
    double number = 0; ///< right edge
    double word = 0; ///< right edge
    double rowHeight = 0;
    bool stacked = false; ///< names above the bars
    bool apart = false; ///< intervals beside the bars, not behind the numbers
    bool withInterval = true;
    bool words = true;
};

std::string intervalText(const Interval& ratio)
{
    return "(" + formatRatioInterval(ratio) + ")";
}

std::string numberText(const Interval& ratio, bool interval)
{
    return formatRatio(ratio.estimate) + (interval ? " " + intervalText(ratio) : "");
}

double logarithmOf(double ratio)
{
    return LogRatio::ofRatio(ratio).logarithm();
}

/// Ratios are placed by their logarithm: 2× faster and 2× slower are as far from 1.
Axis forestAxis(const std::vector<Row>& rows)
{
    double low = logarithmOf(0.9);
    double high = logarithmOf(1.2);
    for (const auto& row : rows) {
        if (!row.ratio)
            continue;
        // One wild interval must not squeeze all others.
        low = std::min(low, logarithmOf(std::max(row.ratio->low, row.ratio->estimate / 3)));
        high = std::max(high, logarithmOf(std::min(row.ratio->high, row.ratio->estimate * 3)));
    }
    const double room = (high - low) * 0.04;
    return {.low = low - room, .high = high + room};
}

/// The widest of each kind of text.
struct Needs {
    double names = 0;
    double numbers = 0;
    double intervals = 0;
    double words = 0;
};

Needs needsOf(const std::vector<Row>& rows, const ChartLook& look, bool withInterval)
{
    Needs needs;
    for (const auto& row : rows) {
        needs.names = std::max(needs.names, textWidth(printable(row.name), look.text));
        needs.words = std::max(needs.words, textWidth(row.word, look.small));
        if (!row.ratio)
            continue;
        needs.numbers = std::max(needs.numbers,
            textWidth(numberText(*row.ratio, withInterval), look.text, Weight::SemiBold));
        needs.intervals
            = std::max(needs.intervals, textWidth(intervalText(*row.ratio), look.small));
    }
    return needs;
}

/// What is left for the rows, when the chart may not grow.
double mostRowHeight(const std::vector<Row>& rows, const ChartLook& look, double natural)
{
    if (look.mostHeight <= 0)
        return natural;
    constexpr double tallest = 2.2; // of a slide's few rows, which else leave half of it empty
    const double room = look.mostHeight - look.text * 0.6 - look.small * 2;
    return std::min(
        natural * (look.isNarrow() ? tallest : 1), room / static_cast<double>(rows.size()));
}

/// Names above their bars.
Columns stackedColumns(const std::vector<Row>& rows, const ChartLook& look, Columns columns)
{
    constexpr double tight = 26; // letters in a line
    columns.apart = look.width < tight * look.text;
    const auto needs = needsOf(rows, look, !columns.apart);
    columns.nameWidth = columns.number - needs.numbers - look.text - columns.name;
    columns.axis.from = look.text * 0.85;
    columns.axis.to
        = columns.word - (columns.apart ? needs.intervals + look.text : look.text * 0.5);
    return columns;
}

/// All in one line.
Columns flatColumns(const std::vector<Row>& rows, const ChartLook& look, Columns columns)
{
    const bool narrow = look.isNarrow(); // many rows of a slide: the bracket has to do
    columns.withInterval = !narrow;
    const auto needs = needsOf(rows, look, columns.withInterval);
    columns.words = !narrow;
    columns.number = columns.words ? columns.word - needs.words - look.text * 1.5 : columns.word;
    columns.nameWidth = std::min(needs.names + 2, look.width * (narrow ? 0.36 : 0.3));
    columns.axis.from = columns.name + columns.nameWidth + look.text * (narrow ? 0.6 : 1.5);
    columns.axis.to = columns.number - needs.numbers - look.text * (narrow ? 0.6 : 1.5);
    return columns;
}

Columns columnsOf(const std::vector<Row>& rows, const ChartLook& look)
{
    const double flat = look.text * 2.4;
    const double stacked = look.text * 2.9;
    Columns columns {.name = look.text * 2.5, .axis = forestAxis(rows)};
    columns.word = look.width - look.text * 0.85;
    columns.number = columns.word;
    columns.rowHeight = mostRowHeight(rows, look, look.isNarrow() ? stacked : flat);
    constexpr double twoLines = 2.2;
    columns.stacked = look.isNarrow() && columns.rowHeight >= look.text * twoLines;
    columns.words = false;
    return columns.stacked ? stackedColumns(rows, look, columns) : flatColumns(rows, look, columns);
}

enum class Whisker { Ends, GoesOnLeft, GoesOnRight };

/// A line across where the interval ends, an arrow where the axis does.
void drawEnd(Canvas& canvas, Point at, Whisker end)
{
    const double unit = canvas.look().text / 12;
    const auto stroke
        = fmt::format("stroke:{};stroke-width:{:g}", canvas.palette().text, 1.5 * unit);
    const double half = 6 * unit;
    if (end == Whisker::Ends)
        return canvas.svg().line({at.x, at.y - half}, {at.x, at.y + half}, stroke);
    const double back = end == Whisker::GoesOnLeft ? half : -half;
    for (const double side : {-half, half})
        canvas.svg().line(at, {at.x + back, at.y + side * 0.7}, stroke);
}

void drawBar(Canvas& canvas, const Columns& columns, const Row& row, double y)
{
    const double unit = canvas.look().text / 12;
    const auto& axis = columns.axis;
    const auto colour = canvas.colourOf(row.variant);
    const double one = axis.place(0);
    const double estimate = axis.place(logarithmOf(row.ratio->estimate));
    const double low = axis.place(std::max(logarithmOf(row.ratio->low), axis.low));
    const double high = axis.place(std::min(logarithmOf(row.ratio->high), axis.high));
    canvas.svg().rectangle({std::min(one, estimate), y - 5 * unit}, std::abs(estimate - one),
        10 * unit, fmt::format("fill:{};fill-opacity:0.45", colour), 2 * unit);
    const auto stroke
        = fmt::format("stroke:{};stroke-width:{:g}", canvas.palette().text, 1.5 * unit);
    canvas.svg().line({low, y}, {high, y}, stroke);
    drawEnd(canvas, {low, y},
        logarithmOf(row.ratio->low) < axis.low ? Whisker::GoesOnLeft : Whisker::Ends);
    drawEnd(canvas, {high, y},
        logarithmOf(row.ratio->high) > axis.high ? Whisker::GoesOnRight : Whisker::Ends);
}

/// Where lines of the axis may stand, from top to bottom.
using Bands = std::vector<std::pair<double, double>>;

/// The bar of a row; names and numbers of stacked rows stand above it.
double barOf(const Columns& columns, const ChartLook& look, double top)
{
    return columns.stacked ? top + look.text * 2 : top + columns.rowHeight / 2;
}

/// Whole where all stands in one line; else no line crosses what is written above a bar.
Bands bandsOf(const Columns& columns, const ChartLook& look, double top, std::size_t rows)
{
    const double bottom = top + columns.rowHeight * static_cast<double>(rows);
    if (!columns.stacked)
        return {{top, bottom}};
    Bands bands;
    for (std::size_t i = 0; i < rows; ++i) {
        const double bar = barOf(columns, look, top + columns.rowHeight * static_cast<double>(i));
        bands.emplace_back(bar - look.text * 0.7, bar + look.text * 0.7);
    }
    bands.back().second = bottom;
    return bands;
}

void drawRow(Canvas& canvas, const Columns& columns, const Row& row, double top)
{
    const auto& look = canvas.look();
    const double textHeight = look.text * 0.36;
    const double nameAt = columns.stacked ? top + look.text * 0.75 : top + columns.rowHeight / 2;
    const double barAt = barOf(columns, look, top);
    if (row.marked)
        canvas.marker({look.text * 1.3, nameAt}, row.variant);
    canvas.label({columns.name, nameAt + textHeight},
        shortened(printable(row.name), look.text, columns.nameWidth));
    if (columns.words || !row.ratio)
        canvas.muted({columns.word, nameAt + textHeight}, row.word, Anchor::End);
    if (!row.ratio)
        return;
    drawBar(canvas, columns, row, barAt);
    canvas.strong({columns.number, nameAt + textHeight},
        numberText(*row.ratio, columns.withInterval && !columns.apart), Anchor::End);
    if (columns.apart)
        canvas.muted({columns.word, barAt + textHeight}, intervalText(*row.ratio), Anchor::End);
}

/// Ticks of a ratio axis that fall into it.
void drawTicks(Canvas& canvas, const Axis& axis, const Bands& bands)
{
    const double bottom = bands.back().second;
    const double size = canvas.look().small;
    // Those that matter most first: where others would cover them, they go.
    constexpr double ticks[] {1, 2, 0.5, 1.5, 1 / 1.5, 4, 0.25, 1.25, 3, 8, 16, 1 / 1.1, 1.1, 1.2,
        1.4, 1.6, 1.8, 2.5, 1 / 1.05, 1.05, 1.15, 1.3, 6, 12};
    LabelPlaces places;
    for (const double tick : ticks) {
        const double value = logarithmOf(tick);
        if (value < axis.low || value > axis.high)
            continue;
        const double x = axis.place(value);
        const auto text = tick == 1 ? std::string("1") : formatRatio(tick);
        const double wide = textWidth(text, size) + size;
        if (!places.take(x - wide / 2, 0, wide, 1))
            continue;
        for (const auto& [from, to] : bands) {
            if (tick == 1)
                canvas.axis({x, from}, {x, to});
            else
                canvas.grid({x, from}, {x, to});
        }
        const double inside = std::clamp(x, wide / 2, canvas.look().width - wide / 2);
        canvas.muted({inside, bottom + size * 1.3}, text, Anchor::Middle);
    }
}

/// Those that a bounded chart can hold; the last one says what is left out.
std::vector<Row> thatFit(std::vector<Row> rows, const ChartLook& look)
{
    const double room = look.mostHeight - look.text * 0.6 - look.small * 2;
    const auto most = static_cast<std::size_t>(std::max(2.0, room / (look.text * 1.12)));
    if (look.mostHeight <= 0 || rows.size() <= most)
        return rows;
    const auto left = rows.size() - most + 1;
    rows.resize(most - 1);
    rows.push_back({.name = "and " + std::to_string(left) + " more", .marked = false});
    return rows;
}

Picture forestPicture(std::vector<Row> rows, const ComparisonResult& result,
    const std::string& title, const ChartLook& look)
{
    rows = thatFit(std::move(rows), look);
    Canvas canvas(look);
    const auto columns = columnsOf(rows, look);
    const double top = look.text * 0.6;
    const double bottom = top + columns.rowHeight * static_cast<double>(rows.size());
    const double minimum = negligible(result).logarithm();
    const auto bands = bandsOf(columns, look, top, rows.size());
    for (const auto& [from, to] : bands)
        canvas.svg().rectangle({columns.axis.place(-minimum), from},
            columns.axis.place(minimum) - columns.axis.place(-minimum), to - from,
            fmt::format("fill:{}", canvas.palette().grid));
    drawTicks(canvas, columns.axis, bands);
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
    if (const auto ratio = decidedRatio(variant))
        row.ratio = *ratio;
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
