// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/serving/served_requests.h"

#include <algorithm>

namespace profiler {

std::optional<double> servedPerSecond(const LoadFact& fact)
{
    constexpr double nsPerSecond = 1e9;
    const auto& requests = fact.requests;
    std::int64_t first = LoadRequests::never;
    std::int64_t last = LoadRequests::never;
    std::int64_t served = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (!requests.ended(i))
            continue;
        const auto start = requests.startNs[i];
        first = first == LoadRequests::never ? start : std::min(first, start);
        last = std::max(last, requests.endNs[i]);
        ++served;
    }
    if (served == 0 || last <= first)
        return std::nullopt;
    return static_cast<double>(served) * nsPerSecond / static_cast<double>(last - first);
}

LoadLatencies latenciesOf(const LoadFact& fact)
{
    LoadLatencies latencies;
    const auto& requests = fact.requests;
    latencies.ns.reserve(requests.size());
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (requests.ended(i))
            latencies.ns.push_back(requests.endNs[i] - requests.plannedNs[i]);
        else
            ++latencies.unanswered;
    }
    std::ranges::sort(latencies.ns);
    return latencies;
}

} // namespace profiler
