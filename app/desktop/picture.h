// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/opened_view.h"
#include "ui/theme/theme.h"

namespace desktop {

/// `--grab` and `--report`: reads the place, writes what was asked for, returns the exit code.
[[nodiscard]] int writeFiles(ui::Theme& theme, const Options& options, const Place& place);

} // namespace desktop
