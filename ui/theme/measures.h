// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Pixels that all pages share.
namespace ui {

inline constexpr int pageMargin = 16;
inline constexpr int pageGap = 12; ///< between two panels
inline constexpr int partGap = 8; ///< between the parts of a panel
inline constexpr int styleGap = -1; ///< as the style has it

} // namespace ui
