// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/autocorrelation.h"

#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>

namespace profiler {

std::optional<Autocorrelation> autocorrelation(std::span<const double> series, std::size_t lags)
{
    if (series.size() <= lags || lags == 0)
        return std::nullopt;
    const double center = *mean(series);
    double squares = 0;
    for (const double x : series)
        squares += (x - center) * (x - center);
    if (!(squares > 0))
        return std::nullopt;
    const auto n = static_cast<double>(series.size());
    Autocorrelation result;
    double sum = 0;
    for (std::size_t lag = 1; lag <= lags; ++lag) {
        double products = 0;
        for (std::size_t t = 0; t + lag < series.size(); ++t)
            products += (series[t] - center) * (series[t + lag] - center);
        const double r = products / squares;
        result.r.push_back(r);
        sum += r * r / (n - static_cast<double>(lag));
    }
    const double first = std::max(0.0, result.r.front());
    result.effectiveCount = n * (1 - first) / (1 + first);
    result.ljungBox = n * (n + 2) * sum;
    const boost::math::chi_squared distribution(static_cast<double>(lags));
    result.pValue = boost::math::cdf(boost::math::complement(distribution, result.ljungBox));
    return result;
}

} // namespace profiler
