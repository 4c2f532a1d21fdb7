// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/pair_cells.h"

#include "ui/charts/chart_text.h"
#include "ui/text/text.h"
#include "ui/text/time_unit.h"

#include <QCoreApplication>

namespace ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("WorkTable", text);
}

/// The unit in which a run of average length reads well.
profiler::TimeUnit meanUnitOf(const profiler::WorkOfVariants& work)
{
    double ns = 0;
    double times = 0;
    for (const auto& row : work.rows)
        for (const auto& side : row.times)
            if (side) {
                ns += side->ns;
                times += side->times;
            }
    return profiler::unitFor(times > 0 ? ns / times : 0);
}

DataColumn timesColumn(const QString& side, int yields)
{
    return {.name = tr("%1\ncount").arg(side),
        .yields = yields,
        .explanation = tr("How often it ran in one call.")};
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

PairCells::PairCells(const ComparisonView& view, const profiler::WorkOfVariants& work,
    const std::vector<profiler::WorkGroup>& groups)
    : WorkCells(view, work, groups)
    , m_meanUnit(meanUnitOf(work))
{
}

/// Where there is no room shares go first, then means; times and the class can be seen elsewhere.
std::vector<DataColumn> PairCells::columns() const
{
    const QString baseline = heading(0);
    const QString variant = heading(1);
    const QString meanUnit = unitText(m_meanUnit);
    return {{.name = tr("work"),
                .align = DataAlign::Text,
                .elastic = true,
                .narrowest = 300, // kernels' names differ at both ends
                .fills = true},
        {.name = tr("class"), .align = DataAlign::Text, .yields = 1}, timesColumn(baseline, 4),
        timesColumn(variant, 4), timeColumn(baseline, unit()), timeColumn(variant, unit()),
        meanColumn(baseline, meanUnit, 3), meanColumn(variant, meanUnit, 3),
        shareColumn(baseline, 2), shareColumn(variant, 2),
        {.name = tr("net change, %1").arg(unitText(unit())),
            .width = 170,
            .explanation = tr("What the variant spends more in one call, or less. Coloured where "
                              "a group, the rest or the call gained or lost.")}};
}

std::vector<int> PairCells::changeColumns() const
{
    return {ChangeColumn};
}

DataRow PairCells::row(const WorkLine& line) const
{
    DataCell kind = textCell(line.kind);
    kind.muted = true;
    return {.cells = {line.name, kind, timesCell(line, 0), timesCell(line, 1), nsCell(line, 0),
                nsCell(line, 1), meanCell(line, 0), meanCell(line, 1), shareCell(line, 0),
                shareCell(line, 1), changeCell(line, 1)}};
}

DataCell PairCells::meanCell(const WorkLine& line, std::size_t side) const
{
    if (!line.countsTimes || line.isCall)
        return textCell({});
    const auto& time = timeOf(line.times, side);
    if (!time)
        return missingCell(whyMissing(line, side));
    if (time->times <= 0)
        return {};
    const double mean = time->ns / time->times;
    return numberCell(timeText(m_meanUnit, mean), mean / nanosecondsIn(m_meanUnit));
}

DataCell PairCells::shareCell(const WorkLine& line, std::size_t side) const
{
    const auto& time = timeOf(line.times, side);
    if (!time)
        return missingCell(whyMissing(line, side));
    const auto& total = timeOf(work().total, side);
    if (!total || total->ns <= 0)
        return {};
    const double percent = 100 * time->ns / total->ns;
    return numberCell(QString::number(percent, 'f', 1), percent);
}

} // namespace ui
