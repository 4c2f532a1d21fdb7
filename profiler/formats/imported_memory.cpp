// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/imported_memory.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace profiler {

namespace {

/// What an allocator has given out and what it has taken from the device.
struct Held {
    std::int64_t allocated = 0;
    std::int64_t reserved = 0;
};

/// A file may hold any numbers.
std::int64_t sum(std::int64_t one, std::int64_t other)
{
    std::int64_t result = 0;
    if (!__builtin_add_overflow(one, other, &result))
        return result;
    return one > 0 ? std::numeric_limits<std::int64_t>::max()
                   : std::numeric_limits<std::int64_t>::min();
}

std::int64_t difference(std::int64_t one, std::int64_t other)
{
    std::int64_t result = 0;
    if (!__builtin_sub_overflow(one, other, &result))
        return result;
    return other > 0 ? std::numeric_limits<std::int64_t>::min()
                     : std::numeric_limits<std::int64_t>::max();
}

Held changeOf(const MemoryEvent& event)
{
    const std::string_view action = event.action;
    if (action == "alloc")
        return {.allocated = event.bytes};
    if (action == "free_requested") // from then on it counts as free, whatever still uses it
        return {.allocated = difference(0, event.bytes)};
    if (action == "segment_alloc" || action == "segment_map")
        return {.reserved = event.bytes};
    if (action == "segment_free" || action == "segment_unmap")
        return {.reserved = difference(0, event.bytes)};
    return {}; // completed, out of memory, a snapshot
}

Held plus(const Held& one, const Held& other)
{
    return {sum(one.allocated, other.allocated), sum(one.reserved, other.reserved)};
}

Held minus(const Held& one, const Held& other)
{
    return {difference(one.allocated, other.allocated), difference(one.reserved, other.reserved)};
}

using HeldByDevice = std::map<int, Held>;

/// As the history ended: what the segments hold.
HeldByDevice atTheEnd(const MemorySnapshot& snapshot)
{
    HeldByDevice held;
    for (const auto& segment : snapshot.segments) {
        auto& own = held[segment.device];
        own = plus(own, {segment.allocatedBytes, segment.bytes});
    }
    return held;
}

HeldByDevice atTheBegin(const MemorySnapshot& snapshot)
{
    auto held = atTheEnd(snapshot);
    for (const auto& event : snapshot.events) {
        auto& own = held[event.device];
        own = minus(own, changeOf(event));
    }
    return held;
}

/// Adds series of readings to rows.
class Readings {
public:
    explicit Readings(TraceRows& rows)
        : m_rows(rows)
    {
    }

    void add(std::int64_t time, const std::string& series, std::int64_t bytes)
    {
        const auto [known, isNew]
            = m_ids.try_emplace(series, static_cast<std::int32_t>(m_rows.names.size()) + 1);
        if (isNew)
            m_rows.names.push_back({.id = known->second, .text = series});
        m_rows.counters.timeNs.push_back(time);
        m_rows.counters.series.push_back(known->second);
        m_rows.counters.value.push_back(static_cast<double>(bytes));
    }

private:
    TraceRows& m_rows;
    std::map<std::string, std::int32_t> m_ids;
};

/// Most of the peaks that are known.
void raise(std::optional<std::int64_t>& peak, std::int64_t bytes)
{
    peak = std::max(peak.value_or(0), bytes);
}

void playBack(const MemorySnapshot& snapshot, SnapshotMemory& memory)
{
    auto held = atTheBegin(snapshot);
    for (const auto& event : snapshot.events) {
        const auto& before = held[event.device];
        raise(memory.fact.devicePeakBytes, before.allocated);
        raise(memory.fact.deviceReservedBytes, before.reserved);
    }
    Readings readings(memory.rows);
    for (const auto& event : snapshot.events) {
        const auto change = changeOf(event);
        auto& own = held[event.device];
        own = plus(own, change);
        raise(memory.fact.devicePeakBytes, own.allocated);
        raise(memory.fact.deviceReservedBytes, own.reserved);
        if (!event.timeNs)
            continue;
        const auto name = "device" + std::to_string(event.device);
        if (change.allocated != 0)
            readings.add(*event.timeNs, name + "_allocated_bytes", own.allocated);
        if (change.reserved != 0)
            readings.add(*event.timeNs, name + "_reserved_bytes", own.reserved);
    }
}

} // namespace

std::optional<MemoryFact> memoryFactOf(const TraceRows& rows)
{
    std::map<std::int32_t, std::optional<std::int64_t> MemoryFact::*> peaks; // by series
    for (const auto& name : rows.names) {
        const std::string_view text = name.text;
        if (text == "host_allocated_bytes")
            peaks[name.id] = &MemoryFact::hostAllocatorPeakBytes;
        else if (text.starts_with("device") && text.ends_with("_allocated_bytes"))
            peaks[name.id] = &MemoryFact::devicePeakBytes;
        else if (text.starts_with("device") && text.ends_with("_reserved_bytes"))
            peaks[name.id] = &MemoryFact::deviceReservedBytes;
    }
    std::optional<MemoryFact> fact;
    for (std::size_t i = 0; i < rows.counters.size(); ++i) {
        const auto peak = peaks.find(rows.counters.series[i]);
        const double bytes = rows.counters.value[i];
        constexpr double most = 1e18;
        if (peak == peaks.end() || !(bytes >= 0 && bytes < most))
            continue;
        if (!fact)
            fact.emplace();
        raise((*fact).*(peak->second), static_cast<std::int64_t>(bytes));
    }
    return fact;
}

SnapshotMemory memoryOf(const MemorySnapshot& snapshot)
{
    SnapshotMemory memory {.rows = {}, .fact = {}, .losses = snapshot.losses};
    for (const auto& [device, held] : atTheEnd(snapshot))
        raise(memory.fact.deviceReservedBytes, held.reserved);
    playBack(snapshot, memory);
    return memory;
}

void addReadings(TraceRows& rows, const TraceRows& readings)
{
    std::int32_t last = 0;
    std::set<std::string> known;
    for (const auto& name : rows.names) {
        last = std::max(last, name.id);
        known.insert(name.text);
    }
    std::set<std::int32_t> added;
    for (const auto& name : readings.names)
        if (!known.contains(name.text)) {
            added.insert(name.id);
            rows.names.push_back({.id = last + name.id, .text = name.text});
        }
    for (std::size_t i = 0; i < readings.counters.size(); ++i) {
        if (!added.contains(readings.counters.series[i]))
            continue;
        rows.counters.timeNs.push_back(readings.counters.timeNs[i]);
        rows.counters.series.push_back(last + readings.counters.series[i]);
        rows.counters.value.push_back(readings.counters.value[i]);
    }
}

} // namespace profiler
