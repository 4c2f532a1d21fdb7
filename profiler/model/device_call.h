// SPDX-License-Identifier: Apache-2.0
#pragma once

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
    /// The host was in the call of a copy or fill. Before the copy that ends the gap at most as
    /// long as that took: idle time before a short copy is no wait for it.
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

/// What the device did in one traced call. All of `busyNs` and `idleNs` add up to the call.
struct DeviceCall {
    std::int64_t durationNs = 0;
    /// By class; while several streams work at once the class named first in WorkKind counts, so
    /// that communication is what computing does not hide.
    std::map<WorkKind, std::int64_t> busyNs;
    std::map<IdleCause, std::int64_t> idleNs;
    /// Idle, and the host had not yet handed over the work that ended it.
    std::int64_t hostBoundNs = 0;
    std::int64_t kernels = 0; ///< that began in the call
    std::int64_t launches = 0; ///< API calls that began them: a CUDA graph is one
    std::int64_t graphLaunches = 0; ///< of these, graphs

    bool operator==(const DeviceCall&) const = default;
};

} // namespace profiler
