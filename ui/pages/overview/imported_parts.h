// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/comparison/comparison_view.h"
#include "ui/figure/chart_parts.h"
#include "ui/tables/bar_delegate.h"
#include "ui/tables/data_model.h"
#include "ui/theme/theme.h"

#include <vector>

namespace ui {

/// The variant that an import's Overview speaks of: the focused one, the second beside the first.
[[nodiscard]] int subjectVariant(const ComparisonView& view);

/// What its times are of: "step" or "trace".
[[nodiscard]] QString importedUnit(const ComparisonView& view);

/// A bar for each imported trace, of its classes of work and causes of idle time, in ms.
struct ImportedParts {
    BarContent table;
    std::vector<ChartLegend::Entry> legend; ///< of what occurs
};

[[nodiscard]] ImportedParts importedParts(const Theme& theme, const ComparisonView& view);

} // namespace ui
