// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/cross_page/shown_text.h"

namespace ui {
struct JudgedComparison;
} // namespace ui

namespace cross_page {

/// What is read on the slide and on the pages of a PDF. Without pdftotext (poppler-utils) the PDF
/// is left out.
[[nodiscard]] ShownTexts textsOfPrints(const ui::JudgedComparison& comparison);

} // namespace cross_page
