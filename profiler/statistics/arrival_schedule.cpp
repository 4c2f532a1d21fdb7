// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/arrival_schedule.h"

#include "profiler/model/clocks.h"

#include <cmath>
#include <limits>
#include <random>

namespace profiler {
namespace {

/// Gaps of a Poisson process: by hand, for std::exponential_distribution differs between libraries.
class ExponentialGaps {
public:
    ExponentialGaps(double rate, std::uint64_t seed)
        : m_meanNs(nsPerSecond / rate)
        , m_generator(seed)
    {
    }

    double next()
    {
        constexpr unsigned unusedBits = 64 - std::numeric_limits<double>::digits;
        const auto bits = static_cast<double>(m_generator() >> unusedBits);
        const auto uniform = std::ldexp(bits, -std::numeric_limits<double>::digits); // in [0, 1)
        return -m_meanNs * std::log1p(-uniform);
    }

private:
    double m_meanNs;
    std::mt19937_64 m_generator;
};

std::vector<std::int64_t> poisson(const ArrivalQuestion& question)
{
    ExponentialGaps gaps(question.rate, question.seed);
    const auto end = static_cast<double>(question.duration.count());
    std::vector<std::int64_t> times;
    for (double at = gaps.next(); at < end && std::ssize(times) < mostRequests; at += gaps.next())
        times.push_back(static_cast<std::int64_t>(at));
    return times;
}

std::vector<std::int64_t> constant(const ArrivalQuestion& question)
{
    const auto end = static_cast<double>(question.duration.count());
    std::vector<std::int64_t> times;
    for (double i = 0; i * nsPerSecond / question.rate < end && std::ssize(times) < mostRequests;
         ++i)
        times.push_back(static_cast<std::int64_t>(i * nsPerSecond / question.rate));
    return times;
}

/// Stretched so that it comes at the rate.
std::vector<std::int64_t> replay(const ArrivalQuestion& question)
{
    const auto own = rateOf(question.replayed);
    const auto stretch = own > 0 ? own / question.rate : 1;
    const auto end = static_cast<double>(question.duration.count());
    std::vector<std::int64_t> times;
    for (const auto time : question.replayed) {
        const auto at = static_cast<double>(time) * stretch;
        if (at >= end || std::ssize(times) == mostRequests)
            break;
        times.push_back(static_cast<std::int64_t>(at));
    }
    return times;
}

} // namespace

std::vector<std::int64_t> arrivalSchedule(const ArrivalQuestion& question)
{
    switch (question.arrivals) {
    case Arrivals::Constant:
        return constant(question);
    case Arrivals::Replay:
        return replay(question);
    case Arrivals::Poisson:
        break;
    }
    return poisson(question);
}

double rateOf(std::span<const std::int64_t> replayed)
{
    if (replayed.size() < 2 || replayed.back() <= replayed.front())
        return 0;
    return static_cast<double>(replayed.size() - 1) * nsPerSecond
        / static_cast<double>(replayed.back() - replayed.front());
}

std::uint64_t arrivalSeed(std::uint64_t planSeed, int repetition, int caseIndex, int rateIndex)
{
    constexpr std::uint64_t spread = 0x9E3779B97F4A7C15U;
    auto seed = planSeed;
    for (const int part : {repetition, caseIndex, rateIndex})
        seed = (seed ^ static_cast<std::uint64_t>(part + 1)) * spread;
    return seed;
}

} // namespace profiler
