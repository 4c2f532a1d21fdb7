// SPDX-License-Identifier: Apache-2.0
#include "profiler/launch/call_block.h"

#include <algorithm>
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
    block.machine = machineStateBetween(machine.before, machine.after, reply.wall, reply.cpu);
    // The readings around the command also see the lane wake up and its discarded calls.
    if (reply.pressureUs && *reply.pressureUs >= 0 && reply.wall.count() > 0)
        block.machine.cpuPressureRatio = static_cast<double>(*reply.pressureUs) * 1e3
            / static_cast<double>(reply.wall.count());
    return block;
}

double medianCallNs(const CallBlock& block)
{
    auto values = block.wallNs;
    if (values.empty())
        return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return static_cast<double>(*middle);
}

} // namespace profiler
