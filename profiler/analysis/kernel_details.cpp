// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/kernel_details.h"

#include "profiler/analysis/kernel_origin.h"
#include "profiler/analysis/occupancy.h"
#include "profiler/analysis/quantiles.h"

#include <charconv>
#include <cmath>
#include <unordered_map>
#include <vector>

namespace profiler {

namespace {

/// Kernels of one name.
struct Gathered {
    double weighted = 0; ///< occupancy times duration
    double durationNs = 0; ///< of those whose occupancy is known
    std::vector<double> delaysNs;
};

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

KernelDetails detailsOf(const Gathered& gathered)
{
    KernelDetails details;
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
    std::unordered_map<std::int32_t, Gathered> byName;
    const auto& kernels = rows.kernels;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        auto& gathered = byName[kernels.name[i]];
        if (const auto ratio = ratios.find(kernels.shape[i]); ratio != ratios.end()) {
            const auto duration = static_cast<double>(kernels.durationNs[i]);
            gathered.weighted += ratio->second * duration;
            gathered.durationNs += duration;
        }
        std::int64_t delay = 0;
        if (const auto api = origins[i].api;
            api && !__builtin_sub_overflow(kernels.startNs[i], rows.apis.startNs[*api], &delay))
            gathered.delaysNs.push_back(static_cast<double>(delay));
    }
    std::map<std::string, KernelDetails> details;
    for (const auto& name : rows.names)
        if (const auto found = byName.find(name.id); found != byName.end())
            details.emplace(name.text, detailsOf(found->second));
    return details;
}

} // namespace profiler
