// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/all_cells.h"

#include "ui/charts/chart_text.h"
#include "ui/text/text.h"
#include "ui/text/time_unit.h"

#include <QCoreApplication>

namespace ui {

namespace {

constexpr int firstVariant = 3; ///< behind name, class and the baseline's time
constexpr int columnsOfVariant = 2;
constexpr std::size_t few = 4; ///< sides, beside which bars have room

QString tr(const char* text)
{
    return QCoreApplication::translate("WorkTable", text);
}

} // namespace

/// Where there is no room the class goes first, then times: the changes stay.
std::vector<DataColumn> AllCells::columns() const
{
    const auto sides = work().variants.size();
    std::vector<DataColumn> columns {{.name = tr("work"),
                                         .align = DataAlign::Text,
                                         .elastic = true,
                                         .narrowest = sides > few ? 120 : 190,
                                         .fills = true},
        {.name = tr("class"), .align = DataAlign::Text, .yields = 1},
        timeColumn(heading(0), unit())};
    columns.back().yields = 3;
    for (std::size_t side = 1; side < sides; ++side) {
        columns.push_back(timeColumn(heading(side), unit()));
        columns.back().yields = 2;
        columns.push_back({.name = tr("%1\nchange, %2").arg(heading(side), unitText(unit())),
            .width = sides > few ? 0 : 150,
            .explanation = tr("What %1 spends more in one call than %2, or less. Coloured where a "
                              "group, the rest or the call gained or lost.")
                               .arg(heading(side), heading(0))});
    }
    return columns;
}

std::vector<int> AllCells::changeColumns() const
{
    std::vector<int> columns;
    for (int side = 1; side < static_cast<int>(work().variants.size()); ++side)
        columns.push_back(firstVariant + (columnsOfVariant * side) - 1);
    return columns;
}

DataRow AllCells::row(const WorkLine& line) const
{
    DataCell kind = textCell(line.kind);
    kind.muted = true;
    DataRow row {.cells = {line.name, kind, nsCell(line, 0)}};
    for (std::size_t side = 1; side < work().variants.size(); ++side) {
        row.cells.push_back(nsCell(line, side));
        row.cells.push_back(changeCell(line, side));
    }
    return row;
}

} // namespace ui
