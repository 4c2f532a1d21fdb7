// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/between_sizes.h"

#include "profiler/model/plan/shape_sweep.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace profiler {
namespace {

constexpr std::size_t firstOfEach = 5;

using Sizes = std::set<std::int64_t>;
using SizesByName = std::map<std::string, Sizes>;

SizesByName sizesOf(const std::vector<Case>& cases)
{
    SizesByName values;
    for (const auto& each : cases)
        for (const auto& [name, size] : namedSizes(each))
            values[name].insert(size);
    return values;
}

/// Evenly chosen by their place.
Sizes firstOf(const Sizes& all)
{
    const std::vector<std::int64_t> sizes(all.begin(), all.end());
    if (sizes.size() <= firstOfEach)
        return all;
    Sizes chosen;
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

/// Sizes of a shape without the one along the axis: what its line has in common.
std::vector<std::int64_t> lineOf(std::vector<std::int64_t> sizes, std::size_t axis)
{
    sizes[axis] = 0;
    return sizes;
}

void addAlong(std::vector<LeftOutSize>& all, const ShapeStrategy& strategy, std::size_t axis)
{
    std::set<std::vector<std::int64_t>> lines;
    for (const auto& point : strategy.points)
        lines.insert(lineOf(point.sizes, axis));
    for (const auto& line : lines) {
        auto points = pointsAlong(strategy, axis, line);
        std::erase_if(
            points, [](const ShapePoint* point) { return !point->ns || point->ranEager; });
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
std::optional<std::int64_t> middleBetween(const Sizes& sizes, std::int64_t low, std::int64_t high)
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

std::vector<Case> casesAtBends(const ShapeSeries& measured, const std::vector<Case>& sweep)
{
    const auto wanted = sizesOf(sweep);
    std::set<std::map<std::string, std::int64_t>> known;
    for (const auto& sizes : measured.grid.sizes) {
        std::map<std::string, std::int64_t> named;
        for (std::size_t i = 0; i < sizes.size(); ++i)
            named.emplace(measured.grid.axes[i].name, sizes[i]);
        known.insert(std::move(named));
    }
    SizesByName chosen;
    for (const auto& axis : measured.grid.axes)
        chosen[axis.name] = {axis.values.begin(), axis.values.end()};
    for (const auto& each : leftOutSizes(measured)) {
        const auto& name = measured.grid.axes[each.axis].name;
        const auto sizes = wanted.find(name);
        if (!isBend(each) || sizes == wanted.end())
            continue;
        const auto size = each.sizes[each.axis];
        for (const auto& [low, high] : {std::pair(each.below, size), std::pair(size, each.above)})
            if (const auto middle = middleBetween(sizes->second, low, high))
                chosen[name].insert(*middle);
    }
    // A size that the whole sweep has once is no axis of what was measured.
    for (const auto& [name, sizes] : wanted)
        if (sizes.size() == 1)
            chosen[name] = sizes;
    auto next = casesWithin(sweep, chosen);
    std::erase_if(next, [&](const Case& each) {
        auto named = namedSizes(each);
        for (const auto& [name, sizes] : wanted)
            if (sizes.size() == 1)
                named.erase(name);
        return known.contains(named);
    });
    return next;
}

} // namespace profiler
