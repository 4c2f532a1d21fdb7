// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "profiler/evidence/kernels/call_split.h"
#include "profiler/model/device_call.h"
#include "ui/theme/shapes.h"
#include "ui/theme/tokens.h"

#include <QString>

#include <optional>
#include <vector>

namespace profiler {
struct StepSplit;
} // namespace profiler

namespace ui {

/// What work and idle time look like on every page.
[[nodiscard]] WorkClass workClassOf(profiler::WorkKind kind);
[[nodiscard]] IdlePattern idlePatternOf(profiler::IdleCause cause);

/// One part of a call and of the legend: work has a colour, all else a pattern.
struct CallPart {
    QString name;
    std::optional<WorkClass> workClass;
    IdlePattern idle = IdlePattern::DottedOutline;
    double ns = 0;
};

/// Where the time of calls goes: on a device idle time has causes, on a CPU there is CPU/Python
/// overhead.
enum class CallPlace { Host, Device };

/// Every part that there can be, in the order drawn; those that do not occur have 0 ns.
[[nodiscard]] std::vector<CallPart> callParts(const profiler::CallSplit& split, CallPlace place);

/// The same of a training step: data wait, forward, backward, optimizer, and what they leave.
[[nodiscard]] std::vector<CallPart> callParts(const profiler::StepSplit& split);

} // namespace ui
