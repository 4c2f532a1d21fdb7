// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/kernel_origin.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

namespace profiler {

namespace {

constexpr std::int64_t noSequence = -1;

bool isKnown(const SpanOrigin& where)
{
    return !where.module.empty() || where.place != 0;
}

/// The launch that a correlation names: the outermost of its records.
std::unordered_map<std::int32_t, std::size_t> launchesOf(const ApiColumns& apis)
{
    std::unordered_map<std::int32_t, std::size_t> launches;
    for (std::size_t i = 0; i < apis.size(); ++i) {
        const auto [first, added] = launches.emplace(apis.correlation[i], i);
        if (!added && apis.startNs[i] < apis.startNs[first->second])
            first->second = i;
    }
    return launches;
}

/// Launches and the spans of one thread, both by start.
struct Thread {
    std::vector<std::size_t> spans;
    std::vector<std::size_t> launches;
};

class Join {
public:
    explicit Join(const TraceRows& rows)
        : m_rows(rows)
        , m_launches(launchesOf(rows.apis))
    {
        for (const auto& name : rows.names)
            m_names.emplace(name.id, &name.text);
        for (const auto& place : rows.places)
            m_places.emplace(place.id, &place);
        splitByThread();
        for (const auto& [id, thread] : m_threads)
            findForward(thread);
    }

    void findLaunches()
    {
        for (const auto& [id, thread] : m_threads)
            findLaunches(thread);
    }

    /// After findLaunches().
    [[nodiscard]] KernelOrigin originOf(std::int32_t correlation) const
    {
        const auto launch = m_launches.find(correlation);
        return launch == m_launches.end() ? KernelOrigin {} : m_origins.at(launch->second);
    }

    [[nodiscard]] std::vector<SpanOrigin> originsOfSpans() const
    {
        std::vector<SpanOrigin> origins(m_rows.operators.size());
        for (const auto& [id, thread] : m_threads) {
            std::vector<std::size_t> open;
            for (const auto span : thread.spans) {
                closeUntil(open, m_rows.operators.startNs[span]);
                open.push_back(span);
                origins[span] = calledFrom(open);
            }
        }
        return origins;
    }

private:
    [[nodiscard]] SpanKind kindOf(std::size_t span) const
    {
        return static_cast<SpanKind>(m_rows.operators.kind[span]);
    }

    [[nodiscard]] std::int64_t endOfSpan(std::size_t span) const
    {
        return endOf(m_rows.operators.startNs[span], m_rows.operators.durationNs[span]);
    }

    void splitByThread()
    {
        for (std::size_t i = 0; i < m_rows.operators.size(); ++i)
            m_threads[m_rows.operators.thread[i]].spans.push_back(i);
        for (const auto& [correlation, api] : m_launches)
            m_threads[m_rows.apis.thread[api]].launches.push_back(api);
        for (auto& [id, thread] : m_threads) {
            std::ranges::stable_sort(
                thread.spans, {}, [&](std::size_t span) { return m_rows.operators.startNs[span]; });
            std::ranges::sort(
                thread.launches, {}, [&](std::size_t api) { return m_rows.apis.startNs[api]; });
        }
    }

    void closeUntil(std::vector<std::size_t>& open, std::int64_t moment) const
    {
        while (!open.empty() && endOfSpan(open.back()) <= moment)
            open.pop_back();
    }

    /// The innermost that knows. A place told with its module counts before a module's own span.
    [[nodiscard]] SpanOrigin whereOf(const std::vector<std::size_t>& open) const
    {
        SpanOrigin where;
        for (auto at = open.rbegin(); at != open.rend(); ++at) {
            const auto span = *at;
            const auto place = m_rows.operators.place[span];
            const auto known = m_places.find(place);
            if (where.place == 0 && known != m_places.end()) {
                where.place = place;
                if (where.module.empty())
                    where.module = known->second->module;
            }
            if (where.module.empty() && kindOf(span) == SpanKind::Module)
                where.module = nameOf(m_rows.operators.name[span]);
            if (where.place != 0 && !where.module.empty())
                break;
        }
        return where;
    }

    [[nodiscard]] std::string nameOf(std::int32_t id) const
    {
        const auto known = m_names.find(id);
        return known == m_names.end() ? std::string() : *known->second;
    }

    [[nodiscard]] bool isForward(std::size_t span) const
    {
        return kindOf(span) == SpanKind::Operator && m_rows.operators.sequence[span] != noSequence;
    }

    /// Of a sequence number the operator that was called first made the node.
    void findForward(const Thread& thread)
    {
        std::vector<std::size_t> open;
        for (const auto span : thread.spans) {
            closeUntil(open, m_rows.operators.startNs[span]);
            open.push_back(span);
            const bool inBackward = std::ranges::any_of(
                open, [&](std::size_t one) { return kindOf(one) == SpanKind::Backward; });
            if (isForward(span) && !inBackward)
                if (auto where = whereOf(open); isKnown(where))
                    m_forward.emplace(m_rows.operators.sequence[span], std::move(where));
        }
    }

    [[nodiscard]] SpanOrigin forwardOf(const std::vector<std::size_t>& open) const
    {
        const auto backward = std::find_if(open.rbegin(), open.rend(),
            [&](std::size_t one) { return kindOf(one) == SpanKind::Backward; });
        if (backward == open.rend())
            return {};
        const auto forward = m_forward.find(m_rows.operators.sequence[*backward]);
        return forward == m_forward.end() ? SpanOrigin {} : forward->second;
    }

    /// Where the innermost that knows was called, else its forward.
    [[nodiscard]] SpanOrigin calledFrom(const std::vector<std::size_t>& open) const
    {
        auto where = whereOf(open);
        return isKnown(where) ? where : forwardOf(open);
    }

    void findLaunches(const Thread& thread)
    {
        std::vector<std::size_t> open;
        auto next = thread.spans.begin();
        for (const auto api : thread.launches) {
            const auto moment = m_rows.apis.startNs[api];
            for (; next != thread.spans.end() && m_rows.operators.startNs[*next] <= moment;
                 ++next) {
                closeUntil(open, m_rows.operators.startNs[*next]);
                open.push_back(*next);
            }
            closeUntil(open, moment);
            m_origins.emplace(api, originAt(api, open));
        }
    }

    [[nodiscard]] KernelOrigin originAt(std::size_t api, const std::vector<std::size_t>& open) const
    {
        KernelOrigin origin {.api = api};
        const auto innermost = std::find_if(
            open.rbegin(), open.rend(), [&](std::size_t span) { return isWork(kindOf(span)); });
        if (innermost != open.rend())
            origin.operatorRow = *innermost;
        auto where = calledFrom(open);
        origin.module = std::move(where.module);
        origin.place = where.place;
        return origin;
    }

    const TraceRows& m_rows;
    std::unordered_map<std::int32_t, std::size_t> m_launches;
    std::unordered_map<std::int32_t, const std::string*> m_names;
    std::unordered_map<std::int32_t, const TracePlace*> m_places;
    std::map<std::int32_t, Thread> m_threads;
    std::unordered_map<std::int64_t, SpanOrigin> m_forward; ///< by sequence number
    std::unordered_map<std::size_t, KernelOrigin> m_origins; ///< by row of the launch
};

} // namespace

SourceKey sourceKeyOf(const TraceRows& rows, const KernelOrigin& origin)
{
    const auto name = origin.operatorRow ? rows.operators.name[*origin.operatorRow] : 0;
    return {.operatorName = name, .module = origin.module, .place = origin.place};
}

std::vector<KernelOrigin> kernelOrigins(const TraceRows& rows)
{
    Join join(rows);
    join.findLaunches();
    std::vector<KernelOrigin> origins;
    origins.reserve(rows.kernels.size());
    for (const auto correlation : rows.kernels.correlation)
        origins.push_back(join.originOf(correlation));
    return origins;
}

std::vector<SpanOrigin> spanOrigins(const TraceRows& rows)
{
    return Join(rows).originsOfSpans();
}

} // namespace profiler
