// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace profiler {

struct TraceSummary;

/// What a traced call waits for a DataLoader; 0: it asks none.
[[nodiscard]] double dataWaitNs(const TraceSummary& trace);

} // namespace profiler
