// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/memory/memory_tables.h"

#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/report/sentences/safety_text.h"
#include "ui/charts/chart_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace ui {

namespace {

using profiler::Measured;
using profiler::MemoryFigure;
using profiler::MemoryRow;
using profiler::PhaseMemory;

constexpr double bytesPerMebibyte = 1048576;

QString bytesText(double bytes)
{
    return qt(profiler::formatBytes(std::llround(bytes)));
}

/// What the bar of that kind is made of: solid, and what goes beyond it.
struct Peak {
    const Measured<MemoryFigure>* solid = nullptr;
    double beyond = 0; ///< bytes on top of the solid part, drawn as an outline
    QString beyondName;
    double total = 0;
};

Peak peakOf(const PhaseMemory& phase, MemoryKind kind)
{
    Peak peak {.solid = kind == MemoryKind::Device ? &phase.device : &phase.host};
    if (!*peak.solid)
        return peak;
    peak.total = static_cast<double>((*peak.solid)->bytes);
    if (kind == MemoryKind::Host) { // the children are inside the judged peak
        const bool split = phase.phase == profiler::MemoryPhase::Compile && phase.children;
        peak.beyond = split ? std::min(peak.total, static_cast<double>(phase.children->bytes)) : 0;
        peak.beyondName = tr("compilers it started");
    } else if (phase.reserved) {
        const auto reserved = static_cast<double>(phase.reserved->bytes);
        peak.beyond = std::max(0.0, reserved - peak.total);
        peak.total += peak.beyond;
        peak.beyondName = tr("reserved, not allocated");
    }
    return peak;
}

bool isShown(const ComparisonView& view, const MemoryRow& row)
{
    return row.variant == 0 || !view.isHidden(row.variant);
}

/// Indexes in memoryPhases. An imported file tells one peak: which phase it fell in is not known.
std::vector<std::size_t> shownPhases(const ComparisonView& view)
{
    if (view.comparison->result.imported)
        return {profiler::memoryPhases.size() - 1};
    std::vector<std::size_t> phases(profiler::memoryPhases.size());
    std::iota(phases.begin(), phases.end(), std::size_t {0});
    return phases;
}

QString phaseTitle(const ComparisonView& view, std::size_t phase)
{
    return view.comparison->result.imported
        ? tr("peak")
        : qt(profiler::memoryPhaseName(profiler::memoryPhases.at(phase)));
}

/// The cap counts device memory where there is some, else the host's.
std::optional<double> capOf(const std::vector<MemoryRow>& rows, MemoryKind kind)
{
    const bool device = profiler::hasDeviceMemory(rows);
    if (device != (kind == MemoryKind::Device))
        return std::nullopt;
    for (const MemoryRow& row : rows) {
        if (row.limit)
            return row.limit->limit;
    }
    return std::nullopt;
}

/// Of all bars: from 0 to `end`, with a tick at each `step`; one unit for all of it. Bytes.
struct MemoryScale {
    double end = bytesPerMebibyte;
    double step = bytesPerMebibyte;
    double unit = bytesPerMebibyte;
    QString unitName;
};

/// Of the values of a column or of several that are read together; zeros say nothing of a unit.
struct MemoryRange {
    double least = std::numeric_limits<double>::max();
    double largest = 1;

    void add(double bytes)
    {
        largest = std::max(largest, bytes);
        if (bytes > 0)
            least = std::min(least, bytes);
    }
};

/// Steps of 1, 2 or 5 times a power of ten of the unit that all is written in.
MemoryScale roundScale(const MemoryRange& range)
{
    constexpr double fewestSteps = 2.5; // for two or three ticks
    const auto unit = profiler::byteUnitFor(std::min(range.least, range.largest), range.largest);
    MemoryScale scale {.unit = unit.bytes};
    const double value = std::max(1.0, range.largest / scale.unit);
    const double least = value / fewestSteps;
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    double step = 10 * decade;
    for (const double each : {5.0, 2.0, 1.0})
        if (each * decade >= least)
            step = each * decade;
    scale.end = std::ceil(value / step) * step * scale.unit;
    scale.step = step * scale.unit;
    scale.unitName = qt(unit.name);
    return scale;
}

QString bytesIn(const MemoryScale& scale, double bytes)
{
    constexpr int digits = 3;
    return numberText(bytes / scale.unit, digits) + u' ' + scale.unitName;
}

MemoryScale scaleOf(const ComparisonView& view, const std::vector<MemoryRow>& rows, MemoryKind kind)
{
    MemoryRange range;
    range.add(capOf(rows, kind).value_or(0));
    for (const MemoryRow& row : rows) {
        for (const PhaseMemory& phase : row.phases) {
            if (isShown(view, row))
                range.add(peakOf(phase, kind).total);
        }
    }
    return roundScale(range);
}

BarCell barOf(const PhaseMemory& phase, MemoryKind kind, int variant, const MemoryScale& scale)
{
    const Peak peak = peakOf(phase, kind);
    if (!*peak.solid)
        return {.note = absent()};
    const double inside = kind == MemoryKind::Host ? peak.total - peak.beyond
                                                   : static_cast<double>((*peak.solid)->bytes);
    BarCell cell;
    cell.parts.push_back({.from = 0,
        .to = inside / scale.end,
        .variant = variant,
        .explanation = kind == MemoryKind::Host
            ? tr("the process itself: %1").arg(bytesText(inside))
            : tr("allocated: %1").arg(bytesText(inside))});
    if (peak.beyond > 0)
        cell.parts.push_back({.from = inside / scale.end,
            .to = peak.total / scale.end,
            .pattern
            = kind == MemoryKind::Host ? IdlePattern::Diagonal : IdlePattern::DottedOutline,
            .explanation = peak.beyondName + QStringLiteral(": ") + bytesText(peak.beyond)});
    cell.end = bytesIn(scale, static_cast<double>((*peak.solid)->bytes));
    return cell;
}

DataCell figureCell(const Measured<MemoryFigure>& figure, const MemoryScale& scale)
{
    if (!figure)
        return missingCell(qt(figure.error()));
    DataCell cell = numberCell(bytesIn(scale, static_cast<double>(figure->bytes)),
        static_cast<double>(figure->bytes) / bytesPerMebibyte);
    cell.reason = figure->processes == 1 ? tr("1 cold process")
                                         : tr("%1 cold processes: %2 to %3")
                                               .arg(figure->processes)
                                               .arg(bytesText(static_cast<double>(figure->low)),
                                                   bytesText(static_cast<double>(figure->high)));
    return cell;
}

DataCell nameCell(const MemoryRow& row)
{
    return variantCell(qt(row.name), row.variant);
}

QString signedIn(const MemoryScale& scale, std::int64_t bytes)
{
    if (bytes == 0)
        return qt(profiler::signedBytes(0));
    return (bytes > 0 ? QStringLiteral("+") : QString())
        + bytesIn(scale, static_cast<double>(bytes));
}

DataCell differenceCell(const MemoryRow& row, const MemoryScale& scale)
{
    if (!row.difference)
        return missingCell(qt(row.difference.error()));
    QString range;
    if (row.difference->low && row.difference->high)
        range = QStringLiteral("%1 to %2")
                    .arg(signedIn(scale, *row.difference->low),
                        signedIn(scale, *row.difference->high));
    DataCell cell = numberCell(signedIn(scale, row.difference->bytes),
        static_cast<double>(row.difference->bytes) / bytesPerMebibyte, range);
    cell.strong = true;
    if (range.isEmpty())
        cell.reason = tr("An interval needs two cold processes of each.");
    return cell;
}

DataCell verdictCell(const MemoryRow& row)
{
    const profiler::MarkedText word = profiler::memoryWord(row);
    DataCell cell = textCell(qt(word.text));
    if (row.variant != 0)
        cell.status = statusOf(word.mark);
    cell.muted = row.variant == 0;
    return cell;
}

DataCell limitCell(const MemoryRow& row)
{
    if (!row.limit)
        return missingCell(tr("The goal sets no limit on memory."));
    if (!row.limit->value)
        return missingCell(qt(row.limit->value.error()));
    const double spare = row.limit->limit - *row.limit->value;
    DataCell cell = textCell(row.limit->met ? tr("met, %1 to spare").arg(bytesText(spare))
                                            : tr("over by %1").arg(bytesText(-spare)));
    cell.status = row.limit->met ? Status::Good : Status::Warning;
    cell.value = spare / bytesPerMebibyte;
    return cell;
}

} // namespace

BarContent peakTable(
    const ComparisonView& view, const std::vector<MemoryRow>& rows, MemoryKind kind)
{
    BarContent table {.content = {.title = tr("Peak memory by phase")}};
    table.content.columns.push_back(
        {.name = tr("variant"), .align = DataAlign::Text, .elastic = true});
    const MemoryScale scale = scaleOf(view, rows, kind);
    const auto cap = capOf(rows, kind);
    const auto phases = shownPhases(view);
    for (std::size_t i = 0; i < phases.size(); ++i) {
        table.content.columns.push_back({.name = phaseTitle(view, phases[i]),
            .align = DataAlign::Text,
            .fills = 1,
            .width = 150});
        BarColumn bars {.column = static_cast<int>(i) + 1};
        const bool known = scale.end > 1; // an axis of nothing says nothing
        for (double at = scale.step; known && at < scale.end + scale.step / 2; at += scale.step)
            bars.ticks.push_back(
                {at / scale.end, tickText(at / scale.unit) + u' ' + scale.unitName});
        if (cap)
            bars.limit = BarTick {*cap / scale.end, tr("cap %1").arg(bytesText(*cap))};
        table.bars.push_back(std::move(bars));
    }
    for (const MemoryRow& row : rows) {
        if (!isShown(view, row))
            continue;
        DataRow shown {.key = row.variant};
        shown.cells.push_back(nameCell(row));
        for (std::size_t i = 0; i < phases.size(); ++i) {
            const PhaseMemory& phase = row.phases.at(phases[i]);
            const auto& figure = *peakOf(phase, kind).solid;
            shown.cells.push_back(figureCell(figure, scale));
            BarCell bar = barOf(phase, kind, row.variant, scale);
            if (!figure)
                bar.note = qt(figure.error());
            table.bars[i].cells.push_back(std::move(bar));
        }
        table.content.rows.push_back(std::move(shown));
    }
    return table;
}

namespace {

/// Of the differences: in their own unit.
MemoryScale scaleOfChanges(const ComparisonView& view, const std::vector<MemoryRow>& rows)
{
    MemoryRange range;
    for (const MemoryRow& row : rows)
        if (isShown(view, row) && row.difference)
            range.add(std::abs(static_cast<double>(row.difference->bytes)));
    return roundScale(range);
}

/// What the allocator holds of it while calls are steady: on a CPU far less than the process.
const Measured<MemoryFigure>& allocatorOf(const MemoryRow& row, MemoryKind kind)
{
    const PhaseMemory& steady = row.phases.back();
    return kind == MemoryKind::Device ? steady.reserved : steady.hostAllocator;
}

MemoryScale scaleOfAllocator(
    const ComparisonView& view, const std::vector<MemoryRow>& rows, MemoryKind kind)
{
    MemoryRange range;
    for (const MemoryRow& row : rows)
        if (const auto& figure = allocatorOf(row, kind); figure && isShown(view, row))
            range.add(static_cast<double>(figure->bytes));
    return roundScale(range);
}

std::vector<Column<MemoryRow>> phaseColumns(
    const ComparisonView& view, MemoryKind kind, const MemoryScale& scale)
{
    const std::array<DataColumn, profiler::memoryPhases.size()> headings {
        {{.name = tr("build"), .yields = 1}, {.name = tr("compile"), .yields = 4},
            {.name = tr("warm-up"), .yields = 2}, {.name = tr("steady calls")}}};
    std::vector<Column<MemoryRow>> columns;
    for (const std::size_t phase : shownPhases(view))
        columns.push_back({view.comparison->result.imported ? DataColumn {.name = tr("peak")}
                                                            : headings.at(phase),
            [=, last = phase + 1 == headings.size()](const MemoryRow& row) {
                DataCell cell = figureCell(*peakOf(row.phases.at(phase), kind).solid, scale);
                cell.strong = last;
                return cell;
            }});
    return columns;
}

/// An imported file has no verdict, and no goal that a limit could be of.
std::vector<Column<MemoryRow>> memoryColumns(
    const ComparisonView& view, const std::vector<MemoryRow>& rows, MemoryKind kind)
{
    const bool imported = view.comparison->result.imported.has_value();
    const QString reserved
        = kind == MemoryKind::Device ? tr("reserved") : tr("PyTorch’s allocator");
    std::vector<Column<MemoryRow>> columns = phaseColumns(view, kind, scaleOf(view, rows, kind));
    columns.insert(columns.begin(),
        {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true}, nameCell});
    columns.push_back(
        {{.name = imported ? reserved : tr("%1, steady").arg(reserved), .yields = imported ? 0 : 3},
            [kind, scale = scaleOfAllocator(view, rows, kind)](
                const MemoryRow& row) { return figureCell(allocatorOf(row, kind), scale); }});
    columns.push_back({{.name = tr("difference at peak"), .yields = imported ? 1 : 0},
        [scale = scaleOfChanges(view, rows)](
            const MemoryRow& row) { return differenceCell(row, scale); }});
    if (imported)
        return columns;
    columns.push_back({{.name = tr("verdict"), .align = DataAlign::Text}, verdictCell});
    columns.push_back({{.name = tr("limit"), .align = DataAlign::Text, .yields = 5}, limitCell});
    return columns;
}

} // namespace

DataContent memoryTable(
    const ComparisonView& view, const std::vector<MemoryRow>& rows, MemoryKind kind)
{
    const auto columns = memoryColumns(view, rows, kind);
    DataContent content {.title = tr("Memory"), .columns = headingsOf(columns)};
    for (const MemoryRow& row : rows)
        if (isShown(view, row))
            content.rows.push_back(filledRow(columns, row, {.key = row.variant}));
    return content;
}

} // namespace ui
