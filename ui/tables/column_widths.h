// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace ui {

struct DataColumn;

/// Widths that fill `room` and never more, as long as anything can give way: elastic columns are
/// shortened first, the widest first; then columns that yield are hidden (width 0), and then
/// elastic ones are shortened further. What is left over goes to the columns that fill, or else to
/// all alike.
[[nodiscard]] std::vector<int> columnWidths(
    const std::vector<DataColumn>& columns, const std::vector<int>& natural, int room);

} // namespace ui
