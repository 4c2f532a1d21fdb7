// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_cells.h"

#include "ui/charts/chart_text.h"
#include "ui/models/text.h"
#include "ui/models/time_unit.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::Verdict;
using profiler::WorkComparison;
using profiler::WorkPair;

QString tr(const char* text)
{
    return QCoreApplication::translate("WorkTable", text);
}

/// The unit in which a run of average length reads well.
profiler::TimeUnit meanUnitOf(const WorkComparison& work)
{
    double ns = 0;
    double times = 0;
    for (const auto& row : work.rows)
        for (const auto& side : {row.time.baseline, row.time.variant})
            if (side) {
                ns += side->ns;
                times += side->times;
            }
    return profiler::unitFor(times > 0 ? ns / times : 0);
}

DataColumn timesColumn(const QString& side, int yields)
{
    return {.name = tr("%1\ntimes").arg(side),
        .yields = yields,
        .explanation = tr("How often it ran in one call.")};
}

DataColumn nsColumn(const QString& side, const QString& unit)
{
    return {.name = tr("%1\n%2").arg(side, unit),
        .explanation = tr("Of one call; all rows add up to the untraced median.")};
}

DataColumn meanColumn(const QString& side, const QString& unit, int yields)
{
    return {.name = tr("%1\nmean, %2").arg(side, unit),
        .yields = yields,
        .explanation = tr("Of one run: the time of a call, by how often it ran in it.")};
}

DataColumn shareColumn(const QString& side, int yields)
{
    return {.name = tr("%1\n% of call").arg(side),
        .yields = yields,
        .explanation = tr("Share of one call.")};
}

} // namespace

QString timesText(double times)
{
    const bool whole = std::abs(times - std::round(times)) < 0.005;
    return whole ? countText(std::llround(times)) : numberText(times, 3);
}

WorkCells::WorkCells(const ComparisonView& view, const WorkComparison& work,
    const std::vector<profiler::WorkGroup>& groups)
    : m_work(work)
    , m_baseline(forHeading(view.caseResult()->variants.front().name))
    , m_variant(view.focused() == nullptr ? QString() : forHeading(view.focused()->name))
    , m_alone(view.focus == 0)
    , m_meanUnit(meanUnitOf(work))
{
    const auto verdict
        = view.focused() == nullptr ? Verdict::NotEnoughData : view.focused()->verdict;
    m_decided = verdict == Verdict::Faster || verdict == Verdict::Slower;
    double fastest = 0;
    for (const auto& side : {work.total.baseline, work.total.variant})
        if (side && (fastest == 0 || side->ns < fastest))
            fastest = side->ns;
    m_unit = profiler::unitFor(fastest);
    for (const auto& row : work.rows)
        widen(row.time);
    for (const auto& group : groups)
        widen(group.time);
    for (const auto& rest : work.rests)
        widen(rest.time);
    widen(work.total);
}

void WorkCells::widen(const WorkPair& pair)
{
    m_largest = std::max(m_largest, std::abs(pair.changeNs()));
}

/// Where there is no room shares go first, then means; times and the class can be seen elsewhere.
std::vector<DataColumn> WorkCells::columns() const
{
    const QString unit = unitText(m_unit);
    const QString meanUnit = unitText(m_meanUnit);
    return {{.name = tr("work"),
                .align = DataAlign::Text,
                .elastic = true,
                .narrowest = 300, // kernels' names differ at both ends
                .fills = true},
        {.name = tr("class"), .align = DataAlign::Text, .yields = 1}, timesColumn(m_baseline, 4),
        timesColumn(m_variant, 4), nsColumn(m_baseline, unit), nsColumn(m_variant, unit),
        meanColumn(m_baseline, meanUnit, 3), meanColumn(m_variant, meanUnit, 3),
        shareColumn(m_baseline, 2), shareColumn(m_variant, 2),
        {.name = tr("net change, %1").arg(unit),
            .width = 170,
            .explanation = tr("What the variant spends more in one call, or less. Coloured where "
                              "a group, the rest or the call gained or lost.")}};
}

DataRow WorkCells::row(const DataCell& name, const QString& kind, const WorkPair& pair,
    bool countsTimes, WorkAbsence absence) const
{
    DataCell kindCell = textCell(kind);
    kindCell.muted = true;
    const auto& [baseline, variant] = pair;
    DataRow row;
    row.cells = {name, kindCell, timesCell(baseline), timesCell(variant), nsCell(baseline),
        nsCell(variant), meanCell(baseline), meanCell(variant),
        shareCell(baseline, m_work.total.baseline), shareCell(variant, m_work.total.variant),
        changeCell(pair)};
    for (const auto column : {BaselineTimes, VariantTimes, BaselineMean, VariantMean})
        if (!countsTimes)
            row.cells[column] = textCell({});
    for (const auto column : {BaselineTimes, BaselineNs, BaselineMean, BaselineShare})
        if (!baseline && (countsTimes || column == BaselineNs || column == BaselineShare))
            row.cells[column] = missingCell(whyMissing(m_baseline, absence));
    for (const auto column : {VariantTimes, VariantNs, VariantMean, VariantShare})
        if (!variant && (countsTimes || column == VariantNs || column == VariantShare))
            row.cells[column] = missingCell(whyMissing(m_variant, absence));
    return row;
}

WorkSign WorkCells::signOf(const WorkPair& pair, bool coloured) const
{
    WorkSign sign;
    if (!m_work.isPaired() || m_largest <= 0)
        return sign;
    sign.change = pair.changeNs() / m_largest;
    if (coloured && m_decided && sign.change != 0)
        sign.status = sign.change < 0 ? Status::Good : Status::Bad;
    return sign;
}

QString WorkCells::onlyIn(const WorkPair& pair, WorkAbsence absence) const
{
    if (!m_work.isPaired() || (pair.baseline && pair.variant))
        return {};
    const QString& side = pair.baseline ? m_baseline : m_variant;
    return absence == WorkAbsence::NotRun ? tr("only in %1").arg(side)
                                          : tr("only seen in %1").arg(side);
}

QString WorkCells::whyMissing(const QString& side, WorkAbsence absence) const
{
    const bool isBaseline = &side == &m_baseline;
    const auto& overhead = isBaseline ? m_work.baselineOverhead : m_work.variantOverhead;
    if (!isBaseline && m_alone)
        return tr("Choose another variant above to compare with.");
    if (!overhead)
        return tr("Not known of %1: %2. Record with a trace.").arg(side, qt(overhead.error()));
    return absence == WorkAbsence::NotRun
        ? tr("%1 does not run it.").arg(side)
        : tr("The trace of %1 shows nothing that was called from here.").arg(side);
}

DataCell WorkCells::timesCell(const Time& time) const
{
    if (!time)
        return {};
    return numberCell(timesText(time->times), time->times);
}

DataCell WorkCells::nsCell(const Time& time) const
{
    if (!time)
        return {};
    return numberCell(timeText(m_unit, time->ns), time->ns / nanosecondsIn(m_unit));
}

DataCell WorkCells::meanCell(const Time& time) const
{
    if (!time || time->times <= 0)
        return {};
    const double mean = time->ns / time->times;
    return numberCell(timeText(m_meanUnit, mean), mean / nanosecondsIn(m_meanUnit));
}

DataCell WorkCells::shareCell(const Time& time, const Time& total)
{
    if (!time || !total || total->ns <= 0)
        return {};
    const double percent = 100 * time->ns / total->ns;
    return numberCell(QString::number(percent, 'f', 1), percent);
}

DataCell WorkCells::changeCell(const WorkPair& pair) const
{
    if (!m_work.isPaired())
        return missingCell(m_alone ? tr("Choose another variant above to compare with.")
                                   : tr("One side is not known."));
    const double ns = pair.changeNs();
    const QString size = timeText(m_unit, std::abs(ns));
    return numberCell(ns < 0 ? u"▼ \u2212"_qs + size
            : ns > 0         ? u"▲ +"_qs + size
                             : u"±0"_qs,
        ns / nanosecondsIn(m_unit));
}

} // namespace ui
