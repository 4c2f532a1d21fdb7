// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/kernels/work_cells.h"
#include "ui/tables/column.h"

#include <vector>

namespace ui {

/// Columns of the baseline and one variant; each pair has the baseline first.
enum WorkColumn {
    NameColumn,
    ClassColumn,
    BaselineTimes,
    VariantTimes,
    BaselineNs,
    VariantNs,
    BaselineMean,
    VariantMean,
    BaselineShare,
    VariantShare,
    ChangeColumn
};

struct WorkColumns {
    std::vector<Column<WorkLine>> columns;
    std::vector<int> changes; ///< where the changes stand, side by side
};

/// The baseline and every variant: time and change of each. All three live as long as `cells`.
[[nodiscard]] WorkColumns columnsOfAll(const WorkCells& cells);
/// Everything that is known of the baseline beside one variant, in the order of WorkColumn.
[[nodiscard]] WorkColumns columnsOfPair(const WorkCells& cells);
/// Of places in the user's code: the work of a place is of many classes and has no mean. `counted`:
/// how often it ran is known.
[[nodiscard]] WorkColumns columnsOfPlaces(const WorkCells& cells, bool counted);
/// Of one variant alone: nothing stands beside it, so nothing changes.
[[nodiscard]] WorkColumns columnsOfOne(const WorkCells& cells);

} // namespace ui
