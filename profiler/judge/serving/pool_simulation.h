// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/serving/rate_figures.h"
#include "profiler/judge/shapes/bucket_advice.h"
#include "profiler/judge/shapes/shape_series.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

/// Several workers and dynamic batching, simulated from measured times: one queue, random arrivals,
/// and nothing of what workers on one machine take from each other.
namespace profiler {

struct PoolQuestion {
    double rate = 0; ///< requests a second
    int workers = 1;
    std::int64_t batchLimit = 1; ///< requests that one call takes at most
    nanoseconds batchWait {}; ///< how long the first of a batch waits for others at most
    nanoseconds duration = std::chrono::seconds(60);
    std::uint64_t seed = 1;
};

/// What a call of so many requests takes. A batch between two measured ones is padded to the next.
class BatchTimes {
public:
    /// `times`: by batch, rising.
    explicit BatchTimes(std::vector<SizeTime> times)
        : m_times(std::move(times))
    {
    }

    [[nodiscard]] double nsOf(std::int64_t requests) const;

    [[nodiscard]] std::int64_t largest() const { return m_times.back().size; }

private:
    std::vector<SizeTime> m_times;
};

struct PoolFigures {
    double offered = 0; ///< requests a second that came
    double achieved = 0;
    double meanBatch = 0;
    LoadPercentile median;
    LoadPercentile tail; ///< p99
};

[[nodiscard]] PoolFigures simulatePool(const BatchTimes& times, const PoolQuestion& question);

/// The highest rate whose p99 is within the limit, to 1 %; 0: none.
[[nodiscard]] double poolRateWithin(const BatchTimes& times, PoolQuestion question, double limitNs);

/// The axis of a sweep that counts requests of a call: "batch", or one that ends so.
[[nodiscard]] std::optional<std::size_t> batchAxis(const ShapeSeries& series);

struct BatchingRow {
    int variant = 0;
    std::int64_t batchLimit = 1;
    double rateWithinLimit = 0; ///< requests a second
    PoolFigures atRate; ///< at that rate
};

/// Each variant of a sweep over the batch with batches up to each measured size. `limitNs` is of
/// p99.
[[nodiscard]] std::vector<BatchingRow> batchingRows(
    const ShapeSeries& series, const PoolQuestion& question, double limitNs);

} // namespace profiler
