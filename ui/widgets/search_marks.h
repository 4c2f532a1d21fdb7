// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ui {

/// Property of a widget that shows whole what the chosen row of another widget shows in short: find
/// in page leaves it out.
inline constexpr auto repeatsChosenRow = "repeatsChosenRow";

} // namespace ui
