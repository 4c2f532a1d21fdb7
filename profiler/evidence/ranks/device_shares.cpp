// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ranks/device_shares.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace profiler {

namespace {

/// Merged, so that calls that overlap count once.
std::vector<TimeSpan> windowsOf(const std::vector<TraceCall>& calls)
{
    std::vector<TimeSpan> windows;
    windows.reserve(calls.size());
    for (const auto& call : calls)
        windows.push_back({call.startNs, call.endNs});
    return unionOf(windows);
}

std::int64_t lengthOf(const std::vector<TimeSpan>& merged)
{
    std::uint64_t length = 0; // a file may hold any times
    for (const auto& span : merged)
        length += static_cast<std::uint64_t>(span.end) - static_cast<std::uint64_t>(span.begin);
    return static_cast<std::int64_t>(length);
}

bool beginsIn(const std::vector<TimeSpan>& windows, std::int64_t time)
{
    const auto after = std::ranges::upper_bound(windows, time, {}, &TimeSpan::begin);
    return after != windows.begin() && time < std::prev(after)->end;
}

std::int64_t coveredIn(const std::vector<TimeSpan>& windows, const std::vector<TimeSpan>& merged)
{
    std::int64_t covered = 0;
    for (const auto& window : windows)
        covered += coveredNs(merged, window);
    return covered;
}

struct DeviceSpans {
    std::vector<TimeSpan> all; ///< kernels, copies and fills
    std::vector<TimeSpan> communication;
    std::vector<TimeSpan> computing; ///< kernels of all other classes
};

template <typename Columns, typename Add>
void forEachTimed(const Columns& columns, Add add)
{
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (isTimed(columns.flags[i]))
            add(i, TimeSpan {columns.startNs[i], endOf(columns.startNs[i], columns.durationNs[i])});
}

std::map<int, DeviceSpans> spansOf(const TraceRows& rows)
{
    std::map<int, DeviceSpans> spans;
    const auto kinds = collectiveOfKernels(rows);
    forEachTimed(rows.kernels, [&](std::size_t row, TimeSpan span) {
        auto& device = spans[rows.kernels.device[row]];
        device.all.push_back(span);
        (kinds[row] ? device.communication : device.computing).push_back(span);
    });
    forEachTimed(rows.copies, [&](std::size_t row, TimeSpan span) {
        spans[rows.copies.device[row]].all.push_back(span);
    });
    return spans;
}

template <typename Columns>
void countIn(const std::vector<TimeSpan>& windows, const Columns& columns,
    std::map<int, DeviceShare>& shares, std::int64_t DeviceShare::*count)
{
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (isTimed(columns.flags[i]) && beginsIn(windows, columns.startNs[i]))
            ++(shares[columns.device[i]].*count);
}

} // namespace

std::vector<DeviceShare> deviceShares(const std::vector<TraceCall>& calls, const TraceRows& rows)
{
    const auto windows = windowsOf(calls);
    std::map<int, DeviceShare> shares;
    countIn(windows, rows.kernels, shares, &DeviceShare::kernels);
    countIn(windows, rows.copies, shares, &DeviceShare::copies);
    for (const auto& [device, spans] : spansOf(rows)) {
        const auto busy = coveredIn(windows, unionOf(spans.all));
        if (busy == 0 && !shares.contains(device))
            continue;
        auto& share = shares[device];
        share.busyNs = busy;
        const auto computing = unionOf(spans.computing);
        share.communicationNs = coveredIn(windows, unionOf(spans.communication));
        auto both = spans.communication;
        both.insert(both.end(), computing.begin(), computing.end());
        share.exposedNs = coveredIn(windows, unionOf(both)) - coveredIn(windows, computing);
    }
    std::map<int, std::vector<Collective>> begun;
    for (const auto& collective : collectivesOf(rows))
        if (collective.device && beginsIn(windows, collective.span.begin))
            begun[*collective.device].push_back(collective);
    std::vector<DeviceShare> result;
    for (auto& [device, share] : shares) {
        share.device = device;
        share.callsNs = lengthOf(windows);
        share.collectives = timesByKind(begun[device]);
        result.push_back(std::move(share));
    }
    return result;
}

std::map<std::string, std::vector<KernelOnDevice>> kernelsByDevice(const TraceRows& rows)
{
    const auto& kernels = rows.kernels;
    const std::set<int> devices(kernels.device.begin(), kernels.device.end());
    if (devices.size() < 2)
        return {};
    std::unordered_map<std::int32_t, std::map<int, KernelOnDevice>> byName;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        auto& one = byName[kernels.name[i]][kernels.device[i]];
        one.device = kernels.device[i];
        ++one.count;
        one.totalNs += kernels.durationNs[i];
    }
    std::map<std::string, std::vector<KernelOnDevice>> found;
    for (const auto& name : rows.names)
        if (const auto one = byName.find(name.id); one != byName.end())
            for (const auto& [device, times] : one->second)
                found[name.text].push_back(times);
    return found;
}

} // namespace profiler
