// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/device_call.h"
#include "profiler/statistics/busy_spans.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace profiler {

struct TraceRows;

/// "waiting for the host".
[[nodiscard]] std::string idleCauseName(IdleCause cause);

/// A stretch without work, of one cause. A gap may be several.
struct IdlePart {
    TimeSpan span;
    IdleCause cause = IdleCause::Other;

    bool operator==(const IdlePart&) const = default;
};

/// The idle parts of windows of one trace. What is busy and all parts add up to a window exactly.
class IdleParts {
public:
    explicit IdleParts(const TraceRows& rows);

    /// Ascending, without overlap; together the complement of what ran on the device.
    [[nodiscard]] std::vector<IdlePart> of(TimeSpan window) const;

private:
    /// A stretch of work, and how it began.
    struct Busy {
        TimeSpan span;
        std::int32_t correlation = 0; ///< of the launch
        std::int64_t firstNs = 0; ///< how long the work took that began it
        bool laterNode = false; ///< work of the same launch ran before: a CUDA graph
        std::int64_t streamEndNs = 0; ///< of the work before it on its stream; none: long ago
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
    };

    using Following = std::vector<Busy>::const_iterator;

    void takeWork(const TraceRows& rows);
    void takeApis(const TraceRows& rows);
    void addUnknown(TimeSpan& gap, Following next, std::vector<IdlePart>& parts) const;
    /// `gap` ends with the work `next`, or with the window before.
    void addGap(TimeSpan gap, Following next, std::vector<IdlePart>& parts) const;
    void addBeforeHandOver(TimeSpan gap, const Launch& launch, std::int64_t copyNs,
        std::vector<IdlePart>& parts) const;
    void addLaunched(
        TimeSpan gap, Following next, const Launch& launch, std::vector<IdlePart>& parts) const;
    static void addBeforeLaunch(TimeSpan gap, const Thread& thread, std::vector<IdlePart>& parts);
    void addTail(TimeSpan gap, Following next, std::vector<IdlePart>& parts) const;

    std::vector<Busy> m_busy;
    std::unordered_map<std::int32_t, Launch> m_launches; ///< by correlation
    std::unordered_map<std::int32_t, Thread> m_threads;
    /// When a call first returned that waits for all of the device: then nothing ran there.
    std::optional<std::int64_t> m_firstDrained;
};

} // namespace profiler
