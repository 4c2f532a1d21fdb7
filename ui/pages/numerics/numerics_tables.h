// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/numerics/numerics.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/bar_delegate.h"

#include <vector>

namespace ui {

/// One row for each visible variant: its worst figures. Keyed by variant.
[[nodiscard]] BarContent numericsByVariant(
    const ComparisonView& view, const std::vector<profiler::NumericsRow>& rows);

/// Every tensor of the focused variant, the worst first.
[[nodiscard]] BarContent numericsByTensor(
    const ComparisonView& view, const std::vector<profiler::NumericsRow>& rows);

} // namespace ui
