// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"

#include <chrono>

namespace ui_test {

/// Eager against backend eager, so that nothing is compiled by Inductor; one repetition.
inline profiler::Plan smallPlan(int rounds)
{
    profiler::Plan plan;
    plan.name = "small";
    plan.workload.spec = "builtin:mlp";
    plan.variants = {{.name = "eager"}, {.name = "graph", .kind = profiler::VariantKind::Compiled}};
    plan.variants[1].compile.backend = "eager";
    plan.protocol = profiler::protocolFor(profiler::Effort::Quick);
    plan.protocol.coldEmpty = plan.protocol.coldKept = 0;
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 1;
    plan.protocol.rounds = rounds;
    plan.protocol.callsPerBlock = 5;
    plan.protocol.checkInputs = plan.protocol.traceCalls = 0;
    plan.protocol.warmUpTimeLimit = std::chrono::seconds(1); // busy: it may never settle
    return plan;
}

} // namespace ui_test
