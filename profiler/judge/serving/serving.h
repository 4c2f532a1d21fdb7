// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/serving/rate_figures.h"
#include "profiler/evidence/serving/slow_requests.h"
#include "profiler/model/interval.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

/// What the variants make of requests that come at given rates.
namespace profiler {

struct ComparisonData;
struct Goal;

/// An interval, and what it is an interval over.
struct LoadInterval {
    Interval value;
    int repetitions = 0; ///< 1: within one process

    [[nodiscard]] bool isWithinOne() const { return repetitions == 1; }
};

struct ServedPercentile {
    std::optional<LoadInterval> ns;
    bool unanswered = false; ///< above any time in some process
    std::int64_t needs = 0; ///< requests of one process for it to be told
    std::int64_t has = 0;
};

/// One rate, all its processes together.
struct OfferedRate {
    double rate = 0; ///< requests a second
    int repetitions = 0;
    std::int64_t requests = 0; ///< of all processes
    std::int64_t unanswered = 0;
    double offered = 0; ///< requests a second that came, mean
    double achieved = 0; ///< mean
    std::array<ServedPercentile, percentiles.size()> latencies {};
    std::optional<double> waitNs; ///< mean of all requests
    std::optional<double> serviceNs;
    std::optional<double> busyRatio;
    bool sustained = false; ///< in more than half of its processes
    std::int64_t compiled = 0; ///< requests in which torch compiled something
    std::optional<bool> meetsLimit; ///< nullopt: no p99, or no limit
    std::vector<SlowRequest> slowest; ///< first the slowest
    bool disturbed = false; ///< other work used the cores meanwhile

    [[nodiscard]] const ServedPercentile& tail() const
    {
        return latencies[percentileIndex(tailPercentile)];
    }

    [[nodiscard]] std::optional<double> queueShare() const;
};

/// The highest rate within the limit.
struct HighestRate {
    enum class Kind {
        Found,
        AtLeast, ///< every offered rate meets the limit in some process
        None, ///< no offered rate meets it in some process
        Unknown, ///< no rate has a p99
    };

    Kind kind = Kind::Unknown;
    std::optional<LoadInterval> rate; ///< of Found
    double bound = 0; ///< of AtLeast the highest offered rate, of None the lowest
};

enum class ServingVerdict {
    Baseline,
    MoreLoad,
    LessLoad,
    NoDifference,
    Undecided, ///< the interval holds both, or there are too few processes for one
    NothingServed,
};

struct ServedVariant {
    int variant = 0;
    std::string name;
    std::optional<LoadInterval> capacity; ///< requests a second when all come at once
    std::optional<double> highestSustained; ///< of the rates offered, with all below it
    std::vector<OfferedRate> rates; ///< rising
    HighestRate withinLimit;
    std::optional<double> readyColdNs; ///< from a process's start, with an empty compile cache
    std::optional<double> readyKeptNs; ///< with the cache that such a process left
    /// Over repetitions, of the highest rate within the limit where both have one, else of the
    /// capacity; above 1: more than the baseline.
    std::optional<LoadInterval> ratio;
    bool ratioIsOfCapacity = false;
    ServingVerdict verdict = ServingVerdict::Undecided;

    [[nodiscard]] bool served() const { return capacity || !rates.empty(); }
};

enum class LimitSource {
    Given, ///< by whoever asks
    Goal, ///< the comparison's own p99 limit
    Usual, ///< five times what a call of the baseline takes
};

struct ServingLimit {
    double ns = 0;
    LimitSource source = LimitSource::Given;
};

struct ServedCase {
    int caseIndex = 0;
    std::optional<ServingLimit> limit; ///< of p99
    std::vector<ServedVariant> variants; ///< in plan order, also those that served nothing
};

struct Serving {
    std::vector<ServedCase> cases; ///< that load was offered to
    int concurrency = 1;
    Arrivals arrivals = Arrivals::Poisson;
    nanoseconds duration {};
    int repetitions = 0; ///< that served something

    [[nodiscard]] bool isEmpty() const { return cases.empty(); }

    [[nodiscard]] const ServedCase* of(int caseIndex) const;
};

inline constexpr double usualLimitFactor = 5;
inline constexpr std::size_t slowestShown = 3; ///< of a rate

[[nodiscard]] Serving servingOf(
    const ComparisonData& data, std::optional<nanoseconds> limit = std::nullopt);

} // namespace profiler
