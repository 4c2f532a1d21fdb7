// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

namespace ui {

/// Whether the comparison holds what the page shows; pages without are dimmed and say what to
/// record.
[[nodiscard]] bool hasData(PageId page, const ComparisonView& view);

/// Pages that are about the open comparison and have nothing to say without one.
[[nodiscard]] bool needsComparison(PageId page);

/// The page that explains a finding.
[[nodiscard]] PageId pageOf(const profiler::Finding& finding);

} // namespace ui
