// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/statistics/violin.h"

#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace ui {

/// A comparison as it was read and judged once, on a pool thread; pages share it unchanged.
struct JudgedComparison {
    profiler::ComparisonData data;
    profiler::ComparisonResult result;
    std::map<std::pair<int, int>, profiler::Violin> violins; ///< by case and variant

    /// Of the steady timed calls; none where nothing was timed.
    [[nodiscard]] std::optional<profiler::Violin> violinOf(int caseIndex, int variant) const;
};

/// Judges and prepares what pages draw; takes as long as the calls are many, so not on the GUI
/// thread.
[[nodiscard]] std::shared_ptr<const JudgedComparison> judged(profiler::ComparisonData data);

} // namespace ui
