// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/device_work.h"

#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/model/trace_rows.h"

#include <unordered_map>

namespace profiler {

namespace {

/// Thousands of kernels share a few names.
std::unordered_map<std::int32_t, WorkKind> classesOf(const TraceRows& rows)
{
    std::unordered_map<std::int32_t, bool> used;
    for (const auto name : rows.kernels.name)
        used.emplace(name, true);
    std::unordered_map<std::int32_t, WorkKind> classes;
    for (const auto& name : rows.names)
        if (used.contains(name.id))
            classes.emplace(name.id, kernelClassOf(name.text));
    return classes;
}

template <typename Columns>
DeviceWork workOf(const Columns& columns, std::size_t row)
{
    const auto start = columns.startNs[row];
    return {.span = {start, endOf(start, columns.durationNs[row])},
        .correlation = columns.correlation[row],
        .device = columns.device[row],
        .context = columns.context[row],
        .stream = columns.stream[row],
        .inGraph = columns.graph[row] != 0};
}

} // namespace

bool isTimed(std::uint8_t flags)
{
    return (flags & (kernel_flags::zeroTimestamp | kernel_flags::negative)) == 0;
}

std::vector<DeviceWork> deviceWork(const TraceRows& rows)
{
    const auto classes = classesOf(rows);
    std::vector<DeviceWork> all;
    all.reserve(rows.kernels.size() + rows.copies.size());
    for (std::size_t i = 0; i < rows.kernels.size(); ++i) {
        if (!isTimed(rows.kernels.flags[i]))
            continue;
        auto& work = all.emplace_back(workOf(rows.kernels, i));
        const auto known = classes.find(rows.kernels.name[i]);
        work.kind = known == classes.end() ? WorkKind::Elementwise : known->second;
        work.name = rows.kernels.name[i];
        work.isKernel = true;
    }
    for (std::size_t i = 0; i < rows.copies.size(); ++i)
        if (isTimed(rows.copies.flags[i]))
            all.emplace_back(workOf(rows.copies, i)).name = rows.copies.kind[i];
    return all;
}

} // namespace profiler
