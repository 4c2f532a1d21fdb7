// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/device/device_overview.h"
#include "profiler/report/text/emphasis.h"

#include <string>
#include <vector>

/// Words of the page GPU.
namespace profiler {

struct CaseResult;
struct ComparisonData;

/// "The GPU is busy 89 % of a call with reduce-overhead, eager 71 %; most of the idle 1.25 ms is
/// launch latency."
[[nodiscard]] std::string deviceSentence(const CaseResult& result,
    const std::vector<VariantDevice>& devices, int variant, Emphasis emphasis = Emphasis::None);

/// What busy means, how many calls were traced and what that cost.
[[nodiscard]] std::string deviceNote(const std::vector<VariantDevice>& devices, int variant);

/// What the machine itself did in the timed blocks of one variant.
struct HostUse {
    std::optional<double> busyRatio;
    std::optional<double> pressureRatio;
    std::optional<double> stealRatio;
    std::optional<double> clockMhz;
};

/// Over all repetitions.
[[nodiscard]] HostUse hostUse(const ComparisonData& data,
    const std::vector<RepetitionCounters>& host, int variant, int caseIndex);

/// Somebody else took part of the machine while it was measured.
[[nodiscard]] bool isDisturbed(const HostUse& use);

/// "No GPU was measured. While calls are timed the CPU is 52 % in use with default, eager 55 %."
[[nodiscard]] std::string hostSentence(const CaseResult& result, const HostUse& baseline,
    const HostUse& use, int variant, Emphasis emphasis = Emphasis::None);
[[nodiscard]] std::string hostNote(const HostUse& use);

/// "12.4", "5 graphs", "131, of them 5 graphs": launches of a call.
[[nodiscard]] std::string launchesText(const DeviceUse& use);

} // namespace profiler
