// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/bootstrap.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace profiler {

namespace {

class Resampler {
public:
    explicit Resampler(std::uint64_t seed)
        : m_generator(seed)
    {
    }

    /// The standard's distributions differ between libraries: the upper bits, scaled, do not.
    std::size_t index(std::size_t size)
    {
        const double unit = static_cast<double>(m_generator() >> 11U) * 0x1p-53;
        return std::min(size - 1, static_cast<std::size_t>(unit * static_cast<double>(size)));
    }

    double medianOfResample(std::span<const double> values)
    {
        m_scratch.clear();
        for (std::size_t i = 0; i < values.size(); ++i)
            m_scratch.push_back(values[index(values.size())]);
        const auto middle = m_scratch.begin() + static_cast<std::ptrdiff_t>(m_scratch.size() / 2);
        std::ranges::nth_element(m_scratch, middle);
        if (m_scratch.size() % 2 == 1)
            return *middle;
        return (*std::max_element(m_scratch.begin(), middle) + *middle) / 2;
    }

private:
    std::mt19937_64 m_generator;
    std::vector<double> m_scratch;
};

} // namespace

std::optional<Interval> hierarchicalBootstrap(
    std::span<const std::vector<double>> processes, const Resampling& resampling)
{
    if (processes.empty() || std::ranges::any_of(processes, &std::vector<double>::empty)
        || resampling.draws < 1)
        return std::nullopt;
    const auto count = static_cast<double>(processes.size());
    double sum = 0;
    for (const auto& process : processes)
        sum += *median(process);
    Resampler resampler(resampling.seed);
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(resampling.draws));
    for (int draw = 0; draw < resampling.draws; ++draw) {
        double drawn = 0;
        for (std::size_t i = 0; i < processes.size(); ++i)
            drawn += resampler.medianOfResample(processes[resampler.index(processes.size())]);
        values.push_back(std::exp(drawn / count));
    }
    std::ranges::sort(values);
    return Interval {
        std::exp(sum / count), quantileOfSorted(values, 0.025), quantileOfSorted(values, 0.975)};
}

} // namespace profiler
