// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/pair_cells.h"

namespace ui {

/// Columns of one variant alone: nothing stands beside it, so nothing changes.
class OneCells : public PairCells {
public:
    using PairCells::PairCells;

    [[nodiscard]] std::vector<DataColumn> columns() const override;
    [[nodiscard]] std::vector<int> changeColumns() const override;
    [[nodiscard]] DataRow row(const WorkLine& line) const override;
};

} // namespace ui
