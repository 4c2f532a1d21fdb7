// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/work_details.h"
#include "ui/comparison/comparison_view.h"

#include <QString>

#include <map>
#include <memory>
#include <vector>

namespace ui {

/// What the rows of a variant's trace tell of the work; shared between threads.
struct WorkSide {
    std::shared_ptr<const profiler::WorkDetails> details; ///< null: `missing` says why
    QString missing;
};

/// By variant.
using WorkReading = std::map<int, WorkSide>;

/// Of those variants; reads on a pool thread.
[[nodiscard]] WorkReading readWork(const ComparisonView& view, const std::vector<int>& variants);

} // namespace ui
