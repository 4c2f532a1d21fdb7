// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

namespace ui {

/// Sizes of type in device-independent pixels.
namespace type {
inline constexpr int figure = 46; ///< the × of the verdict
inline constexpr int value = 24; ///< of a card
inline constexpr int verdict = 19;
inline constexpr int title = 15;
inline constexpr int base = 13;
inline constexpr int caption = 12;
inline constexpr int small = 11;
} // namespace type

/// Makes the bundled families known to Qt; once, after the application exists.
void loadFonts();

[[nodiscard]] QFont uiFont(int pixels = type::base, QFont::Weight weight = QFont::Normal);

/// For code, kernels and guards. Nothing is shaped, so `>=` stays two characters.
[[nodiscard]] QFont monoFont(int pixels = type::caption, QFont::Weight weight = QFont::Normal);

} // namespace ui
