// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_range_panel.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/model/number_text.h"
#include "ui/charts/chart_text.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/flow_layout.h"
#include "ui/widgets/labels.h"

#include <QGridLayout>
#include <QObject>

#include <algorithm>
#include <functional>
#include <map>

namespace ui {

namespace {

using RangeSide = TimelineRange::Side;

constexpr std::size_t mostNames = 5;
constexpr std::size_t namesAsked = 200; ///< of a side: another may have them among its first
constexpr int rangeValueWidth = 70;

QString unknown()
{
    return QStringLiteral("–");
}

bool hasDevice(const RangeSide& side)
{
    return side.tracks->device.size() > 0;
}

TimelineRange rangeOf(const TimelineScene& scene, const TimelineWindow& window)
{
    TimelineRange range;
    for (std::size_t i = 0; i < scene.runs.size(); ++i) {
        const auto& run = scene.runs[i];
        if (run.tracks != nullptr)
            range.sides.push_back({.name = run.name,
                .variant = run.variant,
                .span = scene.axis.inRun(i, window),
                .tracks = run.tracks,
                .shortNames = run.shortNames});
    }
    return range;
}

TimelineRange computed(TimelineRange range)
{
    for (auto& side : range.sides) {
        side.figures = profiler::rangeFigures(*side.tracks, side.span, namesAsked);
        for (const auto& group : side.tracks->operators) {
            for (const auto& lane : group.lanes)
                side.operators += lane.totals(side.span).events;
            const auto outermost = group.lanes.front().totals(side.span);
            for (const auto ns : outermost.ns)
                side.operatorNs += ns;
        }
    }
    return range;
}

/// One row with a value of each side.
TimelineRangeRow rowOf(const QString& name, const TimelineRange& range,
    const std::function<QString(const RangeSide&)>& value)
{
    TimelineRangeRow row {.name = name};
    for (const auto& side : range.sides)
        row.values << value(side);
    return row;
}

std::int64_t kernelNs(const RangeSide& side)
{
    std::int64_t ns = 0;
    for (const auto& time : side.figures.kernels)
        ns += time.ns;
    return ns;
}

void addDevice(const TimelineRange& range, std::vector<TimelineRangeRow>& rows)
{
    const auto add = [&](const QString& name,
                         const std::function<QString(const RangeSide&)>& value) {
        rows.push_back(rowOf(name, range,
            [&](const RangeSide& side) { return hasDevice(side) ? value(side) : unknown(); }));
    };
    add(QObject::tr("kernels"),
        [](const RangeSide& side) { return countText(side.figures.kernelCount()); });
    add(QObject::tr("kernel time"),
        [](const RangeSide& side) { return durationText(kernelNs(side)); });
    add(QObject::tr("mean"), [](const RangeSide& side) {
        const auto count = side.figures.kernelCount();
        return count == 0 ? unknown() : durationText(kernelNs(side) / count);
    });
    add(QObject::tr("copies"),
        [](const RangeSide& side) { return countText(side.figures.copies.count); });
    add(QObject::tr("launches"),
        [](const RangeSide& side) { return countText(side.figures.launches); });
    add(QObject::tr("busy"), [](const RangeSide& side) {
        const auto length = std::max<std::int64_t>(1, side.span.end - side.span.begin);
        return QObject::tr("%1 %").arg(qt(profiler::formatNumber(
            100 * static_cast<double>(side.device.busyNs()) / static_cast<double>(length), 2)));
    });
    add(QObject::tr("idle"),
        [](const RangeSide& side) { return durationText(side.device.idleNs()); });
    for (const auto cause : profiler::idleCauses) {
        const profiler::DeviceState state(cause);
        const bool any = std::ranges::any_of(
            range.sides, [&](const RangeSide& side) { return side.device.of(state) > 0; });
        if (any)
            add(QObject::tr("idle: %1").arg(qt(profiler::idleCauseName(cause))),
                [&](const RangeSide& side) { return durationText(side.device.of(state)); });
    }
}

/// Kernels are matched by their names: what only one side runs has no value on the other.
void addKernels(const TimelineRange& range, std::vector<TimelineRangeRow>& rows)
{
    std::map<std::string, std::vector<std::int64_t>> times; // by whole name, of each side
    std::map<std::string, QString> names;
    for (std::size_t i = 0; i < range.sides.size(); ++i) {
        const auto& side = range.sides[i];
        for (const auto& name : side.figures.names) {
            const auto& whole = side.tracks->names.text(name.name);
            times[whole].resize(range.sides.size());
            times[whole][i] = name.time.ns;
            names[whole] = side.shortNames.at(name.name);
        }
    }
    std::vector<std::pair<std::int64_t, std::string>> longest;
    longest.reserve(times.size());
    for (const auto& [name, bySide] : times)
        longest.emplace_back(std::ranges::max(bySide), name);
    std::ranges::sort(longest, std::greater {});
    longest.resize(std::min(longest.size(), mostNames));
    if (!longest.empty())
        rows.push_back({.name = QObject::tr("Longest kernels"), .values = {}, .heading = true});
    for (const auto& [most, name] : longest) {
        TimelineRangeRow row {.name = names.at(name)};
        for (const auto ns : times.at(name))
            row.values << (ns > 0 ? durationText(ns) : unknown());
        rows.push_back(std::move(row));
    }
}

} // namespace

std::vector<TimelineRangeRow> rangeRows(const TimelineRange& range)
{
    std::vector<TimelineRangeRow> rows;
    rows.push_back(rowOf({}, range, [](const RangeSide& side) { return side.name; }));
    rows.back().heading = true;
    rows.push_back(rowOf(QObject::tr("length"), range,
        [](const RangeSide& side) { return durationText(side.span.end - side.span.begin); }));
    if (std::ranges::any_of(range.sides, hasDevice)) {
        addDevice(range, rows);
        addKernels(range, rows);
        return rows;
    }
    rows.push_back(rowOf(QObject::tr("operators"), range,
        [](const RangeSide& side) { return countText(side.operators); }));
    rows.push_back(rowOf(QObject::tr("in operators"), range,
        [](const RangeSide& side) { return durationText(side.operatorNs); }));
    return rows;
}

TimelineRangePanel::TimelineRangePanel(const Theme& theme)
    : Panel(theme, tr("Range"))
    , m_grid(new QGridLayout)
{
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(0, 1);
    body()->addLayout(m_grid);
    hide();
}

void TimelineRangePanel::showRange(
    const TimelineScene& scene, const std::optional<TimelineWindow>& range)
{
    if (range == m_shown && m_found)
        return showFigures(*m_found);
    if (range == m_shown)
        return;
    m_shown = range;
    m_found.reset();
    setVisible(range.has_value());
    if (!range) {
        m_job.drop();
        m_rows.clear();
        return;
    }
    setCaption(scene.axis.isFitted() ? QString() : durationText(range->length()));
    m_job.start([asked = rangeOf(scene, *range)] { return computed(asked); },
        [this](TimelineRange found) { showFigures(std::move(found)); });
}

/// States of the device are looked up here: they change once on this thread.
void TimelineRangePanel::showFigures(TimelineRange range)
{
    for (auto& side : range.sides)
        side.device = side.tracks->device.totals(side.span);
    clearLayout(*m_grid);
    m_rows = rangeRows(range);
    m_found = std::move(range);
    for (int line = 0; line < static_cast<int>(m_rows.size()); ++line) {
        const auto& row = m_rows[static_cast<std::size_t>(line)];
        auto* name = new ElidedLabel(Qt::ElideMiddle);
        name->setText(row.name);
        name->setFont(uiFont(type::base, row.heading ? QFont::DemiBold : QFont::Normal));
        m_grid->addWidget(name, line, 0, 1, row.values.isEmpty() ? -1 : 1);
        for (int side = 0; side < row.values.size(); ++side) {
            auto* value = new ElidedLabel(Qt::ElideMiddle);
            value->setText(row.values.at(side));
            value->setFont(uiFont(type::base, QFont::DemiBold));
            value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            value->setMinimumWidth(rangeValueWidth);
            value->setMaximumWidth(rangeValueWidth);
            m_grid->addWidget(value, line, side + 1);
        }
    }
}

} // namespace ui
