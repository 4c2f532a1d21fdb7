// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

namespace ui {

class DraftPanel;

/// What decides the recommendation; can be changed later without measuring again.
[[nodiscard]] DraftPanel* newGoalBlock(const Theme& theme);
/// The ways to run the model; the first is the baseline.
[[nodiscard]] DraftPanel* newVariantsBlock(const Theme& theme);

} // namespace ui
