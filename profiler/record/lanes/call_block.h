// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/timing_facts.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/worker_link/spool_reader.h"
#include "profiler/record/worker_link/worker_messages.h"

namespace profiler {

/// The machine just before a command was sent and just after its answer came.
struct MachineAround {
    MachineReading before;
    MachineReading after;
};

/// A piece of warm-up as it is recorded; `order` counts the blocks of the process.
[[nodiscard]] CallBlock warmUpBlock(int caseIndex, int order, const WarmUpReply& reply,
    SpoolColumns columns, const MachineAround& machine);

/// A timed block; its round and its flags are the caller's to set.
[[nodiscard]] CallBlock timedBlock(const BlockCommand& command, int order, const BlockReply& reply,
    SpoolColumns columns, const MachineAround& machine);

} // namespace profiler
