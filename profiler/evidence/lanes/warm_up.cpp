// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/warm_up.h"

#include "profiler/statistics/change_points.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace profiler {

namespace {

constexpr double groupNs = 2e6;
constexpr double singleCallNs = 10e6; ///< a longer call is a group by itself
constexpr std::size_t callsOfGroup = 5;
constexpr std::size_t fewestGroups = 20;
constexpr std::int64_t fewestSingleCalls = 12;
constexpr double sigmaFloor = 0.001;
constexpr double madScale = 1.4826;
constexpr double levelTolerance = 0.02;
constexpr double noisyMad = 0.05;
constexpr std::size_t mostGroups = 4000; ///< the segmentation is quadratic

struct CallGroups {
    std::vector<double> lnMedians;
    std::size_t callsPerGroup = 1;
};

std::size_t callsPerGroup(std::span<const double> calls)
{
    // The last half: the first calls compile and say nothing about the size of a group.
    const double typical = std::max(1.0, *median(calls.subspan(calls.size() / 2)));
    if (typical > singleCallNs)
        return 1;
    const auto filling = static_cast<std::size_t>(std::ceil(groupNs / typical));
    return std::max({callsOfGroup, filling, calls.size() / mostGroups});
}

CallGroups groupCalls(std::span<const double> calls)
{
    CallGroups groups {.callsPerGroup = callsPerGroup(calls)};
    // A shorter rest at the end joins the last group, so that no call is left out.
    const auto size = groups.callsPerGroup;
    const auto count = std::max<std::size_t>(1, calls.size() / size);
    for (std::size_t group = 0; group < count; ++group) {
        const auto begin = group * size;
        const auto end = group + 1 == count ? calls.size() : begin + size;
        groups.lnMedians.push_back(std::log(*median(calls.subspan(begin, end - begin))));
    }
    return groups;
}

/// Where the walk back from the end stops: begin of the earliest stretch at the final level.
std::size_t steadyGroup(
    const std::vector<Segment>& segments, std::span<const double> y, double tolerance, double level)
{
    const auto shortest = static_cast<double>(y.size()) * 0.1;
    std::size_t from = y.size();
    for (auto segment = segments.rbegin(); segment != segments.rend(); ++segment) {
        const auto length = static_cast<double>(segment->end - segment->begin);
        const auto stretch = y.subspan(segment->begin, segment->end - segment->begin);
        const bool atLevel = std::abs(*median(stretch) - level) <= tolerance;
        if (atLevel)
            from = segment->begin;
        else if (length >= shortest)
            break;
    }
    return from;
}

/// A stretch is judged by its median, which hides a first call that compiled: such calls at its
/// begin are no steady ones.
std::size_t withoutSlowBegin(std::span<const double> calls, std::size_t from, double slowestLn)
{
    while (from + 1 < calls.size() && std::log(calls[from]) > slowestLn)
        ++from;
    return from;
}

std::vector<double> positive(std::span<const std::int64_t> callsNs)
{
    std::vector<double> calls;
    calls.reserve(callsNs.size());
    for (const auto ns : callsNs)
        calls.push_back(std::max(1.0, static_cast<double>(ns)));
    return calls;
}

WarmUpJudgement notSteady(std::size_t calls, std::string reason)
{
    return {.steadyFrom = static_cast<std::int64_t>(calls), .reason = std::move(reason)};
}

} // namespace

WarmUpJudgement judgeWarmUp(std::span<const std::int64_t> callsNs)
{
    if (callsNs.empty())
        return notSteady(0, "no warm-up call was made");
    const auto calls = positive(callsNs);
    const auto groups = groupCalls(calls);
    const std::span<const double> y(groups.lnMedians);
    const bool single = groups.callsPerGroup == 1;
    if (y.size() < (single ? static_cast<std::size_t>(fewestSingleCalls) : fewestGroups) / 2)
        return notSteady(calls.size(), "too few warm-up calls to tell");

    const double sigma = std::max(sigmaFloor, noiseOfNeighbours(y));
    const auto segmentation = segment(y, changePointPenalty(sigma, y.size()), single ? 3 : 5);
    const auto lastHalf = y.subspan(y.size() / 2);
    const double level = *median(lastHalf);
    const double mad = madScale * *medianAbsoluteDeviation(lastHalf);
    const double tolerance = std::max(levelTolerance, 3 * mad);
    const auto from = steadyGroup(segmentation.segments, y, tolerance, level);

    WarmUpJudgement judgement {.steady = 2 * from <= y.size(), .noisy = mad > noisyMad};
    auto first = calls.size();
    if (judgement.steady) {
        first = std::min(from * groups.callsPerGroup, calls.size() - 1);
        first = withoutSlowBegin(calls, first, level + tolerance);
    }
    judgement.steadyFrom = static_cast<std::int64_t>(first);
    if (!judgement.steady)
        judgement.reason = "the time of a call was still changing at the end of the warm-up";
    return judgement;
}

std::int64_t firstWarmUpCalls(std::int64_t callNs)
{
    constexpr double halfSecond = 0.5e9;
    const double call = std::max(1.0, static_cast<double>(callNs));
    const auto filling = static_cast<std::int64_t>(std::ceil(halfSecond / call));
    if (call > singleCallNs)
        return std::max(filling, fewestSingleCalls);
    const auto group = std::max<std::int64_t>(
        callsOfGroup, static_cast<std::int64_t>(std::ceil(groupNs / call)));
    return std::max<std::int64_t>(filling, static_cast<std::int64_t>(fewestGroups) * group);
}

std::optional<std::int64_t> moreWarmUpCalls(const WarmUpProgress& progress)
{
    constexpr int mostDoublings = 4;
    constexpr std::int64_t longest = 300'000'000'000;
    constexpr std::int64_t longEnough = 30'000'000'000;
    if (progress.elapsedNs >= longest)
        return std::nullopt;
    const bool enough = progress.elapsedNs >= longEnough && progress.calls >= fewestSingleCalls;
    if (progress.doublings >= mostDoublings || enough)
        return std::nullopt;
    const auto calls = std::max<std::int64_t>(1, progress.calls);
    const auto callNs = std::max<std::int64_t>(1, progress.elapsedNs / calls);
    return std::clamp<std::int64_t>((longest - progress.elapsedNs) / callNs, 1, calls);
}

} // namespace profiler
