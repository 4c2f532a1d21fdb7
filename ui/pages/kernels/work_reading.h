// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/analysis/work_details.h"
#include "ui/models/comparison_view.h"

#include <QString>

#include <array>
#include <memory>

namespace ui {

/// What the rows of both traces tell of the work, baseline first; shared between threads.
struct WorkReading {
    std::array<std::shared_ptr<const profiler::WorkDetails>, 2> sides; ///< null: `missing` says why
    std::array<QString, 2> missing;
};

/// Of the baseline and the focused variant; read on a pool thread. The baseline alone has one side.
[[nodiscard]] WorkReading readWork(const ComparisonView& view);

} // namespace ui
