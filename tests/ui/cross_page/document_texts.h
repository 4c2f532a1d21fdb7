// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/cross_page/shown_text.h"

#include <filesystem>

namespace cross_page {

[[nodiscard]] Names namesIn(const std::filesystem::path& file);

/// All that the command line and reports say of the newest comparison of a file: text, JSON, CSV,
/// Markdown and HTML.
[[nodiscard]] ShownTexts textsOfDocuments(const std::filesystem::path& file);

} // namespace cross_page
