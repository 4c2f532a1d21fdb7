// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/charts/palette.h"
#include "profiler/report/sentences/verdict_notes.h"

#include <string>
#include <string_view>

/// A status as the desktop program draws it: check in a disc, triangle, octagon with ×, open circle
/// with bar, open circle with i.
namespace profiler {

/// What a mark is in each kind of document: colour is never the only carrier.
struct MarkLook {
    std::string_view word; ///< read out instead of the shape
    std::string_view shape; ///< a character
    std::string_view style; ///< of the style sheet
    std::string_view Palette::*colour;
};

[[nodiscard]] const MarkLook& lookOf(Mark mark);

/// Marks in a box of 16 by 16.
[[nodiscard]] std::string signMarks(Mark mark, const Palette& palette);

} // namespace profiler
