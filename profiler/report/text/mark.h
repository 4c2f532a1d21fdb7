// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

/// Drawn as a shape: check, triangle, octagon, open circle, circle with i.
enum class Mark { Good, Warning, Bad, Neutral, Information };

/// What tells it elsewhere as well, where a reader sees both.
enum class NoteAbout { Other, Payback, FieldThatDiffers };

struct MarkedText {
    Mark mark = Mark::Information;
    std::string text;
    NoteAbout about = NoteAbout::Other;
};

} // namespace profiler
