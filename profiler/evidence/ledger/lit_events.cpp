// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ledger/lit_events.h"

#include <algorithm>
#include <set>

namespace profiler {

std::size_t LitEvents::count() const
{
    std::size_t all = 0;
    for (const auto& [lane, events] : ofLane)
        all += events.size();
    return all;
}

LitEvents litEvents(
    const TimelineTracks& tracks, const LedgerTrace& trace, std::span<const std::size_t> rows)
{
    using RowsOf = std::span<const std::uint32_t> (LedgerTrace::*)(std::size_t) const;
    const std::set<std::size_t> wanted(rows.begin(), rows.end());
    LitEvents lit;
    const auto look = [&](const std::vector<LaneGroup>& groups, RowsOf rowsOf) {
        for (const auto& group : groups)
            for (const auto& lane : group.lanes)
                for (std::size_t i = 0; i < lane.size(); ++i)
                    if (std::ranges::any_of((trace.*rowsOf)(lane.event(i).row),
                            [&](std::uint32_t row) { return wanted.contains(row); }))
                        lit.ofLane[&lane].push_back(i);
    };
    look(tracks.kernels, &LedgerTrace::ofKernel);
    look(tracks.operators, &LedgerTrace::ofOperator);
    return lit;
}

} // namespace profiler
