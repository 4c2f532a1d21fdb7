// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_details.h"

#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/kernels/kernel_origin.h"
#include "profiler/evidence/trace/device_work.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/evidence/trace/operator_summary.h"
#include "profiler/evidence/trace/time_by_call.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

namespace profiler {

namespace {

struct Sum {
    std::int64_t count = 0;
    double ns = 0; ///< a file may hold any times: no sum of them overflows
};

/// Work of one name.
struct GatheredDetail {
    std::map<SourceKey, Sum> sources;
    std::map<std::int32_t, Sum> devices;
    std::unordered_map<std::int32_t, std::int64_t> shapes; ///< how often each
    std::vector<std::int64_t> durationsNs;
};

/// By class and id of the name.
using GatheredWork = std::map<std::pair<WorkKind, std::int32_t>, GatheredDetail>;

using Names = std::unordered_map<std::int32_t, const std::string*>;

Names namesOf(const TraceRows& rows)
{
    Names names;
    for (const auto& name : rows.names)
        names.emplace(name.id, &name.text);
    return names;
}

std::string textOf(const Names& names, std::int32_t id)
{
    const auto known = names.find(id);
    return known == names.end() ? std::string() : *known->second;
}

GatheredWork gatherKernels(
    const TraceRows& rows, const std::vector<TraceCall>& calls, const Names& names)
{
    GatheredWork work;
    std::unordered_map<std::int32_t, GatheredDetail*>
        byName; // the class of a name is found out once
    const auto origins = kernelOrigins(rows);
    const auto& kernels = rows.kernels;
    CallCursor cursor(calls);
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (!cursor.callAt(kernels.startNs[i]))
            continue;
        auto [entry, isNew] = byName.try_emplace(kernels.name[i]);
        if (isNew)
            entry->second = &work[{kernelClassOf(textOf(names, kernels.name[i])), kernels.name[i]}];
        auto& gathered = *entry->second;
        const auto duration = std::max<std::int64_t>(kernels.durationNs[i], 0);
        for (auto* sum : {&gathered.sources[sourceKeyOf(rows, origins[i])],
                 &gathered.devices[kernels.device[i]]}) {
            ++sum->count;
            sum->ns += static_cast<double>(duration);
        }
        ++gathered.shapes[kernels.shape[i]];
        if (isTimed(kernels.flags[i]))
            gathered.durationsNs.push_back(duration);
    }
    return work;
}

GatheredWork gatherOperators(
    const TraceRows& rows, const std::vector<TraceCall>& calls, const Names& names)
{
    GatheredWork work;
    std::map<std::pair<std::int32_t, std::uint8_t>, GatheredDetail*>
        byName; // null: it computes nothing
    const auto origins = spanOrigins(rows);
    const auto own = ownTimes(rows.operators);
    const auto& operators = rows.operators;
    CallCursor cursor(calls);
    for (std::size_t i = 0; i < operators.size(); ++i) {
        if (!cursor.callAt(operators.startNs[i]))
            continue;
        auto [entry, isNew] = byName.try_emplace({operators.name[i], operators.kind[i]});
        if (isNew)
            if (const auto kind = workKindOf(
                    textOf(names, operators.name[i]), static_cast<SpanKind>(operators.kind[i])))
                entry->second = &work[{*kind, operators.name[i]}];
        if (entry->second == nullptr)
            continue;
        auto& sum = entry->second->sources[{0, origins[i].module, origins[i].place}];
        ++sum.count;
        sum.ns += static_cast<double>(own[i]);
        entry->second->durationsNs.push_back(own[i]);
    }
    return work;
}

/// Texts in place of numbers.
class Writing {
public:
    Writing(const TraceRows& rows, const Names& names)
        : m_names(names)
    {
        for (const auto& place : rows.places)
            m_places.emplace(place.id, &place);
        for (const auto& shape : rows.shapes)
            m_shapes.emplace(shape.id, &shape);
    }

    [[nodiscard]] WorkDetail detailOf(GatheredDetail gathered) const
    {
        WorkDetail detail {.durationsNs = std::move(gathered.durationsNs)};
        std::ranges::sort(detail.durationsNs);
        for (const auto& [key, sum] : gathered.sources)
            detail.sources.push_back(sourceOf(key, sum));
        std::ranges::stable_sort(detail.sources, std::ranges::greater {},
            [](const WorkSource& source) { return std::tie(source.ns, source.count); });
        for (const auto& [device, sum] : gathered.devices)
            detail.devices.push_back({device, sum.count, sum.ns});
        for (const auto& [id, count] : gathered.shapes)
            if (const auto shape = m_shapes.find(id); shape != m_shapes.end())
                detail.shapes.push_back({*shape->second, count});
        std::ranges::sort(detail.shapes, std::ranges::greater {},
            [](const CountedShape& one) { return std::pair(one.count, -one.shape.id); });
        return detail;
    }

private:
    [[nodiscard]] WorkSource sourceOf(const SourceKey& key, const Sum& sum) const
    {
        WorkSource source {.operatorName = textOf(m_names, key.operatorName),
            .module = key.module,
            .count = sum.count,
            .ns = sum.ns};
        if (const auto place = m_places.find(key.place); place != m_places.end()) {
            source.file = place->second->file;
            source.line = place->second->line;
        }
        return source;
    }

    const Names& m_names;
    std::unordered_map<std::int32_t, const TracePlace*> m_places;
    std::unordered_map<std::int32_t, const LaunchShape*> m_shapes;
};

} // namespace

const WorkDetail* WorkDetails::find(const WorkKey& key) const
{
    const auto found = byKey.find(key);
    return found == byKey.end() ? nullptr : &found->second;
}

WorkDetails workDetails(const TraceSummary& trace, const TraceRows& rows)
{
    const auto names = namesOf(rows);
    const bool onDevice = ranOnDevice(trace);
    auto work = onDevice ? gatherKernels(rows, trace.calls, names)
                         : gatherOperators(rows, trace.calls, names);
    WorkDetails details {.calls = static_cast<int>(trace.calls.size())};
    const Writing writing(rows, names);
    std::set<std::int32_t> devices;
    for (const auto& [key, gathered] : work)
        for (const auto& [device, sum] : gathered.devices)
            devices.insert(device);
    details.devices = static_cast<int>(devices.size());
    for (auto& [key, gathered] : work)
        details.byKey.try_emplace(
            {key.first, textOf(names, key.second)}, writing.detailOf(std::move(gathered)));
    return details;
}

} // namespace profiler
