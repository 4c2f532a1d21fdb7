// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/timeline/timeline_tracks.h"
#include "profiler/model/trace.h"

#include <cstddef>
#include <vector>

/// Rows made up as replays of a CUDA graph look: in each call four streams run 400 kernels each, of
/// 35 names in five classes and 1 to 50 µs, up to 1.3 µs apart; between calls the host takes its
/// time.
namespace made_replays {

struct Trace {
    profiler::TraceRows rows;
    std::vector<profiler::TraceCall> calls;
};

[[nodiscard]] Trace wholeTrace(std::size_t kernels);

/// As one that reads a file would build them: the rows are never all there.
[[nodiscard]] profiler::TimelineTracks tracksInPieces(std::size_t kernels);

inline constexpr int steps = 200;

/// Zooms in by a factor a step, looks around, zooms out: where a frame looks.
[[nodiscard]] std::vector<profiler::TimeSpan> script(profiler::TimeSpan whole);

} // namespace made_replays
