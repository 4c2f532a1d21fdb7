// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/kernel_details.h"

#include "profiler/evidence/kernels/kernel_origin.h"
#include "profiler/evidence/kernels/occupancy.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/trace_rows.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace profiler {

namespace {

constexpr std::size_t mostKernelSources = 5; // a copy kernel has hundreds

/// Kernels of one name.
struct GatheredKernels {
    double weighted = 0; ///< occupancy times duration
    double durationNs = 0; ///< of those whose occupancy is known
    std::vector<double> delaysNs;
    std::map<SourceKey, std::int64_t> sources;
};

/// Texts of a trace by their numbers.
class Texts {
public:
    explicit Texts(const TraceRows& rows)
    {
        for (const auto& name : rows.names)
            m_names.emplace(name.id, &name.text);
        for (const auto& place : rows.places)
            m_places.emplace(place.id, &place);
    }

    [[nodiscard]] KernelSource source(const SourceKey& key, std::int64_t count) const
    {
        KernelSource source {.module = key.module, .count = count};
        if (const auto name = m_names.find(key.operatorName); name != m_names.end())
            source.operatorName = *name->second;
        if (const auto place = m_places.find(key.place); place != m_places.end()) {
            source.file = place->second->file;
            source.line = place->second->line;
        }
        return source;
    }

private:
    std::unordered_map<std::int32_t, const std::string*> m_names;
    std::unordered_map<std::int32_t, const TracePlace*> m_places;
};

std::vector<KernelSource> sourcesOf(const GatheredKernels& gathered, const Texts& texts)
{
    std::vector<KernelSource> sources;
    for (const auto& [key, count] : gathered.sources)
        sources.push_back(texts.source(key, count));
    const auto placeOf = [](const KernelSource& source) {
        return std::tie(source.operatorName, source.module, source.file, source.line);
    };
    std::ranges::sort(sources, [&](const KernelSource& one, const KernelSource& other) {
        return one.count != other.count ? one.count > other.count : placeOf(one) < placeOf(other);
    });
    if (sources.size() > mostKernelSources)
        sources.resize(mostKernelSources);
    return sources;
}

std::unordered_map<std::int32_t, double> occupancies(
    const TraceRows& rows, const KernelDevice& device)
{
    std::unordered_map<std::int32_t, double> ratios;
    if (device.limits)
        for (const auto& shape : rows.shapes)
            if (const auto known
                = estimatedOccupancy(*device.limits, shape, device.multiprocessors))
                ratios.emplace(shape.id, known->ratio);
    return ratios;
}

/// Of each launch: a later node of a CUDA graph waits for those before it, and not for its launch.
std::unordered_map<std::int32_t, std::int64_t> firstStarts(const TraceRows& rows)
{
    std::unordered_map<std::int32_t, std::int64_t> firsts;
    const auto take = [&](const auto& columns) {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const auto first = firsts.try_emplace(columns.correlation[i], columns.startNs[i]).first;
            first->second = std::min(first->second, columns.startNs[i]);
        }
    };
    take(rows.kernels);
    take(rows.copies);
    return firsts;
}

KernelDetails detailsOf(const GatheredKernels& gathered, const Texts& texts)
{
    KernelDetails details {.sources = sourcesOf(gathered, texts)};
    if (gathered.durationNs > 0)
        details.occupancyRatio = gathered.weighted / gathered.durationNs;
    if (const auto delay = median(gathered.delaysNs))
        details.launchDelayNs = std::llround(*delay);
    return details;
}

} // namespace

KernelDevice kernelDevice(const EnvironmentFields& environment)
{
    KernelDevice device;
    if (const auto field = environment.find("compute_capability"); field != environment.end())
        device.limits = deviceLimits(field->second);
    if (const auto field = environment.find("multiprocessors"); field != environment.end()) {
        int count = 0;
        const auto& text = field->second;
        if (std::from_chars(text.data(), text.data() + text.size(), count).ec == std::errc {}
            && count > 0)
            device.multiprocessors = count;
    }
    return device;
}

std::map<std::string, KernelDetails> kernelDetails(
    const TraceRows& rows, const KernelDevice& device)
{
    const auto ratios = occupancies(rows, device);
    const auto origins = kernelOrigins(rows);
    const auto firsts = firstStarts(rows);
    std::unordered_map<std::int32_t, GatheredKernels> byName;
    const auto& kernels = rows.kernels;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        auto& gathered = byName[kernels.name[i]];
        if (const auto ratio = ratios.find(kernels.shape[i]); ratio != ratios.end()) {
            const auto duration = static_cast<double>(kernels.durationNs[i]);
            gathered.weighted += ratio->second * duration;
            gathered.durationNs += duration;
        }
        std::int64_t delay = 0;
        const bool isFirst = kernels.startNs[i] <= firsts.at(kernels.correlation[i]);
        if (const auto api = origins[i].api; api && isFirst
            && !__builtin_sub_overflow(kernels.startNs[i], rows.apis.startNs[*api], &delay))
            gathered.delaysNs.push_back(static_cast<double>(delay));
        if (origins[i].api)
            ++gathered.sources[sourceKeyOf(rows, origins[i])];
    }
    const Texts texts(rows);
    std::map<std::string, KernelDetails> details;
    for (const auto& name : rows.names)
        if (const auto found = byName.find(name.id); found != byName.end())
            details.emplace(name.text, detailsOf(found->second, texts));
    return details;
}

} // namespace profiler
