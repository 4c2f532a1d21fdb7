// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/device_text.h"

#include "profiler/evidence/device/idle_cause.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/work_text.h"
#include "profiler/report/text/counter_text.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace profiler {

namespace {

constexpr double hundred = 100;
constexpr double disturbingPressure = 0.05; // as blocks are flagged
constexpr double disturbingSteal = 0.01;

std::string devicePercent(double ratio)
{
    return fmt::format("{:.0f} %", ratio * hundred);
}

const VariantDevice* deviceOf(const std::vector<VariantDevice>& devices, int variant)
{
    const auto found = std::ranges::find(devices, variant, &VariantDevice::variant);
    return found == devices.end() ? nullptr : &*found;
}

std::string deviceVariantName(const CaseResult& result, int variant)
{
    return result.variants.at(static_cast<std::size_t>(variant)).name;
}

std::string shareWord(double share)
{
    if (share > 0.9)
        return "nearly all";
    if (share > 0.6)
        return "most";
    return share >= 0.45 ? "half" : "the largest part";
}

/// "; half of the idle 1.25 ms is sync": of the untraced median.
std::string idleClause(const DeviceUse& use, const VariantResult& result)
{
    const double idle = 1 - use.busyInAllRatio;
    const auto most = std::ranges::max_element(
        use.idleRatio, {}, [](const auto& entry) { return entry.second; });
    if (most == use.idleRatio.end() || idle <= 0.005)
        return {};
    const auto median = result.latency ? result.latency->median().ns : std::nullopt;
    const auto howMuch = median ? " " + formatDuration(idle * *median) : std::string();
    return fmt::format("; {} of the idle{} is {}", shareWord(most->second / idle),
        howMuch.empty() ? " time" : howMuch, idleCauseName(most->first));
}

std::optional<double> median(const ComparisonData& data,
    const std::vector<RepetitionCounters>& counters, const char* series, int variant, int caseIndex)
{
    return timedMedian(data, counters, series, variant, caseIndex);
}

} // namespace

std::string deviceSentence(const CaseResult& result, const std::vector<VariantDevice>& devices,
    int variant, Emphasis emphasis)
{
    const auto* device = deviceOf(devices, variant);
    const auto name = deviceVariantName(result, variant);
    if (device == nullptr || !device->use)
        return fmt::format("How busy the GPU is with {} is not known: {}.",
            stressed(name, emphasis),
            device == nullptr ? "its calls were not traced" : reasonText(device->use.error()));
    auto text = fmt::format("The GPU is {} with {}",
        stressed("busy " + busyText(device->use->busyInAllRatio) + " of a call", emphasis),
        stressed(name, emphasis));
    const auto* baseline = variant == 0 ? nullptr : deviceOf(devices, 0);
    if (baseline != nullptr && baseline->use)
        text += fmt::format(
            ", {} {}", deviceVariantName(result, 0), busyText(baseline->use->busyInAllRatio));
    return text + idleClause(*device->use, result.variants.at(static_cast<std::size_t>(variant)))
        + ".";
}

std::string deviceNote(const std::vector<VariantDevice>& devices, int variant)
{
    std::string text = "Busy: some kernel or copy is running, not how full the device is";
    const auto* device = deviceOf(devices, variant);
    if (device == nullptr || !device->use)
        return text;
    const auto calls = device->use->calls;
    text += fmt::format(" · {} traced {}", calls, calls == 1 ? "call" : "calls");
    if (!device->overheadRatio)
        return text + " · shares of these calls: what the profiler adds is in them";
    text += ", " + profilerOverheadText({{{}, *device->overheadRatio}});
    return text + " · of the untraced median: what tracing added is taken out of the idle time";
}

HostUse hostUse(const ComparisonData& data, const std::vector<RepetitionCounters>& host,
    int variant, int caseIndex)
{
    return {.busyRatio = median(data, host, "cpu_busy_ratio", variant, caseIndex),
        .pressureRatio = median(data, host, "cpu_pressure_ratio", variant, caseIndex),
        .stealRatio = median(data, host, "cpu_steal_ratio", variant, caseIndex),
        .clockMhz = median(data, host, "cpu_clock_mhz", variant, caseIndex)};
}

bool isDisturbed(const HostUse& use)
{
    return use.pressureRatio.value_or(0) > disturbingPressure
        || use.stealRatio.value_or(0) > disturbingSteal;
}

std::string hostSentence(const CaseResult& result, const HostUse& baseline, const HostUse& use,
    int variant, Emphasis emphasis)
{
    const auto name = deviceVariantName(result, variant);
    if (!use.busyRatio)
        return fmt::format("No GPU was measured, and nothing watched the CPU while {} was timed.",
            stressed(name, emphasis));
    auto text = fmt::format("No GPU was measured. While calls are timed the CPU is {} with {}",
        stressed(devicePercent(*use.busyRatio) + " in use", emphasis), stressed(name, emphasis));
    if (variant != 0 && baseline.busyRatio)
        text += fmt::format(
            ", {} {}", deviceVariantName(result, 0), devicePercent(*baseline.busyRatio));
    if (isDisturbed(use))
        text += "; somebody else took part of the machine";
    return text + ".";
}

std::string hostNote(const HostUse& use)
{
    std::string text = "All cores together, whoever used them";
    if (use.pressureRatio)
        text += " · pressure " + counterText("cpu_pressure_ratio", *use.pressureRatio)
            + ": the share of time in which something waited for a core";
    if (use.stealRatio)
        text += " · steal " + counterText("cpu_steal_ratio", *use.stealRatio)
            + ": what the host of a virtual machine took";
    return text;
}

std::string launchesText(const DeviceUse& use)
{
    auto all = formatCount(use.launches);
    if (use.graphLaunches <= 0)
        return all;
    const auto graphs
        = formatCount(use.graphLaunches) + (use.graphLaunches == 1 ? " graph" : " graphs");
    return use.graphLaunches >= use.launches ? graphs : all + ", of them " + graphs;
}

} // namespace profiler
