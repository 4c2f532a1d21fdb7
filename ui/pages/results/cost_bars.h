// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/tables/bar_delegate.h"
#include "ui/tables/data_model.h"

#include <vector>

namespace ui {

/// Median, compile cost and peak memory of every variant in every case, side by side.
struct CostBars {
    DataContent content;
    std::vector<BarColumn> bars;
};

/// Rows have the keys of the results table.
[[nodiscard]] CostBars costBars(const ComparisonView& view);

} // namespace ui
