// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/serving/slow_requests.h"

#include "profiler/model/thresholds.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace profiler {
namespace {

constexpr std::int64_t longCallMedians = 3; ///< a call is long from so many medians on

class Slowest {
public:
    explicit Slowest(const LoadFact& fact)
        : m_requests(fact.requests)
    {
        std::vector<std::int64_t> services;
        for (std::size_t i = 0; i < m_requests.size(); ++i)
            if (m_requests.ended(i))
                services.push_back(serviceOf(i));
        m_median = upperMedian(std::move(services)).value_or(0);
    }

    std::vector<SlowRequest> take(int repetition, std::size_t most)
    {
        std::vector<std::size_t> order(m_requests.size());
        std::iota(order.begin(), order.end(), std::size_t {0});
        most = std::min(most, order.size());
        std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(most),
            order.end(), [this](std::size_t one, std::size_t other) {
                return latencyOf(one) > latencyOf(other);
            });
        std::vector<SlowRequest> slowest;
        for (std::size_t i = 0; i < most; ++i)
            slowest.push_back(describe(order[i], repetition));
        return slowest;
    }

private:
    [[nodiscard]] std::int64_t serviceOf(std::size_t i) const
    {
        return m_requests.endNs[i] - m_requests.startNs[i];
    }

    [[nodiscard]] bool started(std::size_t i) const
    {
        return m_requests.startNs[i] != LoadRequests::never;
    }

    [[nodiscard]] std::int64_t latencyOf(std::size_t i) const
    {
        return m_requests.ended(i) ? m_requests.endNs[i] - m_requests.plannedNs[i]
                                   : std::numeric_limits<std::int64_t>::max();
    }

    SlowRequest describe(std::size_t i, int repetition)
    {
        SlowRequest slow {.repetition = repetition, .plannedNs = m_requests.plannedNs[i]};
        if (!started(i)) {
            slow.cause = SlowRequestCause::NeverStarted;
            return slow;
        }
        slow.waitNs = m_requests.startNs[i] - m_requests.plannedNs[i];
        if (!m_requests.ended(i)) {
            slow.cause = SlowRequestCause::NeverReturned;
            return slow;
        }
        slow.serviceNs = serviceOf(i);
        if (*slow.waitNs <= *slow.serviceNs) {
            slow.cause = causeIn(i, SlowRequestCause::LongCall);
            return slow;
        }
        explainWait(slow, i);
        return slow;
    }

    /// The longest call that ran while it waited.
    void explainWait(SlowRequest& slow, std::size_t i) const
    {
        std::optional<std::size_t> longest;
        for (std::size_t other = 0; other < i; ++other)
            if (m_requests.ended(other) && m_requests.endNs[other] > m_requests.plannedNs[i]
                && (!longest || serviceOf(other) > serviceOf(*longest)))
                longest = other;
        if (!longest || serviceOf(*longest) < longCallMedians * m_median)
            return;
        slow.longCallNs = serviceOf(*longest);
        slow.cause = causeIn(*longest, SlowRequestCause::BehindLongCall);
    }

    [[nodiscard]] SlowRequestCause causeIn(std::size_t i, SlowRequestCause otherwise) const
    {
        if (m_requests.compiled[i] != 0)
            return SlowRequestCause::Compiled;
        const auto above = static_cast<double>(serviceOf(i) - m_median);
        if (m_requests.collectedNs[i] > 0
            && static_cast<double>(m_requests.collectedNs[i]) >= collectionIsCause * above)
            return SlowRequestCause::Collected;
        return otherwise;
    }

    const LoadRequests& m_requests;
    std::int64_t m_median = 0;
};

} // namespace

std::optional<std::int64_t> SlowRequest::latencyNs() const
{
    return waitNs && serviceNs ? std::optional(*waitNs + *serviceNs) : std::nullopt;
}

bool isSlower(const SlowRequest& one, const SlowRequest& other)
{
    constexpr auto endless = std::numeric_limits<std::int64_t>::max();
    return one.latencyNs().value_or(endless) > other.latencyNs().value_or(endless);
}

std::vector<SlowRequest> slowestRequests(const LoadFact& fact, int repetition, std::size_t most)
{
    return Slowest(fact).take(repetition, most);
}

} // namespace profiler
