// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/device/device_gaps.h"
#include "profiler/findings/finding_rules.h"

#include <optional>

/// Where compiled code costs more than it saves though nothing broke, from the traces of a case on
/// the CPU.
namespace profiler::finding_rules {

inline constexpr double timesLonger = 2; ///< than what it stands for
inline constexpr double leastShare = 0.03; ///< of a call; less is no finding

/// Median of a compiled call on the host; nothing of a device: host times of operators are no
/// device times.
[[nodiscard]] inline std::optional<double> hostMedianNs(const FindingInput& input)
{
    const auto& latency = input.variant->latency;
    const double medianNs = latency ? latency->median().ns.value_or(0) : 0;
    if (input.variant->variant == 0 || medianNs <= 0
        || costSideOf(input.data.plan) == CostSide::Device)
        return std::nullopt;
    return medianNs;
}

} // namespace profiler::finding_rules
