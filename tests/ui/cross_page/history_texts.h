// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/cross_page/shown_text.h"

#include <filesystem>

namespace cross_page {

/// Every metric of every variant and case, as `history FILE` says it: the column is the metric's
/// key.
[[nodiscard]] ShownTexts textsOfHistory(const std::filesystem::path& file, const Names& names);

} // namespace cross_page
