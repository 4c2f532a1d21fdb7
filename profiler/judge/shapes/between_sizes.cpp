// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/between_sizes.h"

#include "profiler/model/plan/shape_sweep.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace profiler {
namespace {

constexpr std::size_t firstOfEach = 5;

using SizeSet = std::set<std::int64_t>;
using SizesByName = std::map<std::string, SizeSet>;

SizesByName sizesOf(const std::vector<Case>& cases)
{
    SizesByName values;
    for (const auto& each : cases)
        for (const auto& [name, size] : namedSizes(each))
            values[name].insert(size);
    return values;
}

/// Evenly chosen by their place.
SizeSet firstOf(const SizeSet& all)
{
    const std::vector<std::int64_t> sizes(all.begin(), all.end());
    if (sizes.size() <= firstOfEach)
        return all;
    SizeSet chosen;
    for (std::size_t i = 0; i < firstOfEach; ++i)
        chosen.insert(sizes[i * (sizes.size() - 1) / (firstOfEach - 1)]);
    return chosen;
}

std::vector<Case> casesWithin(const std::vector<Case>& sweep, const SizesByName& chosen)
{
    std::vector<Case> cases;
    for (const auto& each : sweep)
        if (std::ranges::all_of(namedSizes(each), [&](const auto& named) {
                const auto found = chosen.find(named.first);
                return found != chosen.end() && found->second.contains(named.second);
            }))
            cases.push_back(each);
    return cases;
}

void addAlong(std::vector<LeftOutSize>& all, const ShapeStrategy& strategy, std::size_t axis)
{
    for (const auto& line : linesAlong(strategy, axis)) {
        auto points = pointsAlong(strategy, axis, line);
        std::erase_if(points, [](const ShapePoint* point) { return !point->hasOwnTime(); });
        for (std::size_t i = 1; i + 1 < points.size(); ++i) {
            const SizeTime below {points[i - 1]->sizes[axis], points[i - 1]->ns->estimate};
            const SizeTime above {points[i + 1]->sizes[axis], points[i + 1]->ns->estimate};
            const auto readOff = timeAtSize({below, above}, points[i]->sizes[axis]);
            all.push_back({.variant = strategy.variant,
                .axis = axis,
                .sizes = points[i]->sizes,
                .below = below.size,
                .above = above.size,
                .measuredNs = points[i]->ns->estimate,
                .readOffNs = readOff->ns,
                .halfWidthNs = (points[i]->ns->high - points[i]->ns->low) / 2});
        }
    }
}

bool isBend(const LeftOutSize& each)
{
    return each.errorRatio() > bendRatio
        && std::abs(each.readOffNs - each.measuredNs) > each.halfWidthNs;
}

/// The middle one of those between two others.
std::optional<std::int64_t> middleBetween(const SizeSet& sizes, std::int64_t low, std::int64_t high)
{
    const std::vector<std::int64_t> between(sizes.upper_bound(low), sizes.lower_bound(high));
    if (between.empty())
        return std::nullopt;
    return between[(between.size() - 1) / 2];
}

} // namespace

double LeftOutSize::errorRatio() const
{
    return measuredNs > 0 ? std::abs(readOffNs - measuredNs) / measuredNs : 0;
}

std::vector<LeftOutSize> leftOutSizes(const ShapeSeries& series)
{
    std::vector<LeftOutSize> all;
    for (const auto& strategy : series.strategies)
        for (std::size_t axis = 0; axis < series.grid.axes.size(); ++axis)
            addAlong(all, strategy, axis);
    return all;
}

std::optional<LeftOutSize> worstLeftOut(const ShapeSeries& series)
{
    const auto all = leftOutSizes(series);
    if (all.empty())
        return std::nullopt;
    return std::ranges::max(all, {}, &LeftOutSize::errorRatio);
}

std::vector<Case> firstCases(const std::vector<Case>& sweep)
{
    auto chosen = sizesOf(sweep);
    for (auto& [name, sizes] : chosen)
        sizes = firstOf(sizes);
    return casesWithin(sweep, chosen);
}

std::vector<Case> casesAtBends(
    const ShapeSeries& series, const std::vector<Case>& measured, const std::vector<Case>& sweep)
{
    const auto wanted = sizesOf(sweep);
    auto chosen = sizesOf(measured);
    for (const auto& each : leftOutSizes(series)) {
        const auto& name = series.grid.axes[each.axis].name;
        const auto sizes = wanted.find(name);
        if (!isBend(each) || sizes == wanted.end())
            continue;
        const auto size = each.sizes[each.axis];
        for (const auto& [low, high] : {std::pair(each.below, size), std::pair(size, each.above)})
            if (const auto middle = middleBetween(sizes->second, low, high))
                chosen[name].insert(*middle);
    }
    auto next = casesWithin(sweep, chosen);
    std::erase_if(next, [&](const Case& each) {
        return std::ranges::any_of(
            measured, [&](const Case& other) { return namedSizes(other) == namedSizes(each); });
    });
    return next;
}

} // namespace profiler
