// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"
#include "ui/theme/icons.h"

#include <QString>

#include <optional>
#include <vector>

namespace ui {

/// One entry of the side bar.
struct PageEntry {
    PageId id = PageId::Overview;
    QString word; ///< for the command line and settings: "overview"
    QString group; ///< "Worth it?"
    QString name;
    Icon icon = Icon::Overview;
    QString question; ///< what the page answers
};

/// All pages in the order of the side bar.
[[nodiscard]] const std::vector<PageEntry>& pageCatalogue();
[[nodiscard]] const PageEntry& pageEntry(PageId id);
[[nodiscard]] std::optional<PageId> pageFrom(const QString& word);

} // namespace ui
