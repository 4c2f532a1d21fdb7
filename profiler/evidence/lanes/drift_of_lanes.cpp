// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/drift_of_lanes.h"

#include "profiler/statistics/autocorrelation.h"
#include "profiler/statistics/drift.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <cmath>

namespace profiler {

namespace {

constexpr double shownPercent = 1;
constexpr double shownPValue = 0.01;
constexpr double nsPerMinute = 60e9;

struct LaneDrift {
    double percentPerMinute = 0;
    double pValue = 1; ///< Ljung-Box: are neighbours alike at all
};

std::optional<LaneDrift> driftOfLane(const Lane& lane)
{
    std::vector<double> minutes;
    std::vector<double> lnMedians;
    for (const auto& block : lane.blocks) {
        minutes.push_back(
            static_cast<double>(block.startedNs - lane.blocks.front().startedNs) / nsPerMinute);
        lnMedians.push_back(std::log(block.medianNs));
    }
    const auto slope = theilSenSlope(minutes, lnMedians);
    if (!slope || !std::isfinite(*slope))
        return std::nullopt;
    LaneDrift drift {.percentPerMinute = 100 * *slope};
    if (const auto dependence = autocorrelation(lnMedians))
        drift.pValue = dependence->pValue;
    return drift;
}

/// A short repetition turns a little noise into many % a minute: the direction must hold.
bool isBeyondChance(const std::vector<double>& slopes, double pValue)
{
    constexpr std::size_t enough = 3;
    if (slopes.size() < enough)
        return pValue < shownPValue;
    const auto interval = tInterval(slopes);
    return interval && (interval->low > 0 || interval->high < 0);
}

} // namespace

std::optional<double> driftOf(const std::vector<Lane>& steady)
{
    std::vector<double> slopes;
    std::vector<double> pValues;
    for (const auto& lane : steady) {
        if (const auto drift = driftOfLane(lane)) {
            slopes.push_back(drift->percentPerMinute);
            pValues.push_back(drift->pValue);
        }
    }
    const auto typical = median(slopes);
    if (!typical || std::abs(*typical) <= shownPercent || !isBeyondChance(slopes, *median(pValues)))
        return std::nullopt;
    return typical;
}

} // namespace profiler
