// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"

namespace profiler {

/// What is fixed while a process runs (docs/development/measurement.md, Machine state): governor,
/// boost, SMT, affinity, CPU quota of the control group. What the kernel does not tell is
/// "unknown".
[[nodiscard]] EnvironmentFields machineFacts();

} // namespace profiler
