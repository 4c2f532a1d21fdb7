// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTableView;

namespace ui {

/// No frame, grid, row numbers or bold headings: the rows are what is seen. Tab leaves the table
/// instead of walking its cells. Called after the table has its headers.
void makeQuiet(QTableView& table);

} // namespace ui
