// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/cross_page/shown_text.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/page.h"

#include <filesystem>

namespace cross_page {

/// All that the window says while it shows that page: labels, cards, rows of facts, tables, and
/// the numbers behind every chart.
[[nodiscard]] ShownTexts textsOfPage(
    const ui_test::ShownWindow& shown, ui::PageId page, const Names& names);

/// The suite that the file holds; it is of no case and no variant.
[[nodiscard]] ShownTexts textsOfSuitePage(
    const ui_test::ShownWindow& shown, const std::filesystem::path& file, const Names& names);

/// Every metric of the file's first case and first compiled variant, the metric's name before the
/// column.
[[nodiscard]] ShownTexts textsOfHistoryPage(
    const ui_test::ShownWindow& shown, const std::filesystem::path& file, const Names& names);

/// What "So far" of the page Live says of the comparison that is open, as if it were recorded now.
[[nodiscard]] ShownTexts textsOfLivePage(const ui_test::ShownWindow& shown, const Names& names);

} // namespace cross_page
