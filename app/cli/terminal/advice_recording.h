// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/recording.h"
#include "profiler/judge/shapes/shape_series.h"

#include <functional>
#include <optional>

namespace cli {

/// What a traffic's advice is for the shapes of a recording.
using Advise
    = std::function<profiler::Result<profiler::ShapeAdvice>(const profiler::ShapeSeries& series)>;

/// What the first advice said, before its buckets were measured.
struct MeasuredAdvice {
    double readOffNs = 0; ///< all calls and compiles of the first buckets
    int measuredShapes = 0;
};

/// Records those buckets of the advice that lie between measured sizes and adds them to the
/// comparison, until no bucket of the advice is read off any more. nullopt in the value: none was.
/// An Error: what was recorded until then is kept.
[[nodiscard]] profiler::Result<std::optional<MeasuredAdvice>> measureAdvice(
    const std::string& comparison, const Advise& advise, const Recording& recording);

} // namespace cli
