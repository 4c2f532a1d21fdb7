// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger_row.h"

#include <string>

namespace profiler {

struct Plan;

/// The command line with which Nsight Compute looks into the kernels of a row: the comparison again
/// with its baseline and that variant, measured by nothing else. Empty: the plan is of no CUDA
/// device, or the row's kernels are not known.
[[nodiscard]] std::string kernelProfilerCommand(
    const Plan& plan, int variant, const LedgerRow& row);

/// "launch_kernel" of "void at::native::launch_kernel<4, float>(int, float)": what Nsight Compute
/// knows a kernel by.
[[nodiscard]] std::string functionName(const std::string& kernel);

} // namespace profiler
