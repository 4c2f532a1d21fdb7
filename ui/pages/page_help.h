// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/page.h"

namespace ui {

/// What a page shows and how to read it, in two or three sentences.
[[nodiscard]] QString pageHelp(PageId page);

} // namespace ui
