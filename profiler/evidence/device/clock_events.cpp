// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/clock_events.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace profiler {

namespace {

struct EventBit {
    std::uint64_t bit;
    const char* name;
};

/// nvml.h, nvmlClocksEventReason…; the strongest first.
constexpr std::array eventBits {EventBit {0x40, "too hot (hardware)"},
    EventBit {0x20, "too hot (driver)"}, EventBit {0x80, "power brake from outside"},
    EventBit {0x08, "slowed down by the hardware"}, EventBit {0x04, "power limit"},
    EventBit {0x10, "held to the clock of another GPU"}};

} // namespace

std::string clockEventName(std::uint64_t bits)
{
    for (const auto& event : eventBits)
        if ((bits & event.bit) != 0)
            return event.name;
    return {};
}

std::vector<ThrottleBand> throttleBands(const CounterSeries& reasons)
{
    std::vector<ThrottleBand> bands;
    for (std::size_t i = 0; i < reasons.timeNs.size(); ++i) {
        const auto value = reasons.value[i];
        const auto reason
            = value > 0 ? clockEventName(static_cast<std::uint64_t>(value)) : std::string();
        if (reason.empty())
            continue;
        const auto from = reasons.timeNs[i > 0 ? i - 1 : i];
        if (!bands.empty() && bands.back().reason == reason && bands.back().span.end >= from)
            bands.back().span.end = reasons.timeNs[i];
        else
            bands.push_back({.span = {from, reasons.timeNs[i]}, .reason = reason});
    }
    return bands;
}

ThrottleSummary throttleSummary(
    const std::vector<ThrottleBand>& bands, const std::vector<LaneStretch>& lanes)
{
    constexpr double perSecond = 1e9;
    ThrottleSummary summary;
    for (const auto& band : bands) {
        summary.seconds += static_cast<double>(band.span.end - band.span.begin) / perSecond;
        if (std::ranges::find(summary.reasons, band.reason) == summary.reasons.end())
            summary.reasons.push_back(band.reason);
        summary.hitTimedBlock
            = summary.hitTimedBlock || std::ranges::any_of(lanes, [&](const LaneStretch& lane) {
                  return lane.timed() && lane.span.begin < band.span.end
                      && band.span.begin < lane.span.end;
              });
    }
    return summary;
}

} // namespace profiler
