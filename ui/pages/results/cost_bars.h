// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/tables/bar_delegate.h"
#include "ui/tables/data_model.h"

#include <vector>

namespace ui {

/// Rows have the keys of the results table.
[[nodiscard]] BarContent costBars(const ComparisonView& view);

} // namespace ui
