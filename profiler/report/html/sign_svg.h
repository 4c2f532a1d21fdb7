// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/report/charts/palette.h"
#include "profiler/report/sentences/verdict_notes.h"

#include <string>
#include <string_view>

/// A status as the desktop program draws it: check in a disc, triangle, octagon with ×, open circle
/// with bar, open circle with i.
namespace profiler {

[[nodiscard]] std::string_view colourOf(Mark mark, const Palette& palette);

/// "good", "warning": read out instead of the shape.
[[nodiscard]] std::string_view wordOf(Mark mark);

/// Marks in a box of 16 by 16.
[[nodiscard]] std::string signMarks(Mark mark, const Palette& palette);

} // namespace profiler
