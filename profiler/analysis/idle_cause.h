// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/analysis/device_busy.h"
#include "profiler/model/trace.h"

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace profiler {

/// Why no kernel, copy or fill ran on any stream. A gap lies before the work that ends it; the API
/// call that launched that work, and what its thread did until then, tell the cause:
enum class IdleCause {
    /// The launch had begun and the device had not: launch latency, the space between nodes of a
    /// graph. Also while the launching thread was in an operator on its way to the launch: a device
    /// that outruns its host.
    Launch,
    /// As the device fell idle the host was in a synchronising call: it had let the queue run dry.
    /// All of the gap up to the launch counts, and the end of a call until its synchronise returns.
    Sync,
    /// The same with a copy or fill that held the host, and the way of a copy to the device.
    Copy,
    /// The launching thread was outside of any operator: Python, guards, the user's own code.
    Host,
    /// It instantiated or captured a CUDA graph or loaded a module.
    Compile,
    /// No record of a launch for the work that ended the gap.
    Other,
};

inline constexpr std::array idleCauses {IdleCause::Launch, IdleCause::Sync, IdleCause::Copy,
    IdleCause::Host, IdleCause::Compile, IdleCause::Other};

/// "launch gaps".
[[nodiscard]] std::string idleCauseName(IdleCause cause);

/// "launch", as JSON has it.
[[nodiscard]] std::string idleCauseKey(IdleCause cause);

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
    void addGap(TimeSpan gap, const Launch& launch, std::vector<IdlePart>& parts) const;
    void addBeforeLaunch(TimeSpan gap, const Thread& thread, std::vector<IdlePart>& parts) const;
    void addTail(TimeSpan gap, std::vector<IdlePart>& parts) const;

    std::vector<Busy> m_busy;
    std::unordered_map<std::int32_t, Launch> m_launches; ///< by correlation
    std::unordered_map<std::int32_t, Thread> m_threads;
};

} // namespace profiler
