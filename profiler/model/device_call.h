// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/interval.h"

#include <array>
#include <cstdint>
#include <map>

namespace profiler {

/// What an operator or kernel does, as far as its name tells.
enum class WorkKind {
    Matmul,
    Fused,
    Norm,
    Elementwise,
    Embedding, ///< look-ups in tables of weights, and their gradients
    Optimizer, ///< kernels over many tensors at once, as optimizers and gradient clipping run them
    Copy,
    Communication, ///< collectives between devices: NCCL, RCCL, custom all-reduces
};

inline constexpr std::array workKinds {WorkKind::Matmul, WorkKind::Fused, WorkKind::Norm,
    WorkKind::Elementwise, WorkKind::Embedding, WorkKind::Optimizer, WorkKind::Copy,
    WorkKind::Communication};

/// Why no kernel, copy or fill ran on any stream. A gap lies before the work that ends it. Until
/// the API call that launched this work had returned, the host was late, and what its thread did
/// tells the cause; from then on launched work waited:
enum class IdleCause {
    /// The launch was issued late, or its call had not returned yet.
    Host,
    /// As the device fell idle the host was in a synchronising call: it had let the queue run dry.
    /// All of the gap up to the launch counts, and the end of a call until its synchronise returns.
    Sync,
    /// The host was in the call of a copy or fill, at most as long as the copy itself took: idle
    /// time before a short copy is no wait for it.
    Copy,
    /// It instantiated or captured a CUDA graph or loaded a module.
    Compile,
    /// Launched while the device was idle; for a CUDA graph its first node. At most
    /// `mostLaunchLatencyNs`.
    Launch,
    /// Launched while earlier work of this process still ran: the device went on from one to the
    /// other. At most `mostLaunchLatencyNs`.
    EarlierWork,
    /// Between the nodes of one launch of a CUDA graph. At most `mostLaunchLatencyNs`.
    InGraph,
    /// Launched, and for longer than any of these takes nothing of this process was in its way:
    /// another process or context had the device, or what kept it is unknown.
    Elsewhere,
    /// Nothing that ran earlier was traced, so that nothing tells what the device did.
    BeforeTrace,
    /// No record of a launch for the work that ended the gap.
    Other,
};

inline constexpr std::array idleCauses {IdleCause::Host, IdleCause::Sync, IdleCause::Copy,
    IdleCause::Compile, IdleCause::Launch, IdleCause::EarlierWork, IdleCause::InGraph,
    IdleCause::Elsewhere, IdleCause::BeforeTrace, IdleCause::Other};

/// How long a device takes at most to begin what nothing keeps from beginning. On an H100 99 of 100
/// kernels began within 5 us of their launch's return, of the kernel before them or of the node
/// before them; the others waited for 130 us and more, which are the turns of other processes.
inline constexpr std::int64_t mostLaunchLatencyNs = 20'000;

/// Nothing that was launched waited: the one meaning of "host-bound".
[[nodiscard]] constexpr bool isHostBound(IdleCause cause)
{
    return cause == IdleCause::Host || cause == IdleCause::Sync || cause == IdleCause::Copy
        || cause == IdleCause::Compile;
}

/// How much of idle time, by cause, is host-bound; in its unit.
template <typename Amount>
[[nodiscard]] Amount hostBoundOf(const std::map<IdleCause, Amount>& idle)
{
    Amount sum {};
    for (const auto& [cause, amount] : idle)
        if (isHostBound(cause))
            sum += amount;
    return sum;
}

/// What the device did in one traced call. All of `busyNs` and `idleNs` add up to the call.
struct DeviceCall {
    std::int64_t durationNs = 0;
    /// By class; while several streams work at once the class named first in WorkKind counts, so
    /// that communication is what computing does not hide.
    std::map<WorkKind, std::int64_t> busyNs;
    std::map<IdleCause, std::int64_t> idleNs;
    std::int64_t kernels = 0; ///< that began in the call
    std::int64_t launches = 0; ///< API calls that began them: a CUDA graph is one
    std::int64_t graphLaunches = 0; ///< of these, graphs

    bool operator==(const DeviceCall&) const = default;
};

/// What the device works in a usual call, ns by class: where all calls run the same kernels one
/// after the other the sum of each kernel's median over the calls, so that those which another
/// process interrupted now and then do not count; else medians of what the calls worked.
using UsualWork = std::map<WorkKind, Interval>;

} // namespace profiler
