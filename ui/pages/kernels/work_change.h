// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/shapes.h"

namespace ui {

/// How a change is drawn.
struct WorkChange {
    double share = 0; ///< of the largest change on the page, -1 to 1
    Status status = Status::Neutral; ///< of the bar
};

} // namespace ui
