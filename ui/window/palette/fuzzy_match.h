// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace ui {

/// How well the letters of `pattern` are found in `text` in that order, case aside; higher is
/// better, nothing when some are missing. Beginnings of words and letters in a row count more, and
/// blanks in the pattern part words that may stand anywhere.
[[nodiscard]] std::optional<int> fuzzyScore(const QString& pattern, const QString& text);

} // namespace ui
