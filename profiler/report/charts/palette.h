// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace profiler {

enum class ReportTheme { Light, Dark };

/// The colours of a report: the tokens of the desktop program's theme, as CSS writes them.
struct Palette {
    std::string_view window;
    std::string_view panel;
    std::string_view raised;
    std::string_view border;
    std::string_view grid;
    std::string_view text;
    std::string_view muted;
    std::string_view faint; ///< decorative only
    std::string_view accent;
    std::string_view good;
    std::string_view bad;
    std::string_view warn;
    std::array<std::string_view, 8> variants; ///< the baseline first
};

[[nodiscard]] const Palette& paletteOf(ReportTheme theme);

/// Dashes and gaps of a variant's line, for lines 2 wide; empty = solid.
[[nodiscard]] std::span<const double> dashesOf(int variant);

} // namespace profiler
