// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/history/history.h"
#include "ui/tables/data_model.h"

namespace ui {

/// A row for each recording; its key is the point's index.
[[nodiscard]] DataContent historyTable(const profiler::History& history);

} // namespace ui
