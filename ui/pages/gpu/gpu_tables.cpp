// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/gpu/gpu_tables.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/facts.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/device_text.h"
#include "profiler/report/text/counter_text.h"
#include "ui/charts/call_parts.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

using profiler::IdleCause;
using profiler::VariantDevice;
using profiler::WorkKind;

constexpr double percentOfOne = 100;
constexpr double leastBusyPart = 0.002; ///< of a call; less is no line

QString busyPercentText(double ratio)
{
    return qt(profiler::formatNumber(ratio * percentOfOne, ratio < 0.1 ? 2 : 3))
        + QStringLiteral(" %");
}

/// Its share, and of the untraced median what that is.
QString partTexts(const QString& name, double ratio, const profiler::VariantResult& variant)
{
    QString words = name + QStringLiteral(": ") + busyPercentText(ratio);
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
    return variantCell(qt(variant.name), variant.variant);
}

BarCell callBar(const VariantDevice& device, const profiler::VariantResult& variant)
{
    if (!device.use)
        return {.note = qt(device.use.error())};
    BarCell cell;
    double at = 0;
    const auto add = [&](const QString& name, double ratio, auto set) {
        if (ratio < leastBusyPart)
            return;
        BarPart part {.from = at,
            .to = at + ratio,
            .label = qt(profiler::formatNumber(ratio * percentOfOne, 2)),
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
        quiet = qt(profiler::formatNumber(interval->low * percentOfOne, 3)) + QChar(0x2013)
            + qt(profiler::formatNumber(interval->high * percentOfOne, 3));
    auto cell = numberCell(qt(profiler::busyText(device.use->busyInAllRatio)),
        device.use->busyInAllRatio * percentOfOne, quiet);
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

/// Of one variant.
struct DeviceRow {
    const profiler::VariantResult& variant;
    const VariantDevice& device;
};

/// What `make` says of the device's use, else why it is not known.
template <typename Make>
auto ofUse(Make make)
{
    return [make](const DeviceRow& row) {
        return row.device.use ? make(*row.device.use) : missingCell(qt(row.device.use.error()));
    };
}

DataCell hostBoundCell(const profiler::DeviceUse& use)
{
    const double ratio = profiler::hostBoundOf(use.idleRatio);
    auto cell = numberCell(busyPercentText(ratio), ratio * percentOfOne);
    cell.strong = true;
    return cell;
}

std::vector<Column<DeviceRow>> launchColumns()
{
    using profiler::DeviceUse;
    return {{{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
                [](const DeviceRow& row) { return nameCell(row.variant); }},
        {{.name = tr("kernels")}, ofUse([](const DeviceUse& use) {
             return numberCell(
                 qt(profiler::formatCount(use.kernels)), static_cast<double>(use.kernels));
         })},
        {{.name = tr("launches")}, ofUse([](const DeviceUse& use) {
             return numberCell(qt(profiler::launchesText(use)), static_cast<double>(use.launches));
         })},
        {{.name = tr("launch delay, µs"),
             .yields = 3,
             .explanation = tr("from the start of a launch on the host to the start of its "
                               "first kernel: median and 95th percentile")},
            [](const DeviceRow& row) {
                return row.device.use ? delayCell(row.device)
                                      : missingCell(qt(row.device.use.error()));
            }},
        {{.name = tr("host-bound"),
             .explanation = tr("share of the call in which the device was idle and nothing that "
                               "was launched waited: waiting for the host, sync, waiting for "
                               "copies and building graphs together")},
            ofUse(hostBoundCell)}};
}

DataCell counterCell(const std::string& series, std::optional<double> value)
{
    if (!value)
        return missingCell(tr("not read while it was timed"));
    return numberCell(qt(profiler::counterText(series, *value)),
        *value * profiler::counterNameText(series).scale);
}

struct HostRow {
    const profiler::VariantResult& variant;
    const profiler::HostUse& use;
};

std::vector<Column<HostRow>> hostColumns()
{
    using profiler::HostUse;
    const auto counter = [](DataColumn heading, const char* series,
                             std::optional<double> HostUse::*value) {
        return Column<HostRow> {std::move(heading),
            [series, value](const HostRow& row) { return counterCell(series, row.use.*value); }};
    };
    return {{{.name = tr("variant"), .align = DataAlign::Text, .elastic = true, .fills = 1},
                [](const HostRow& row) { return nameCell(row.variant); }},
        counter({.name = tr("in use")}, "cpu_busy_ratio", &HostUse::busyRatio),
        counter(
            {.name = tr("pressure"), .yields = 2}, "cpu_pressure_ratio", &HostUse::pressureRatio),
        counter({.name = tr("steal"), .yields = 1}, "cpu_steal_ratio", &HostUse::stealRatio),
        counter({.name = tr("clock"), .yields = 3}, "cpu_clock_mhz", &HostUse::clockMhz)};
}

DataCell perCallCell(std::int64_t ns, std::size_t calls)
{
    const double perCall
        = static_cast<double>(ns) / static_cast<double>(std::max<std::size_t>(calls, 1));
    return numberCell(qt(profiler::formatDuration(perCall)), perCall);
}

struct ShareRow {
    const profiler::VariantResult& variant;
    const DeviceOfProcess& device;
};

DataCell shareNameCell(const ShareRow& row)
{
    const auto name = qt(row.variant.name);
    return variantCell(row.device.rank ? tr("%1, rank %2").arg(name).arg(*row.device.rank) : name,
        row.variant.variant);
}

DataCell communicationCell(const ShareRow& row, std::int64_t ns)
{
    if (row.device.share.collectives.empty())
        return missingCell(tr("no collective ran on it"));
    return perCallCell(ns, row.device.calls);
}

std::vector<Column<ShareRow>> shareColumns()
{
    return {{{.name = tr("variant"), .align = DataAlign::Text, .elastic = true, .fills = 1},
                shareNameCell},
        {{.name = tr("device")},
            [](const ShareRow& row) {
                return numberCell(
                    QString::number(row.device.share.device), row.device.share.device);
            }},
        {{.name = tr("busy")},
            [](const ShareRow& row) {
                const double busy = row.device.share.busyRatio();
                return numberCell(busyPercentText(busy), busy * percentOfOne);
            }},
        {{.name = tr("kernels"), .yields = 1},
            [](const ShareRow& row) {
                const auto kernels = static_cast<double>(row.device.share.kernels)
                    / static_cast<double>(std::max<std::size_t>(row.device.calls, 1));
                return numberCell(qt(profiler::perCallText(kernels)), kernels);
            }},
        {{.name = tr("communication"),
             .explanation = tr("time of a call in which a collective ran on the device")},
            [](const ShareRow& row) {
                return communicationCell(row, row.device.share.communicationNs);
            }},
        {{.name = tr("exposed"),
             .explanation = tr("of it: while no kernel of another class ran on the device")},
            [](const ShareRow& row) {
                return communicationCell(row, row.device.share.exposedNs);
            }}};
}

/// A row for each shown variant; `facts` has one for each of them all.
template <typename Row, typename Fact>
DataContent tableOf(const ComparisonView& view, const QString& title,
    const std::vector<Column<Row>>& columns, const std::vector<Fact>& facts)
{
    DataContent table {.title = title, .columns = headingsOf(columns)};
    forEachShown(view, [&](const profiler::VariantResult& variant, std::size_t index) {
        table.rows.push_back(
            filledRow(columns, Row {variant, facts.at(index)}, {.key = variant.variant}));
    });
    return table;
}

} // namespace

BarContent busyTable(const ComparisonView& view, const DeviceFacts& facts)
{
    BarContent table {
        .content = {.title = tr("Busy and idle"),
            .columns = {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
                {.name = tr("one call, % of its time"),
                    .align = DataAlign::Text,
                    .fills = 1,
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
            return device.use && share(*device.use) >= leastBusyPart;
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
    return tableOf<DeviceRow>(
        view, tr("Kernels and launches of one call"), launchColumns(), facts.devices);
}

BarContent energyTable(const ComparisonView& view, const DeviceFacts& facts)
{
    BarContent table {
        .content = {.title = tr("Energy of one call"),
            .columns = {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
                {.name = tr("one call"), .align = DataAlign::Text, .fills = 1, .width = 90},
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
            const auto reason = energy ? QString() : qt(energy.error());
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
    return tableOf<HostRow>(
        view, tr("The CPU while calls were timed"), hostColumns(), facts.hostUses);
}

DataContent sharesTable(const ComparisonView& view, const DeviceFacts& facts)
{
    const auto columns = shareColumns();
    DataContent table {.title = tr("Devices"), .columns = headingsOf(columns)};
    forEachShown(view, [&](const profiler::VariantResult& variant, std::size_t /*index*/) {
        for (const auto& device : facts.shares)
            if (device.variant == variant.variant)
                table.rows.push_back(
                    filledRow(columns, ShareRow {variant, device}, {.key = variant.variant}));
    });
    return table;
}

} // namespace ui
