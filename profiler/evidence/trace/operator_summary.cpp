// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/operator_summary.h"

#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <limits>

namespace profiler {

namespace {

std::string nameOf(const NameTexts& names, std::int32_t id)
{
    const auto known = names.find(id);
    return known != names.end() ? known->second : "(name " + std::to_string(id) + ")";
}

/// A file may hold any numbers.
std::int64_t sumOf(std::int64_t one, std::int64_t other)
{
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(one, other, &sum))
        return sum;
    return one < 0 ? std::numeric_limits<std::int64_t>::min()
                   : std::numeric_limits<std::int64_t>::max();
}

/// What a span takes of the one around it, which is open until `endNs`: never below 0, and of one
/// that the clock made to reach over its parent no more than the parent has left.
std::int64_t takenBy(std::int64_t startNs, std::int64_t durationNs, std::int64_t endNs)
{
    std::int64_t left = 0;
    if (__builtin_sub_overflow(endNs, startNs, &left)) // the parent ends later
        left = std::numeric_limits<std::int64_t>::max();
    return std::max<std::int64_t>(std::min(durationNs, left), 0);
}

template <typename Stat>
void orderByTime(std::vector<Stat>& stats)
{
    std::ranges::sort(stats, [](const Stat& one, const Stat& other) {
        return one.totalNs != other.totalNs ? one.totalNs > other.totalNs : one.name < other.name;
    });
}

} // namespace

OperatorSummary::OperatorSummary(std::vector<TraceCall> calls)
    : m_calls(std::move(calls))
{
}

void OperatorSummary::addSelf(Sum& sum, std::optional<int> call, std::int64_t ns)
{
    sum.stat.selfNs = sumOf(sum.stat.selfNs, ns);
    if (call)
        sum.self.add(*call, ns);
}

void OperatorSummary::add(const OperatorColumns& rows)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& sum = m_sums[{rows.name[i], rows.kind[i]}];
        const auto start = rows.startNs[i];
        const auto duration = rows.durationNs[i];
        const auto call = m_calls.callAt(start);
        ++sum.stat.count;
        sum.stat.totalNs = sumOf(sum.stat.totalNs, duration);
        addSelf(sum, call, duration);
        auto& open = m_open[rows.thread[i]];
        while (!open.empty() && open.back().endNs <= start)
            open.pop_back();
        if (!open.empty())
            addSelf(*open.back().sum, call, -takenBy(start, duration, open.back().endNs));
        open.push_back({.endNs = endOf(start, duration), .sum = &sum});
    }
}

std::vector<OperatorStat> OperatorSummary::stats(const NameTexts& names) const
{
    std::vector<OperatorStat> stats;
    for (const auto& [key, sum] : m_sums) {
        auto& stat = stats.emplace_back(sum.stat);
        stat.name = nameOf(names, key.first);
        stat.kind = static_cast<SpanKind>(key.second);
        stat.selfPerCallNs = sum.self.median(m_calls.count());
    }
    orderByTime(stats);
    return stats;
}

std::vector<std::int64_t> ownTimes(const OperatorColumns& rows)
{
    std::vector<std::int64_t> own = rows.durationNs;
    std::unordered_map<std::int32_t, std::vector<std::size_t>> openOf; // by thread
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& open = openOf[rows.thread[i]];
        const auto endOfSpan
            = [&](std::size_t k) { return endOf(rows.startNs[k], rows.durationNs[k]); };
        while (!open.empty() && endOfSpan(open.back()) <= rows.startNs[i])
            open.pop_back();
        if (!open.empty()) {
            auto& ns = own[open.back()];
            ns = sumOf(ns, -takenBy(rows.startNs[i], rows.durationNs[i], endOfSpan(open.back())));
        }
        open.push_back(i);
    }
    for (auto& ns : own)
        ns = std::max<std::int64_t>(ns, 0);
    return own;
}

KernelSummary::KernelSummary(std::vector<TraceCall> calls)
    : m_calls(std::move(calls))
{
}

void KernelSummary::add(const KernelColumns& rows)
{
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto duration = rows.durationNs[i];
        auto [entry, isNew] = m_sums.try_emplace(rows.name[i]);
        auto& stat = entry->second.stat;
        ++stat.count;
        stat.totalNs = sumOf(stat.totalNs, duration);
        stat.minNs = isNew ? duration : std::min(stat.minNs, duration);
        stat.maxNs = std::max(stat.maxNs, duration);
        if (const auto call = m_calls.callAt(rows.startNs[i]))
            entry->second.time.add(*call, duration);
    }
}

std::vector<KernelStat> KernelSummary::stats(const NameTexts& names) const
{
    std::vector<KernelStat> stats;
    for (const auto& [name, sum] : m_sums) {
        auto& stat = stats.emplace_back(sum.stat);
        stat.name = nameOf(names, name);
        stat.perCallNs = sum.time.median(m_calls.count());
    }
    orderByTime(stats);
    return stats;
}

} // namespace profiler
