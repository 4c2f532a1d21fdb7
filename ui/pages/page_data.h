// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

#include <vector>

namespace ui {

/// Whether the comparison holds what the page shows; pages without are dimmed and say what to
/// record.
[[nodiscard]] bool hasData(PageId page, const ComparisonView& view);

/// Of an import: why the page can show nothing; empty: it can, or the comparison was recorded.
[[nodiscard]] QString whyNotInFile(PageId page, const ComparisonView& view);
/// A command that brings what the page needs; may be empty.
[[nodiscard]] QString whatTellsIt(PageId page);

/// Pages that are about the open comparison and have nothing to say without one.
[[nodiscard]] bool needsComparison(PageId page);

/// The page that explains a finding.
[[nodiscard]] PageId pageOf(const profiler::Finding& finding);

/// `note` and, where traces of these variants lack something, what.
[[nodiscard]] QString withLosses(
    const QString& note, const ComparisonView& view, const std::vector<int>& variants);

} // namespace ui
