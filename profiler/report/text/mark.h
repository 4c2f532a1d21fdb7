// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

/// Drawn as a shape: check, triangle, octagon, open circle, circle with i.
enum class Mark { Good, Warning, Bad, Neutral, Information };

struct MarkedText {
    Mark mark = Mark::Information;
    std::string text;
};

} // namespace profiler
