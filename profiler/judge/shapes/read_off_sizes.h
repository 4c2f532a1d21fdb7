// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/shapes/shape_series.h"
#include "profiler/model/plan/shape_sweep.h"

namespace profiler {

/// What is to be measured so that an advice rests on less that was read off: the buckets that lie
/// between measured sizes, and of each other axis the size that the advice is for. Empty: all were
/// measured.
[[nodiscard]] std::vector<SweepAxis> readOffSizes(
    const ShapeSeries& series, const ShapeAdvice& advice);

} // namespace profiler
