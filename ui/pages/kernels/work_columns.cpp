// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/work_columns.h"

#include "ui/charts/chart_text.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

namespace ui {

namespace {

constexpr std::size_t few = 4; ///< sides, beside which bars have room

using MakeCell = DataCell (WorkCells::*)(const WorkLine&, std::size_t) const;

Column<WorkLine> columnOf(
    const WorkCells& cells, DataColumn heading, MakeCell cell, std::size_t side)
{
    return {std::move(heading),
        [&cells, cell, side](const WorkLine& line) { return (cells.*cell)(line, side); }};
}

Column<WorkLine> nameColumn(int narrowest)
{
    return {{.name = tr("work"),
                .align = DataAlign::Text,
                .elastic = true,
                .narrowest = narrowest,
                .fills = 1},
        [](const WorkLine& line) { return line.name; }};
}

Column<WorkLine> classColumn()
{
    return {{.name = tr("class"), .align = DataAlign::Text, .yields = 1}, [](const WorkLine& line) {
                DataCell kind = textCell(line.kind);
                kind.muted = true;
                return kind;
            }};
}

Column<WorkLine> nsColumn(const WorkCells& cells, std::size_t side, int yields)
{
    DataColumn heading = timeColumn(cells.heading(side), cells.unit());
    heading.yields = yields;
    return columnOf(cells, heading, &WorkCells::nsCell, side);
}

Column<WorkLine> timesColumn(const WorkCells& cells, std::size_t side)
{
    return columnOf(cells,
        {.name = tr("%1\ncount").arg(cells.heading(side)),
            .yields = 4,
            .explanation = tr("How often it ran in one call.")},
        &WorkCells::timesCell, side);
}

Column<WorkLine> meanColumn(const WorkCells& cells, std::size_t side)
{
    return columnOf(cells,
        {.name = tr("%1\nmean, %2").arg(cells.heading(side), unitText(cells.meanUnit())),
            .yields = 3,
            .explanation = tr("Of one run: the time of a call, by how often it ran in it.")},
        &WorkCells::meanCell, side);
}

Column<WorkLine> shareColumn(const WorkCells& cells, std::size_t side)
{
    return columnOf(cells,
        {.name = tr("%1\n% of call").arg(cells.heading(side)),
            .yields = 2,
            .explanation = tr("Share of one call.")},
        &WorkCells::shareCell, side);
}

} // namespace

/// Where there is no room the class goes first, then times: the changes stay.
WorkColumns columnsOfAll(const WorkCells& cells)
{
    const bool bars = cells.sides() <= few;
    WorkColumns made {
        .columns = {nameColumn(bars ? 190 : 120), classColumn(), nsColumn(cells, 0, 3)}};
    for (std::size_t side = 1; side < cells.sides(); ++side) {
        made.columns.push_back(nsColumn(cells, side, 2));
        made.changes.push_back(static_cast<int>(made.columns.size()));
        made.columns.push_back(columnOf(cells,
            {.name = tr("%1\nchange, %2").arg(cells.heading(side), unitText(cells.unit())),
                .width = bars ? 150 : 0,
                .explanation = tr("What %1 spends more in one call than %2, or less. Coloured "
                                  "where a group, the rest or the call gained or lost.")
                                   .arg(cells.heading(side), cells.heading(0))},
            &WorkCells::changeCell, side));
    }
    return made;
}

/// Where there is no room shares go first, then means; times and the class can be seen elsewhere.
WorkColumns columnsOfPair(const WorkCells& cells)
{
    constexpr int narrowest = 300; // kernels' names differ at both ends
    return {.columns
        = {nameColumn(narrowest), classColumn(), timesColumn(cells, 0), timesColumn(cells, 1),
            nsColumn(cells, 0, 0), nsColumn(cells, 1, 0), meanColumn(cells, 0),
            meanColumn(cells, 1), shareColumn(cells, 0), shareColumn(cells, 1),
            columnOf(cells,
                {.name = tr("net change, %1").arg(unitText(cells.unit())),
                    .width = 170,
                    .explanation
                    = tr("What the variant spends more in one call, or less. Coloured where "
                         "a group, the rest or the call gained or lost.")},
                &WorkCells::changeCell, 1)},
        .changes = {ChangeColumn}};
}

WorkColumns columnsOfPlaces(const WorkCells& cells, bool counted)
{
    const WorkColumns pair = columnsOfPair(cells);
    WorkColumns made;
    for (const auto column : {NameColumn, BaselineTimes, VariantTimes, BaselineNs, VariantNs,
             BaselineShare, VariantShare, ChangeColumn})
        if (counted || (column != BaselineTimes && column != VariantTimes))
            made.columns.push_back(pair.columns.at(column));
    made.changes = {static_cast<int>(made.columns.size()) - 1};
    return made;
}

WorkColumns columnsOfOne(const WorkCells& cells)
{
    const WorkColumns pair = columnsOfPair(cells);
    WorkColumns one;
    for (const auto column :
        {NameColumn, ClassColumn, BaselineTimes, BaselineNs, BaselineMean, BaselineShare})
        one.columns.push_back(pair.columns.at(column));
    return one;
}

} // namespace ui
