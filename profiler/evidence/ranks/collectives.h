// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/trace/collective_kind.h"
#include "profiler/statistics/busy_spans.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

struct TraceRows;

/// One collective as one rank saw it: a kernel of a device, or of gloo a span on a thread.
struct Collective {
    CollectiveKind kind = CollectiveKind::Other;
    TimeSpan span;
    std::optional<int> device; ///< nullopt: it ran on the host
    int stream = 0; ///< or thread
    std::string group; ///< of ranks, as the trace names it; empty: it does not
    /// While no kernel of another class ran on its device: what computing does not hide. nullopt:
    /// on the host, where the thread that calls may work on meanwhile.
    std::optional<std::int64_t> exposedNs;

    bool operator==(const Collective&) const = default;
};

/// A trace tells the group of a collective as a reading of 1 at the moment when it begins, of a
/// series whose name begins so and ends with the group's.
inline constexpr std::string_view collectiveGroupSeries = "collective_group:";

/// Of each row of kernels which collective it is; nullopt: it computes.
[[nodiscard]] std::vector<std::optional<CollectiveKind>> collectiveOfKernels(const TraceRows& rows);

/// By start. Kernels where there are any; else what ran on threads of the host.
[[nodiscard]] std::vector<Collective> collectivesOf(const TraceRows& rows);

/// Of collectives of one kind.
struct CommunicationTime {
    std::int64_t count = 0;
    std::int64_t sumNs = 0;
    std::optional<std::int64_t> exposedNs; ///< nullopt: of one at least it is not known

    bool operator==(const CommunicationTime&) const = default;
};

using CommunicationTimes = std::map<CollectiveKind, CommunicationTime>;

[[nodiscard]] CommunicationTimes timesByKind(const std::vector<Collective>& collectives);

} // namespace profiler
