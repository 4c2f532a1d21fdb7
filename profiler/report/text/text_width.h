// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// How wide text will be: a picture that is written without a font still knows where it ends.
namespace profiler {

enum class Weight { Regular, SemiBold };

/// In the unit of `size`, set in Inter. Letters that Inter lacks are taken as wide as they can be.
[[nodiscard]] double textWidth(std::string_view text, double size, Weight weight = Weight::Regular);

/// Cut in its middle, so that beginnings and endings that tell names apart both stay.
[[nodiscard]] std::string shortened(
    const std::string& text, double size, double width, Weight weight = Weight::Regular);

/// Words of a line, some of them strong.
struct TextRun {
    std::string text;
    bool strong = false;
};

using TextLine = std::vector<TextRun>;

/// Text with ** around what is strong, as its parts.
[[nodiscard]] TextLine runsOf(std::string_view marked);

/// Without the stars.
[[nodiscard]] std::string withoutMarks(std::string_view marked);

/// "95 %", "84.0 s" and "20 rounds" with a space that no line ends at.
[[nodiscard]] std::string unitsKept(std::string_view text);

/// Broken into lines of at most `width`; a word that is longer is broken, too.
[[nodiscard]] std::vector<TextLine> linesOf(std::string_view marked, double size, double width);

} // namespace profiler
