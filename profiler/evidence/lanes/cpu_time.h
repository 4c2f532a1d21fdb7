// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/lanes/lanes.h"

#include <optional>
#include <vector>

/// What calls cost in CPU time of the thread that makes them.
namespace profiler {

/// Of a block: median over its calls, in ns; nothing where it was not read.
[[nodiscard]] std::optional<double> cpuTimeOf(const TimedBlock& block);

/// Share of a call in which its thread had no core though nothing took it away: it waits for data,
/// for a device or for a lock. The median over calls without an involuntary switch; nothing where
/// there are none.
[[nodiscard]] std::optional<double> ownWaitRatio(const std::vector<Lane>& lanes);

} // namespace profiler
