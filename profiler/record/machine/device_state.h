// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/collect/counters/counter_monitor.h"
#include "profiler/model/facts/timing_facts.h"

namespace profiler {

/// Of `readings` taken during a block into the device's part of its state: the median of the clocks
/// and of the power, the highest temperature, every reason for a lower clock that was seen, and the
/// most processes on the device beside `ownProcesses`. What was not read stays unknown.
void addDeviceState(MachineState& state, const collect::Readings& readings, int ownProcesses);

} // namespace profiler
