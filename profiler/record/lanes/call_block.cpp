// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/call_block.h"

#include <utility>

namespace profiler {

CallBlock warmUpBlock(int caseIndex, int order, const WarmUpReply& reply, SpoolColumns columns,
    const MachineAround& machine)
{
    CallBlock block {.kind = BlockKind::WarmUp,
        .caseIndex = caseIndex,
        .order = order,
        .started = reply.started,
        .wallNs = std::move(columns.wallNs),
        .cpuNs = std::move(columns.cpuNs),
        .switches = std::move(columns.switches)};
    block.compiled.assign(block.wallNs.size(), 0);
    for (const auto call : reply.compiled)
        block.compiled[static_cast<std::size_t>(call)] = 1;
    block.machine = machineStateBetween(
        machine.before, machine.after, reply.wall.value_or(nanoseconds {}), reply.cpu);
    return block;
}

CallBlock timedBlock(const BlockCommand& command, int order, const BlockReply& reply,
    SpoolColumns columns, const MachineAround& machine)
{
    CallBlock block {.kind = BlockKind::Timed,
        .caseIndex = command.caseIndex,
        .clock = command.clock,
        .order = order,
        .started = reply.started,
        .wallNs = std::move(columns.wallNs),
        .cpuNs = std::move(columns.cpuNs),
        .switches = std::move(columns.switches)};
    block.machine = machineStateBetween(
        machine.before, machine.after, reply.wall, reply.cpu, reply.pressureUs);
    return block;
}

} // namespace profiler
