// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/serving/rate_figures.h"

#include "profiler/model/clocks.h"
#include "profiler/statistics/order_interval.h"

#include <algorithm>
#include <cmath>

namespace profiler {
namespace {

/// Planned until then and not answered by then.
std::int64_t waitingAt(const LoadRequests& requests, std::int64_t moment)
{
    std::int64_t waiting = 0;
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (requests.plannedNs[i] <= moment && (!requests.ended(i) || requests.endNs[i] > moment))
            ++waiting;
    return waiting;
}

std::int64_t answeredBy(const LoadRequests& requests, std::int64_t moment)
{
    std::int64_t answered = 0;
    for (std::size_t i = 0; i < requests.size(); ++i)
        answered += requests.ended(i) && requests.endNs[i] <= moment ? 1 : 0;
    return answered;
}

/// Until when requests came, also where a process ended before that.
std::int64_t windowOf(const LoadFact& fact)
{
    return std::max<std::int64_t>(fact.duration.count(), 1);
}

void addMeans(RateFigures& figures, const LoadFact& fact)
{
    const auto& requests = fact.requests;
    double wait = 0;
    double service = 0;
    std::int64_t last = windowOf(fact);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!requests.ended(i))
            continue;
        wait += static_cast<double>(requests.startNs[i] - requests.plannedNs[i]);
        service += static_cast<double>(requests.endNs[i] - requests.startNs[i]);
        last = std::max(last, requests.endNs[i]);
    }
    const auto answered = static_cast<double>(figures.requests - figures.unanswered);
    if (answered <= 0)
        return;
    figures.waitNs = wait / answered;
    figures.serviceNs = service / answered;
    figures.busyRatio
        = std::min(1.0, service / (static_cast<double>(last) * std::max(fact.concurrency, 1)));
}

} // namespace

LoadPercentile percentileOf(const LoadLatencies& latencies, double p)
{
    LoadPercentile percentile {.needs = callsNeeded(p)};
    const auto count = latencies.count();
    if (count < percentile.needs)
        return percentile;
    // Type 7, with what was never answered above all others.
    const double place = static_cast<double>(count - 1) * p;
    const auto below = static_cast<std::size_t>(place);
    const auto above = static_cast<std::size_t>(std::ceil(place));
    if (above >= latencies.ns.size()) {
        percentile.unanswered = true;
        return percentile;
    }
    const auto low = static_cast<double>(latencies.ns[below]);
    const auto high = static_cast<double>(latencies.ns[above]);
    percentile.ns = low + (high - low) * (place - static_cast<double>(below));
    return percentile;
}

std::optional<double> RateFigures::queueShare() const
{
    if (!waitNs || !serviceNs || *waitNs + *serviceNs <= 0)
        return std::nullopt;
    return *waitNs / (*waitNs + *serviceNs);
}

RateFigures rateFigures(const LoadFact& fact)
{
    const auto& requests = fact.requests;
    const auto latencies = latenciesOf(fact);
    const auto window = windowOf(fact);
    const double seconds = static_cast<double>(window) / nsPerSecond;
    RateFigures figures {.requests = latencies.count(),
        .unanswered = latencies.unanswered,
        .offered = static_cast<double>(latencies.count()) / seconds,
        .achieved = static_cast<double>(answeredBy(requests, window)) / seconds,
        .compiled = std::ranges::count(requests.compiled, std::uint8_t {1})};
    for (std::size_t i = 0; i < percentiles.size(); ++i)
        figures.latencies[i] = percentileOf(latencies, percentiles[i].p);
    addMeans(figures, fact);
    const bool grows
        = waitingAt(requests, window) - waitingAt(requests, window / 2) > growthOfQueue;
    figures.sustained = figures.requests > 0 && fact.cut.empty()
        && (figures.achieved >= sustainedRatio * figures.offered || !grows);
    return figures;
}

} // namespace profiler
