// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/clock_step.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace profiler {
namespace {

constexpr double stepsOfBlock = 1000;

double measureStep()
{
    std::array<double, 101> steps {};
    for (auto& step : steps) {
        const auto before = std::chrono::steady_clock::now();
        auto after = before;
        while (after == before)
            after = std::chrono::steady_clock::now();
        step = std::chrono::duration<double, std::nano>(after - before).count();
    }
    return *median(steps);
}

} // namespace

double clockStepNs()
{
    static const double step = measureStep();
    return step;
}

std::int64_t callsToSeeClock(std::int64_t callNs)
{
    const auto call = static_cast<double>(std::max<std::int64_t>(callNs, 1));
    return static_cast<std::int64_t>(std::ceil(stepsOfBlock * clockStepNs() / call));
}

} // namespace profiler
