// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

struct Plan;

/// Whether results of variants are compared with the baseline's.
[[nodiscard]] bool comparesOutputs(const Plan& plan);

/// Whether the processes of the traces compare them, which saves each variant an import and a first
/// call.
[[nodiscard]] bool tracesAlsoCheck(const Plan& plan);

/// Whether processes of the check alone compare them. At effort look neither is true: one process
/// of a variant does everything.
[[nodiscard]] bool checksApart(const Plan& plan);

} // namespace profiler
