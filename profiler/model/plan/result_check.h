// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

struct Plan;

/// Whether results of variants are compared with the baseline's.
[[nodiscard]] bool comparesOutputs(const Plan& plan);

/// Whether the processes of the traces compare them, which saves each variant an import and a first
/// call, and not processes of their own. Those of effort look always do.
[[nodiscard]] bool tracesAlsoCheck(const Plan& plan);

} // namespace profiler
