// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/open_loop.h"

#include <algorithm>
#include <cstddef>

namespace profiler {

std::vector<double> fifoLatencies(
    std::span<const double> arrivals, std::span<const double> services)
{
    const auto count = std::min(arrivals.size(), services.size());
    std::vector<double> latencies;
    latencies.reserve(count);
    double freeAt = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double start = i == 0 ? arrivals[i] : std::max(arrivals[i], freeAt);
        freeAt = start + services[i];
        latencies.push_back(freeAt - arrivals[i]);
    }
    return latencies;
}

std::vector<double> correctedForOmission(std::span<const double> recorded, double expectedInterval)
{
    constexpr std::size_t mostValues = 50'000'000; // an interval of nearly zero would fill memory
    std::vector<double> corrected;
    for (const double value : recorded) {
        corrected.push_back(value);
        if (!(expectedInterval > 0))
            continue;
        for (int step = 1;; ++step) {
            const double missed = value - step * expectedInterval;
            if (missed < expectedInterval || corrected.size() >= mostValues)
                break;
            corrected.push_back(missed);
        }
    }
    std::ranges::sort(corrected);
    return corrected;
}

bool isSustained(
    std::span<const double> arrivals, std::span<const double> latencies, double durationOfLoad)
{
    constexpr double leastCompleted = 0.98;
    constexpr std::ptrdiff_t mostGrowth = 10;
    const auto count = std::min(arrivals.size(), latencies.size());
    const auto backlogAt = [&](double time) {
        std::ptrdiff_t waiting = 0;
        for (std::size_t i = 0; i < count; ++i)
            waiting += arrivals[i] <= time && arrivals[i] + latencies[i] > time ? 1 : 0;
        return waiting;
    };
    const double begin = count == 0 ? 0 : arrivals.front();
    const auto atEnd = backlogAt(begin + durationOfLoad);
    const auto completed = static_cast<double>(count) - static_cast<double>(atEnd);
    return completed >= leastCompleted * static_cast<double>(count)
        && atEnd - backlogAt(begin + durationOfLoad / 2) <= mostGrowth;
}

} // namespace profiler
