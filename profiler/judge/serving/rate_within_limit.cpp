// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/serving/rate_within_limit.h"

#include <algorithm>

namespace profiler {
namespace {

bool meets(const RatePoint& point, double limitNs)
{
    return point.sustained && point.tailNs && *point.tailNs <= limitNs;
}

/// 1/p99; nothing where requests pile up, for then p99 only says for how long they came.
double speedOf(const RatePoint& point)
{
    return point.sustained && point.tailNs ? 1 / *point.tailNs : 0;
}

} // namespace

std::optional<RateWithinLimit> rateWithinLimit(
    std::span<const RatePoint> points, double limitNs, std::optional<double> capacity)
{
    using Bound = RateWithinLimit::Bound;
    if (points.empty())
        return std::nullopt;
    const auto miss = std::ranges::find_if(
        points, [&](const RatePoint& each) { return !meets(each, limitNs); });
    if (miss == points.end())
        return RateWithinLimit {.rate = points.back().rate, .bound = Bound::AtLeast};
    if (miss == points.begin()) {
        const auto offered
            = std::ranges::find_if(points, [](const RatePoint& each) { return each.rate > 0; });
        return RateWithinLimit {
            .rate = offered == points.end() ? 0 : offered->rate, .bound = Bound::Below};
    }
    const auto& met = *(miss - 1);
    double end = miss->rate;
    if (!miss->sustained && capacity)
        end = std::clamp(*capacity, met.rate, end);
    const double from = 1 / *met.tailNs;
    const double to = std::min(speedOf(*miss), 1 / limitNs);
    const double part = from > to ? (from - 1 / limitNs) / (from - to) : 1;
    return RateWithinLimit {.rate = met.rate + (end - met.rate) * std::clamp(part, 0.0, 1.0)};
}

} // namespace profiler
