// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/read_off_sizes.h"

#include <cstddef>

namespace profiler {

std::vector<SweepAxis> readOffSizes(const ShapeSeries& series, const ShapeAdvice& advice)
{
    std::vector<std::int64_t> sizes;
    if (advice.buckets)
        for (const auto& bucket : advice.buckets->buckets)
            if (!bucket.measured)
                sizes.push_back(bucket.size);
    if (sizes.empty())
        return {};
    std::vector<SweepAxis> axes;
    for (std::size_t i = 0; i < series.grid.axes.size(); ++i)
        axes.push_back({.name = series.grid.axes[i].name,
            .values = i == advice.axis ? sizes : std::vector {advice.fixed[i]}});
    return axes;
}

} // namespace profiler
