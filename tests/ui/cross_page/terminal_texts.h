// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/cross_page/shown_text.h"

namespace cross_page {

/// Tables of a terminal by cell: lines below each other whose columns are at least two spaces
/// apart. Every line besides as text, with paragraphs that were wrapped put together again.
[[nodiscard]] ShownTexts textsOfTerminal(
    const QString& place, const QString& document, const Names& names);

/// Sentences of a text without lines of its own.
[[nodiscard]] ShownTexts textsOfSentences(const QString& place, const QString& document);

} // namespace cross_page
