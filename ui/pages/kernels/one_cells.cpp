// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/kernels/one_cells.h"

#include <array>

namespace ui {

namespace {

constexpr std::array shown {
    NameColumn, ClassColumn, BaselineTimes, BaselineNs, BaselineMean, BaselineShare};

template <typename Each>
std::vector<Each> ofOne(const std::vector<Each>& ofTwo)
{
    std::vector<Each> one;
    for (const WorkColumn column : shown)
        one.push_back(ofTwo.at(static_cast<std::size_t>(column)));
    return one;
}

} // namespace

std::vector<DataColumn> OneCells::columns() const
{
    return ofOne(PairCells::columns());
}

std::vector<int> OneCells::changeColumns() const
{
    return {};
}

DataRow OneCells::row(const WorkLine& line) const
{
    auto row = PairCells::row(line);
    row.cells = ofOne(row.cells);
    return row;
}

} // namespace ui
