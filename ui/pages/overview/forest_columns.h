// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/overview/forest_row.h"
#include "ui/tables/column.h"

namespace ui {

enum class ForestColumn { Name, Times, Median, P99, Bar, Ratio, Throughput, Verdict };

/// The forest as a table, in the order of ForestColumn: what is painted can also be read, sorted
/// and copied.
[[nodiscard]] std::vector<Column<ForestRow>> forestColumns(const Forest& forest);

} // namespace ui
