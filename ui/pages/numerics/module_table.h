// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/numerics/module_trail.h"
#include "ui/comparison/comparison_view.h"
#include "ui/tables/bar_delegate.h"

namespace ui {

/// The outputs of modules in the order in which they returned, the error of both sides drawn; the
/// first one beyond the tolerance is marked. Keyed by place.
[[nodiscard]] BarContent numericsByModule(
    const ComparisonView& view, const profiler::ModuleTrail& trail);

} // namespace ui
