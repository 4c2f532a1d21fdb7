// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

struct TraceSummary;

/// What torch takes in a traced call to find its compiled code, all guards on the way; ns, 0 where
/// it looked nothing up.
[[nodiscard]] double lookUpNs(const TraceSummary& trace);

} // namespace profiler
