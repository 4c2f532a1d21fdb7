// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

/// Workload::spec of what another tool recorded: no model is known, nor the inputs of a call.
inline constexpr auto importedSpec = "imported";

} // namespace profiler
