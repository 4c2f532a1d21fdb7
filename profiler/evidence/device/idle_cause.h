// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"
#include "profiler/statistics/busy_spans.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace profiler {

struct TraceRows;

/// "launch latency".
[[nodiscard]] std::string idleCauseName(IdleCause cause);

/// A stretch without work, of one cause. A gap may be several.
struct IdlePart {
    TimeSpan span;
    IdleCause cause = IdleCause::Other;
    /// The host had not yet handed over the work that ends the gap.
    bool hostBound = false;

    bool operator==(const IdlePart&) const = default;
};

/// The idle parts of windows of one trace. What is busy and all parts add up to a window exactly.
class IdleParts {
public:
    explicit IdleParts(const TraceRows& rows);

    /// Ascending, without overlap; together the complement of what ran on the device.
    [[nodiscard]] std::vector<IdlePart> of(TimeSpan window) const;

private:
    /// A stretch of work, and the launch of what began it.
    struct Busy {
        TimeSpan span;
        std::int32_t correlation = 0;
        std::int64_t firstNs = 0; ///< how long that took
    };

    struct Launch {
        TimeSpan span;
        std::int32_t thread = 0;
        bool copies = false;
    };

    /// What a thread was in, each merged.
    struct Thread {
        std::vector<TimeSpan> syncs;
        std::vector<TimeSpan> copies;
        std::vector<TimeSpan> compiles;
        std::vector<TimeSpan> operators;
    };

    void takeWork(const TraceRows& rows);
    void takeApis(const TraceRows& rows);
    void takeOperators(const TraceRows& rows);
    /// `lengthNs` is of the work that ends the gap.
    void addGap(TimeSpan gap, const Launch& launch, std::int64_t lengthNs,
        std::vector<IdlePart>& parts) const;
    static void addLaunch(
        TimeSpan part, std::int64_t handedOver, IdleCause cause, std::vector<IdlePart>& parts);
    static void addBeforeLaunch(TimeSpan gap, const Thread& thread, std::vector<IdlePart>& parts);
    void addTail(TimeSpan gap, std::vector<IdlePart>& parts) const;

    std::vector<Busy> m_busy;
    std::unordered_map<std::int32_t, Launch> m_launches; ///< by correlation
    std::unordered_map<std::int32_t, Thread> m_threads;
};

} // namespace profiler
