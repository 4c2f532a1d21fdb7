// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/worker_link/event_budget.h"

#include "profiler/model/number_text.h"

#include <algorithm>
#include <array>

namespace profiler {
namespace {

struct KindLimits {
    std::int64_t first; ///< handed on as they come
    std::int64_t last; ///< kept for the end
    const char* name;
};

// In the order of WorkerEvent. What a page shows one by one is short; compiles and graph breaks of
// a large model count in thousands.
constexpr auto limits = std::to_array<KindLimits>({
    {5'000, 0, "stages"},
    {20'000, 0, "progress messages"},
    {10'000, 50, "compiles"},
    {10'000, 50, "graph breaks"},
    {10'000, 50, "recompiles"},
    {10'000, 0, "garbage collections"},
    {1'000, 0, "source excerpts"},
    {100, 20, "notices"},
    {500, 0, "generated codes"},
    {20'000, 0, "records of compile steps"},
});
static_assert(limits.size() == std::variant_size_v<WorkerEvent>);

constexpr std::size_t mostEventBytes = std::size_t {64} << 20U;
constexpr std::size_t mostLastBytes = std::size_t {4} << 20U;

} // namespace

bool EventBudget::admits(const WorkerEvent& event, std::size_t bytes)
{
    auto& count = m_counts.at(event.index());
    ++count.heard;
    if (count.heard <= limits.at(event.index()).first && m_bytes + bytes <= mostEventBytes) {
        m_bytes += bytes;
        return true;
    }
    keepForTheEnd(event, bytes);
    return false;
}

void EventBudget::leaveOutUnread()
{
    ++m_unread;
}

void EventBudget::keepForTheEnd(const WorkerEvent& event, std::size_t bytes)
{
    const auto kind = event.index();
    const auto sameKind = [&](const Kept& kept) { return kept.kind == kind; };
    ++m_counts.at(kind).leftOut;
    if (limits.at(kind).last == 0 || bytes > mostLastBytes / 4)
        return;
    m_last.push_back({event, kind, bytes});
    if (std::ranges::count_if(m_last, sameKind) > limits.at(kind).last)
        m_last.erase(std::ranges::find_if(m_last, sameKind));
    const auto sum = [&] {
        std::size_t all = 0;
        for (const auto& kept : m_last)
            all += kept.bytes;
        return all;
    };
    while (sum() > mostLastBytes)
        m_last.pop_front();
}

std::vector<WorkerEvent> EventBudget::takeLast()
{
    std::vector<WorkerEvent> events;
    for (auto& kept : m_last) {
        --m_counts.at(kept.kind).leftOut;
        events.push_back(std::move(kept.event));
    }
    m_last.clear();
    return events;
}

std::string EventBudget::leftOut() const
{
    std::string text;
    for (std::size_t kind = 0; kind < m_counts.size(); ++kind) {
        const auto& count = m_counts.at(kind);
        if (count.leftOut > 0)
            text += (text.empty() ? "" : ", ") + formatCount(count.leftOut) + " of "
                + formatCount(count.heard) + " " + limits.at(kind).name;
    }
    if (m_unread > 0)
        text += (text.empty() ? "" : ", ") + formatCount(m_unread)
            + (m_unread == 1 ? " message" : " messages") + " of more than 1 MiB";
    return text;
}

} // namespace profiler
