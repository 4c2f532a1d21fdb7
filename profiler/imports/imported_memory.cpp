// SPDX-License-Identifier: Apache-2.0
#include "profiler/imports/imported_memory.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
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
    if (action == "free_completed")
        return {.allocated = difference(0, event.bytes)};
    if (action == "segment_alloc" || action == "segment_map")
        return {.reserved = event.bytes};
    if (action == "segment_free" || action == "segment_unmap")
        return {.reserved = difference(0, event.bytes)};
    return {}; // asked for, out of memory, a snapshot
}

Held plus(const Held& one, const Held& other)
{
    return {sum(one.allocated, other.allocated), sum(one.reserved, other.reserved)};
}

Held atItsEnd(const MemorySnapshot& snapshot, int device)
{
    Held held;
    for (const auto& segment : snapshot.segments)
        if (segment.device == device)
            held = plus(held, {segment.allocatedBytes, segment.bytes});
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

void playBack(const MemorySnapshot& snapshot, int device, SnapshotMemory& memory)
{
    Held held = atItsEnd(snapshot, device);
    for (const auto& event : snapshot.events)
        if (event.device == device) {
            const auto change = changeOf(event);
            held = {difference(held.allocated, change.allocated),
                difference(held.reserved, change.reserved)};
        }
    Readings readings(memory.rows);
    const auto name = "device" + std::to_string(device);
    for (const auto& event : snapshot.events) {
        if (event.device != device)
            continue;
        const auto change = changeOf(event);
        held = plus(held, change);
        raise(memory.fact.devicePeakBytes, held.allocated);
        raise(memory.fact.deviceReservedBytes, held.reserved);
        if (!event.timeNs)
            continue;
        if (change.allocated != 0)
            readings.add(*event.timeNs, name + "_allocated_bytes", held.allocated);
        if (change.reserved != 0)
            readings.add(*event.timeNs, name + "_reserved_bytes", held.reserved);
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
    std::map<int, Held> devices;
    for (const auto& segment : snapshot.segments)
        devices.try_emplace(segment.device, atItsEnd(snapshot, segment.device));
    for (const auto& event : snapshot.events)
        devices.try_emplace(event.device);
    for (const auto& [device, held] : devices) {
        raise(memory.fact.deviceReservedBytes, held.reserved);
        playBack(snapshot, device, memory);
    }
    return memory;
}

void addReadings(TraceRows& rows, const TraceRows& readings)
{
    std::int32_t last = 0;
    for (const auto& name : rows.names)
        last = std::max(last, name.id);
    for (const auto& name : readings.names)
        rows.names.push_back({.id = last + name.id, .text = name.text});
    const auto& added = readings.counters;
    auto& counters = rows.counters;
    counters.timeNs.insert(counters.timeNs.end(), added.timeNs.begin(), added.timeNs.end());
    counters.value.insert(counters.value.end(), added.value.begin(), added.value.end());
    for (const auto series : added.series)
        counters.series.push_back(last + series);
}

} // namespace profiler
