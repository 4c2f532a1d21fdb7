// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ledger/ledger_trace.h"
#include "profiler/evidence/timeline/timeline_tracks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Events of one side's timeline that do the work of some rows of the ledger.
struct LitEvents {
    /// By lane, as long as the tracks live; ascending.
    std::unordered_map<const TimelineLane*, std::vector<std::size_t>> ofLane;

    [[nodiscard]] std::size_t count() const;
};

/// `rows` are of the ledger that `trace` is of.
[[nodiscard]] LitEvents litEvents(
    const TimelineTracks& tracks, const LedgerTrace& trace, std::span<const std::size_t> rows);

} // namespace profiler
