// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/work_cells.h"

namespace ui {

/// The baseline and every variant: time and change of each.
class AllCells : public WorkCells {
public:
    using WorkCells::WorkCells;

    [[nodiscard]] std::vector<DataColumn> columns() const override;
    [[nodiscard]] std::vector<int> changeColumns() const override;
    [[nodiscard]] DataRow row(const WorkLine& line) const override;
};

} // namespace ui
