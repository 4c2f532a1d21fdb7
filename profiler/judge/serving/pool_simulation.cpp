// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/serving/pool_simulation.h"

#include "profiler/model/clocks.h"
#include "profiler/statistics/arrival_schedule.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

namespace profiler {
namespace {

constexpr double enoughRequests = 200'000;

using Times = std::vector<std::int64_t>;

/// When workers are free, the earliest first.
using FreeWorkers = std::priority_queue<std::int64_t, Times, std::greater<>>;

class Pool {
public:
    Pool(const BatchTimes& times, const PoolQuestion& question)
        : m_times(times)
        , m_question(question)
        , m_arrivals(arrivalSchedule(
              {.rate = question.rate, .duration = question.duration, .seed = question.seed}))
    {
        for (int i = 0; i < question.workers; ++i)
            m_free.push(0);
    }

    PoolFigures run()
    {
        while (m_next < m_arrivals.size())
            takeBatch();
        const double seconds = static_cast<double>(m_question.duration.count()) / nsPerSecond;
        std::ranges::sort(m_latencies.ns);
        PoolFigures figures {.offered = static_cast<double>(m_arrivals.size()) / seconds,
            .achieved = static_cast<double>(m_answeredInTime) / seconds,
            .median = percentileOf(m_latencies, medianPercentile),
            .tail = percentileOf(m_latencies, tailPercentile)};
        if (m_batches > 0)
            figures.meanBatch
                = static_cast<double>(m_arrivals.size()) / static_cast<double>(m_batches);
        return figures;
    }

private:
    /// A free worker waits until the batch is full, or its first request has waited long enough.
    void takeBatch()
    {
        const auto free = m_free.top();
        m_free.pop();
        const auto first = m_arrivals[m_next];
        const auto latest = std::max(free, first + m_question.batchWait.count());
        auto end = m_next + 1;
        while (end < m_arrivals.size()
            && static_cast<std::int64_t>(end - m_next) < m_question.batchLimit
            && m_arrivals[end] <= latest)
            ++end;
        const auto taken = static_cast<std::int64_t>(end - m_next);
        const bool full = taken == m_question.batchLimit;
        const auto start = full ? std::max(free, m_arrivals[end - 1]) : std::max(free, latest);
        const auto done = start + std::llround(m_times.nsOf(taken));
        for (; m_next < end; ++m_next) {
            m_latencies.ns.push_back(done - m_arrivals[m_next]);
            m_answeredInTime += done <= m_question.duration.count() ? 1 : 0;
        }
        ++m_batches;
        m_free.push(done);
    }

    const BatchTimes& m_times;
    const PoolQuestion& m_question;
    Times m_arrivals;
    FreeWorkers m_free;
    std::size_t m_next = 0;
    std::int64_t m_batches = 0;
    std::int64_t m_answeredInTime = 0;
    LoadLatencies m_latencies;
};

/// Requests a second when every batch is full.
double mostOf(const BatchTimes& times, const PoolQuestion& question)
{
    double most = 0;
    for (std::int64_t batch = 1; batch <= question.batchLimit; ++batch)
        most = std::max(
            most, static_cast<double>(batch) * question.workers * nsPerSecond / times.nsOf(batch));
    return most;
}

} // namespace

double BatchTimes::nsOf(std::int64_t requests) const
{
    const auto found = std::ranges::find_if(
        m_times, [requests](const SizeTime& each) { return each.size >= requests; });
    return found == m_times.end() ? m_times.back().ns : found->ns;
}

PoolFigures simulatePool(const BatchTimes& times, const PoolQuestion& question)
{
    auto asked = question; // as long as it takes for a tail that can be relied on
    asked.duration = std::min(
        asked.duration, nanoseconds(std::llround(enoughRequests * nsPerSecond / question.rate)));
    return Pool(times, asked).run();
}

double poolRateWithin(const BatchTimes& times, PoolQuestion question, double limitNs)
{
    constexpr double close = 1.01;
    const auto meets = [&](double rate) {
        question.rate = rate;
        const auto figures = simulatePool(times, question);
        return figures.tail.ns && *figures.tail.ns <= limitNs
            && figures.achieved >= sustainedRatio * figures.offered;
    };
    double high = mostOf(times, question);
    const double enough = 400 * nsPerSecond / static_cast<double>(question.duration.count());
    double low = std::max(high / 1000, enough); // p99 can be told
    if (!meets(low))
        return 0;
    while (high / low > close) {
        const double middle = std::sqrt(low * high);
        (meets(middle) ? low : high) = middle;
    }
    return low;
}

std::optional<std::size_t> batchAxis(const ShapeSeries& series)
{
    for (std::size_t i = 0; i < series.grid.axes.size(); ++i)
        if (series.grid.axes[i].name.ends_with("batch"))
            return i;
    return std::nullopt;
}

std::vector<BatchingRow> batchingRows(
    const ShapeSeries& series, const PoolQuestion& question, double limitNs)
{
    std::vector<BatchingRow> rows;
    const auto axis = batchAxis(series);
    if (!axis)
        return rows;
    std::vector<std::int64_t> fixed;
    for (const auto& sizes : series.grid.sizes)
        if (!sizes.empty())
            fixed = sizes; // of the last case: the others are as large as they get
    for (const auto& strategy : series.strategies) {
        const auto measured = timesAlong(strategy, *axis, fixed);
        if (measured.empty() || measured.front().size > 1)
            continue; // a request alone must be known
        const BatchTimes times(measured);
        for (const auto& size : measured) {
            auto asked = question;
            asked.batchLimit = size.size;
            BatchingRow row {.variant = strategy.variant, .batchLimit = size.size};
            row.rateWithinLimit = poolRateWithin(times, asked, limitNs);
            asked.rate = row.rateWithinLimit;
            if (asked.rate > 0)
                row.atRate = simulatePool(times, asked);
            rows.push_back(row);
        }
    }
    return rows;
}

} // namespace profiler
