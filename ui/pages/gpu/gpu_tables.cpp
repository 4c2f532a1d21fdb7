// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gpu/gpu_tables.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/device_text.h"
#include "profiler/report/text/counter_text.h"
#include "ui/charts/work_marks.h"
#include "ui/text/text.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

using profiler::IdleCause;
using profiler::VariantDevice;
using profiler::WorkKind;

constexpr double percent = 100;
constexpr double leastPart = 0.002; ///< of a call; less is no line

QString tr(const char* text)
{
    return QCoreApplication::translate("GpuTables", text);
}

QString percentText(double ratio)
{
    return qt(profiler::formatNumber(ratio * percent, ratio < 0.1 ? 2 : 3)) + QStringLiteral(" %");
}

/// Its share, and of the untraced median what that is.
QString partTexts(const QString& name, double ratio, const profiler::VariantResult& variant)
{
    QString words = name + QStringLiteral(": ") + percentText(ratio);
    if (variant.latency && variant.latency->median().ns)
        words += QStringLiteral(", ")
            + qt(profiler::formatDuration(ratio * *variant.latency->median().ns));
    return words;
}

bool isShown(const ComparisonView& view, int variant)
{
    return variant == 0 || !view.isHidden(variant);
}

DataCell nameCell(const profiler::VariantResult& variant)
{
    auto cell = textCell(qt(variant.name));
    cell.variant = variant.variant;
    return cell;
}

BarCell callBar(const VariantDevice& device, const profiler::VariantResult& variant)
{
    if (!device.use)
        return {.note = qt(device.use.error())};
    BarCell cell;
    double at = 0;
    const auto add = [&](const QString& name, double ratio, auto set) {
        if (ratio < leastPart)
            return;
        BarPart part {.from = at,
            .to = at + ratio,
            .label = qt(profiler::formatNumber(ratio * percent, 2)),
            .explanation = partTexts(name, ratio, variant)};
        set(part);
        at += ratio;
        cell.parts.push_back(std::move(part));
    };
    for (const auto& [kind, ratio] : device.use->busyRatio)
        add(qt(profiler::workKindName(kind)), ratio,
            [&, kind = kind](BarPart& part) { part.workClass = workClassOf(kind); });
    for (const auto& [cause, ratio] : device.use->idleRatio)
        add(qt(profiler::idleCauseName(cause)), ratio,
            [&, cause = cause](BarPart& part) { part.pattern = idlePatternOf(cause); });
    return cell;
}

DataCell busyCell(const VariantDevice& device)
{
    if (!device.use)
        return missingCell(qt(device.use.error()));
    QString quiet;
    if (const auto& interval = device.use->busyInterval)
        quiet = qt(profiler::formatNumber(interval->low * percent, 3)) + QChar(0x2013)
            + qt(profiler::formatNumber(interval->high * percent, 3));
    auto cell = numberCell(qt(profiler::busyText(device.use->busyInAllRatio)),
        device.use->busyInAllRatio * percent, quiet);
    cell.strong = true;
    cell.reason = tr("95 % interval over the traced calls of one process");
    return cell;
}

template <typename Add>
void forEachShown(const ComparisonView& view, Add add)
{
    for (const auto& variant : view.caseResult()->variants)
        if (isShown(view, variant.variant))
            add(variant, static_cast<std::size_t>(variant.variant));
}

ChartLegend::Entry legendEntry(
    const Theme& theme, const QString& name, std::optional<WorkClass> work, IdlePattern pattern)
{
    return {name, 11, [&theme, work, pattern](QPainter& painter, const QRectF& box) {
                const QRectF swatch(box.left(), box.center().y() - 5, 11, 11);
                if (work)
                    painter.fillRect(swatch, theme.tokens().workClass(*work));
                else
                    drawIdle(painter, theme.tokens(), pattern, swatch);
            }};
}

DataCell delayCell(const VariantDevice& device)
{
    if (!device.launchDelay)
        return missingCell(device.use ? tr("no launch was recorded") : qt(device.use.error()));
    constexpr double perMicrosecond = 1000;
    const auto& delay = *device.launchDelay;
    return numberCell(
        qt(profiler::formatNumber(static_cast<double>(delay.p50Ns) / perMicrosecond, 3)),
        static_cast<double>(delay.p50Ns) / perMicrosecond,
        tr("(p95 %1)")
            .arg(qt(profiler::formatNumber(static_cast<double>(delay.p95Ns) / perMicrosecond, 3))));
}

DataRow launchRow(const VariantDevice& device, const profiler::VariantResult& variant)
{
    DataRow row {.cells = {nameCell(variant)}, .key = variant.variant};
    if (!device.use) {
        for (int i = 0; i < 4; ++i)
            row.cells.push_back(missingCell(qt(device.use.error())));
        return row;
    }
    const auto& use = *device.use;
    row.cells.push_back(numberCell(qt(profiler::perCallText(use.kernels)), use.kernels));
    row.cells.push_back(numberCell(qt(profiler::launchesText(use)), use.launches));
    row.cells.push_back(delayCell(device));
    row.cells.push_back(numberCell(percentText(use.hostBoundRatio), use.hostBoundRatio * percent));
    row.cells.back().strong = true;
    return row;
}

DataCell counterCell(const std::string& series, std::optional<double> value)
{
    if (!value)
        return missingCell(tr("not read while it was timed"));
    return numberCell(qt(profiler::counterText(series, *value)),
        *value * profiler::counterNameText(series).scale);
}

} // namespace

BarContent busyTable(const ComparisonView& view, const DeviceFacts& facts)
{
    BarContent table {
        .content = {.title = tr("Busy and idle"),
            .columns = {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
                {.name = tr("one call, % of its time"),
                    .align = DataAlign::Text,
                    .fills = true,
                    .width = 260},
                {.name = tr("busy")}}}};
    BarColumn bars {.column = 1, .ticks = {{0.7, tr("70 %")}, {0.9, tr("90 %")}}};
    forEachShown(view, [&](const profiler::VariantResult& variant, std::size_t index) {
        const auto& device = facts.devices.at(index);
        auto bar = callBar(device, variant);
        QStringList words; // what the bar says, for who reads the table
        for (const auto& part : bar.parts)
            words << part.explanation;
        table.content.rows.push_back(
            {.cells = {nameCell(variant), {}, busyCell(device)}, .key = variant.variant});
        auto& text = table.content.rows.back().cells[1];
        text.value = words.join(QStringLiteral("; "));
        text.reason = words.join(QLatin1Char('\n'));
        bars.cells.push_back(std::move(bar));
    });
    table.bars.push_back(std::move(bars));
    return table;
}

std::vector<ChartLegend::Entry> busyLegend(const Theme& theme, const DeviceFacts& facts)
{
    const auto anyHas = [&](auto share) {
        return std::ranges::any_of(facts.devices, [&](const VariantDevice& device) {
            return device.use && share(*device.use) >= leastPart;
        });
    };
    std::vector<ChartLegend::Entry> entries;
    for (const WorkKind kind : profiler::workKinds)
        if (anyHas([&](const profiler::DeviceUse& use) {
                const auto found = use.busyRatio.find(kind);
                return found == use.busyRatio.end() ? 0 : found->second;
            }))
            entries.push_back(legendEntry(
                theme, qt(profiler::workKindName(kind)), workClassOf(kind), IdlePattern::Dots));
    bool first = true;
    for (const IdleCause cause : profiler::idleCauses)
        if (anyHas([&](const profiler::DeviceUse& use) {
                const auto found = use.idleRatio.find(cause);
                return found == use.idleRatio.end() ? 0 : found->second;
            })) {
            const auto name = qt(profiler::idleCauseName(cause));
            entries.push_back(
                legendEntry(theme, std::exchange(first, false) ? tr("idle: %1").arg(name) : name,
                    {}, idlePatternOf(cause)));
        }
    return entries;
}

DataContent launchTable(const ComparisonView& view, const DeviceFacts& facts)
{
    DataContent table {.title = tr("Kernels and launches of one call"),
        .columns = {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
            {.name = tr("kernels")}, {.name = tr("launches")},
            {.name = tr("launch delay, µs"),
                .yields = 3,
                .explanation = tr("from the start of a launch on the host to the start of its "
                                  "first kernel: median and 95th percentile")},
            {.name = tr("host-bound"),
                .explanation = tr("share of the call in which the device was idle and the host "
                                  "had not yet handed over its next work")}}};
    forEachShown(view, [&](const profiler::VariantResult& variant, std::size_t index) {
        table.rows.push_back(launchRow(facts.devices.at(index), variant));
    });
    return table;
}

BarContent energyTable(const ComparisonView& view, const DeviceFacts& facts)
{
    BarContent table {
        .content = {.title = tr("Energy of one call"),
            .columns = {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
                {.name = tr("one call"), .align = DataAlign::Text, .fills = true, .width = 90},
                {.name = tr("joule")}, {.name = tr("watt"), .yields = 1}}}};
    double most = 0;
    for (const auto& device : facts.devices)
        if (device.energy)
            most = std::max(most, device.energy->joules.estimate);
    BarColumn bars {.column = 1};
    forEachShown(view, [&](const profiler::VariantResult& variant, std::size_t index) {
        const auto& energy = facts.devices.at(index).energy;
        DataRow row {.cells = {nameCell(variant), {}}, .key = variant.variant};
        BarCell bar;
        if (energy && most > 0) {
            const auto& joules = energy->joules;
            bar.parts.push_back(
                {.from = 0, .to = joules.estimate / most, .variant = variant.variant});
            row.cells.push_back(
                numberCell(qt(profiler::formatNumber(joules.estimate, 3)), joules.estimate,
                    energy->repetitions > 1
                        ? tr("(%1–%2)").arg(qt(profiler::formatNumber(joules.low, 3)),
                            qt(profiler::formatNumber(joules.high, 3)))
                        : QString()));
            row.cells.push_back(
                numberCell(qt(profiler::formatNumber(energy->meanWatts, 3)), energy->meanWatts));
        } else {
            const auto reason = qt(energy ? std::string() : energy.error());
            row.cells.push_back(missingCell(reason));
            row.cells.push_back(missingCell(reason));
        }
        table.content.rows.push_back(std::move(row));
        bars.cells.push_back(std::move(bar));
    });
    table.bars.push_back(std::move(bars));
    return table;
}

DataContent hostTable(const ComparisonView& view, const DeviceFacts& facts)
{
    DataContent table {.title = tr("The CPU while calls were timed"),
        .columns
        = {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true, .fills = true},
            {.name = tr("in use")}, {.name = tr("pressure"), .yields = 2},
            {.name = tr("steal"), .yields = 1}, {.name = tr("clock"), .yields = 3}}};
    forEachShown(view, [&](const profiler::VariantResult& variant, std::size_t index) {
        const auto& use = facts.hostUses.at(index);
        table.rows.push_back(
            {.cells = {nameCell(variant), counterCell("cpu_busy_ratio", use.busyRatio),
                 counterCell("cpu_pressure_ratio", use.pressureRatio),
                 counterCell("cpu_steal_ratio", use.stealRatio),
                 counterCell("cpu_clock_mhz", use.clockMhz)},
                .key = variant.variant});
    });
    return table;
}

} // namespace ui
