// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page_descriptor.h"

#include <optional>
#include <vector>

namespace ui {

/// All pages in the order of the side bar. A new page is added here.
[[nodiscard]] const std::vector<PageDescriptor>& pageList();
[[nodiscard]] const PageDescriptor& descriptorOf(PageId id);
/// By its word.
[[nodiscard]] std::optional<PageId> pageFrom(std::string_view word);

} // namespace ui
