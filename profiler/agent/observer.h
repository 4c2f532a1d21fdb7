// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace profiler::agent {

class TraceLog;
struct ThreadState;

/// Gives the id of the place in the user's code that runs on this thread; 0 = unknown.
using PlaceReader = std::int32_t (*)(TraceLog& trace, ThreadState& state);

/// Records torch's operators into `trace` while recording is on. `trace` must outlive the process:
/// a thread may be in the middle of a span when the observer stops. Throws what torch throws.
void startObserver(TraceLog& trace, PlaceReader readPlace);
void setRecording(bool on);
void stopObserver();

} // namespace profiler::agent
