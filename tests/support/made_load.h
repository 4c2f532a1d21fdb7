// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/load_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/statistics/arrival_schedule.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <utility>
#include <vector>

/// Requests as servers with known service times answer them: first come, first served.
namespace tests {

/// Of the next call, in nanoseconds.
using ServiceTimes = std::function<double()>;

inline ServiceTimes fixedService(double ns)
{
    return [ns] { return ns; };
}

inline ServiceTimes exponentialService(double meanNs, std::uint64_t seed)
{
    return [meanNs, generator = std::mt19937_64(seed)]() mutable {
        const double uniform = std::ldexp(static_cast<double>(generator() >> 11U), -53);
        return -meanNs * std::log1p(-uniform);
    };
}

/// Around `ns`, and now and then three times as long.
inline ServiceTimes unevenService(double ns, std::uint64_t seed)
{
    return [ns, generator = std::mt19937_64(seed)]() mutable {
        const auto bits = generator();
        const double around = 0.97 + 0.06 * std::ldexp(static_cast<double>(bits >> 11U), -53);
        return ns * around * (bits % 300 == 0 ? 3 : 1);
    };
}

/// `giveUpNs`: those not begun by then are never served.
inline profiler::LoadRequests served(std::vector<std::int64_t> planned, const ServiceTimes& service,
    int servers = 1, std::int64_t giveUpNs = std::int64_t {1} << 60)
{
    profiler::LoadRequests requests {.plannedNs = std::move(planned)};
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> free;
    for (int i = 0; i < servers; ++i)
        free.push(0);
    for (const auto time : requests.plannedNs) {
        const auto start = std::max(time, free.top());
        const bool begins = start < giveUpNs;
        const auto end = start + std::llround(begins ? service() : 0);
        if (begins) {
            free.pop();
            free.push(end);
        }
        requests.startNs.push_back(begins ? start : profiler::LoadRequests::never);
        requests.endNs.push_back(begins ? end : profiler::LoadRequests::never);
        requests.collectedNs.push_back(0);
        requests.compiled.push_back(0);
    }
    return requests;
}

struct MadeRate {
    double rate = 100; ///< 0: all at once
    profiler::nanoseconds duration = std::chrono::seconds(10);
    std::uint64_t seed = 1;
    int servers = 1;
    std::size_t burst = 500; ///< requests that come at once
};

inline profiler::LoadFact madeLoad(const MadeRate& made, ServiceTimes service)
{
    using namespace profiler;
    const bool burst = made.rate <= 0;
    auto planned = burst
        ? std::vector<std::int64_t>(made.burst, 0)
        : arrivalSchedule({.rate = made.rate, .duration = made.duration, .seed = made.seed});
    LoadFact fact {.duration = burst ? nanoseconds {} : made.duration, .concurrency = made.servers};
    if (!burst)
        fact.rate = made.rate;
    fact.requests = served(std::move(planned), std::move(service), made.servers,
        burst ? std::int64_t {1} << 60 : made.duration.count() * 3 / 2);
    return fact;
}

struct MadeVariant {
    std::string name;
    /// By repetition: its own service times.
    std::function<ServiceTimes(int repetition)> service;
};

struct MadeServing {
    std::vector<double> rates;
    int repetitions = 3;
    profiler::nanoseconds duration = std::chrono::seconds(10);
};

/// Load processes of the variants under those rates, with the same arrivals for all of them.
inline void addLoads(profiler::ComparisonData& data, const std::vector<MadeVariant>& variants,
    const MadeServing& made)
{
    using namespace profiler;
    data.plan.load
        = {.rates = made.rates, .repetitions = made.repetitions, .duration = made.duration};
    for (int repetition = 0; repetition < made.repetitions; ++repetition)
        for (int i = 0; i < std::ssize(variants); ++i) {
            const auto service = variants[static_cast<std::size_t>(i)].service(repetition);
            ProcessRecord process {
                .start = {.kind = ProcessKind::Load, .variant = i, .repetition = repetition}};
            process.loads.push_back(madeLoad({.rate = 0}, service));
            for (std::size_t rate = 0; rate < made.rates.size(); ++rate)
                process.loads.push_back(
                    madeLoad({.rate = made.rates[rate],
                                 .duration = made.duration,
                                 .seed = arrivalSeed(1, repetition, 0, static_cast<int>(rate))},
                        service));
            process.end.emplace();
            data.processes.push_back(std::move(process));
        }
}

/// A recording of nothing else.
inline profiler::ComparisonData madeServing(
    const std::vector<MadeVariant>& variants, const MadeServing& made)
{
    profiler::ComparisonData data;
    data.plan.cases = {{.name = "default"}};
    for (const auto& variant : variants)
        data.plan.variants.push_back({.name = variant.name});
    addLoads(data, variants, made);
    return data;
}

} // namespace tests
