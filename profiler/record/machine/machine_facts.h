// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"

namespace profiler {

/// What is fixed while a process runs (measurement.md §4): governor, boost, SMT, affinity, CPU
/// quota of the control group. What the kernel does not tell is "unknown".
[[nodiscard]] EnvironmentFields machineFacts();

} // namespace profiler
