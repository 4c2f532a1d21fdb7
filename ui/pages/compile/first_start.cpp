// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/first_start.h"

#include "profiler/model/clocks.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/compile_text.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/scale.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

using profiler::CompilePart;
using profiler::FirstStartCost;

using profiler::nsPerSecond;

/// The next round number: 1.2, 15, 250 …
double roundUp(double value)
{
    if (value <= 0)
        return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0}) {
        if (value <= step * decade * (1 + 1e-9))
            return step * decade;
    }
    return 10 * decade;
}

using FirstStarts = std::vector<const profiler::Measured<FirstStartCost>*>;

double scaleOf(const FirstStarts& starts)
{
    double longest = 0;
    for (const auto* start : starts) {
        if (*start)
            longest = std::max(longest, (*start)->wallNs);
    }
    return roundUp(longest / nsPerSecond) * nsPerSecond;
}

std::vector<BarTick> ticksOf(double scaleNs)
{
    std::vector<BarTick> ticks;
    for (const double at : linearCandidates(0, scaleNs / nsPerSecond, 5)) {
        if (at > 0)
            ticks.push_back({at * nsPerSecond / scaleNs, tickDuration(at * nsPerSecond)});
    }
    return ticks;
}

/// "kernel compile 10.1 s, 41 %: waiting for the compilers …".
QString explanationOf(CompilePart part, const QString& time, double share)
{
    return tr("%1 %2, %3 of all. %4")
        .arg(qt(profiler::compilePartName(part)), time, shareText(share),
            qt(profiler::compilePartMeaning(part)));
}

BarCell barOf(const profiler::Measured<FirstStartCost>& start, double scaleNs, QString& words)
{
    if (!start) {
        words = qt(start.error());
        return {.note = qt(start.error())};
    }
    const auto text = profiler::partsText(start->partsNs, start->wallNs);
    BarCell cell;
    double from = 0;
    QStringList parts;
    for (std::size_t i = 0; i < profiler::compileParts; ++i) {
        const double ns = start->partsNs[i];
        if (ns <= 0)
            continue;
        const auto part = static_cast<CompilePart>(i);
        const QString time = qt(text.parts[i]) + u' ' + qt(text.unit);
        const PartLook look = lookOf(part);
        cell.parts.push_back({.from = from / scaleNs,
            .to = (from + ns) / scaleNs,
            .workClass = look.workClass,
            .pattern = look.pattern,
            .label = qt(text.parts[i]),
            .explanation = explanationOf(part, time, ns / start->wallNs)});
        parts << qt(profiler::compilePartName(part)) + u' ' + time;
        from += ns;
    }
    words = parts.join(QStringLiteral(", "));
    return cell;
}

DataCell wallCell(const profiler::Measured<FirstStartCost>& start)
{
    if (!start)
        return missingCell(qt(start.error()));
    DataCell cell = numberCell(qt(profiler::formatDuration(start->wallNs)),
        start->wallNs / nsPerSecond, qt(profiler::firstStartRange(*start)));
    cell.strong = true;
    cell.reason = start->processes == 1
        ? tr("One process: how much it varies is not known.")
        : tr("Smallest and largest of %1 processes.").arg(start->processes);
    return cell;
}

DataCell cpuCell(const profiler::Measured<FirstStartCost>& start)
{
    if (!start)
        return missingCell(qt(start.error()));
    if (!start->cpuNs)
        return missingCell(tr("The CPU time of a start was not recorded."));
    DataCell cell
        = numberCell(qt(profiler::formatDuration(*start->cpuNs)), *start->cpuNs / nsPerSecond);
    cell.reason = tr("CPU time of the process and of the compilers it started.");
    return cell;
}

/// The columns of one cache: bar, wall, CPU.
struct StartSide {
    QString name;
    QString cache;
    FirstStarts starts;
    double scaleNs = 1;
    BarColumn bars;
};

DataColumn startBarColumn(const StartSide& side)
{
    return {.name = tr("%1, 0 to %2").arg(side.name, tickDuration(side.scaleNs)),
        .align = DataAlign::Text,
        .fills = 1,
        .width = 170};
}

void addSide(DataRow& row, StartSide& side, std::size_t place)
{
    QString words;
    const auto& start = *side.starts[place];
    side.bars.cells.push_back(barOf(start, side.scaleNs, words));
    DataCell cell = textCell(words);
    if (start)
        cell.value = start->wallNs / nsPerSecond;
    row.cells.push_back(cell);
    row.cells.push_back(wallCell(start));
    row.cells.push_back(cpuCell(start));
}

} // namespace

PartLook lookOf(CompilePart part)
{
    static const std::array<PartLook, profiler::compileParts> looks {{
        {.pattern = IdlePattern::Diagonal},
        {.workClass = WorkClass::Norm},
        {.workClass = WorkClass::Elementwise},
        {.workClass = WorkClass::Copies},
        {.workClass = WorkClass::Launches},
        {.workClass = WorkClass::Fused},
        {.workClass = WorkClass::Matmul},
        {.pattern = IdlePattern::Horizontal},
        {.pattern = IdlePattern::DottedOutline},
    }};
    return looks.at(static_cast<std::size_t>(part));
}

ChartLegend::Entry partEntry(const Theme& theme, CompilePart part, const QString& text)
{
    return {text, 11, [&theme, look = lookOf(part)](QPainter& painter, const QRectF& box) {
                const QRectF swatch(box.left(), box.center().y() - 5, 11, 11);
                if (look.workClass)
                    painter.fillRect(swatch, theme.tokens().workClass(*look.workClass));
                else
                    drawIdle(painter, theme.tokens(), *look.pattern, swatch);
            }};
}

BarContent firstStart(const ComparisonView& view, const CompileEvidence& evidence)
{
    const profiler::CaseResult& caseResult = *view.caseResult();
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < caseResult.variants.size() && i < evidence.starts.size(); ++i) {
        if (!view.isHidden(caseResult.variants[i].variant))
            shown.push_back(i);
    }
    std::array<StartSide, 2> sides {StartSide {.name = tr("empty cache"), .cache = tr("cold")},
        StartSide {.name = tr("warm cache"), .cache = tr("warm")}};
    for (const std::size_t i : shown) {
        sides[0].starts.push_back(&evidence.starts[i].cold);
        sides[1].starts.push_back(&evidence.starts[i].warm);
    }
    BarContent table {.content = {.title = tr("Compile cost")}};
    auto& columns = table.content.columns;
    columns.push_back({.name = tr("variant"), .align = DataAlign::Text, .elastic = true});
    int yields = 3;
    for (StartSide& side : sides) {
        side.scaleNs = scaleOf(side.starts);
        side.bars.column = static_cast<int>(columns.size());
        side.bars.ticks = ticksOf(side.scaleNs);
        columns.push_back(startBarColumn(side));
        columns.push_back({.name = tr("total, %1").arg(side.cache),
            .explanation = qt(profiler::compileCostMeaning())});
        columns.push_back({.name = tr("CPU, %1").arg(side.cache), .yields = yields--});
    }
    for (std::size_t place = 0; place < shown.size(); ++place) {
        const profiler::VariantResult& variant = caseResult.variants[shown[place]];
        DataRow row {.key = variant.variant};
        const DataCell name = variantCell(qt(variant.name), variant.variant);
        row.cells.push_back(name);
        for (StartSide& side : sides)
            addSide(row, side, place);
        table.content.rows.push_back(std::move(row));
    }
    for (StartSide& side : sides)
        table.bars.push_back(std::move(side.bars));
    return table;
}

std::vector<ChartLegend::Entry> partsLegend(const Theme& theme, const FirstStartCost& start)
{
    const auto text = profiler::partsText(start.partsNs, start.wallNs);
    std::vector<ChartLegend::Entry> entries;
    for (std::size_t i = 0; i < profiler::compileParts; ++i) {
        if (start.partsNs[i] <= 0)
            continue;
        const auto part = static_cast<CompilePart>(i);
        entries.push_back(
            partEntry(theme, part, qt(profiler::compilePartName(part)) + u' ' + qt(text.parts[i])));
    }
    if (!entries.empty())
        entries.back().text += QStringLiteral(" = ") + qt(text.whole) + u' ' + qt(text.unit);
    return entries;
}

} // namespace ui
