// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/cross_page/shown_text.h"
#include "tests/ui/shown_window.h"
#include "ui/pages/page.h"

namespace cross_page {

/// All that the window says while it shows that page: labels, cards, rows of facts, tables, and
/// the numbers behind every chart.
[[nodiscard]] ShownTexts textsOfPage(
    const ui_test::ShownWindow& shown, ui::PageId page, const Names& names);

} // namespace cross_page
