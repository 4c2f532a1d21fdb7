// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/outlook/machine_roofs.h"
#include "profiler/model/facts/outlook_facts.h"

namespace profiler {

struct Ceiling;

/// What is known of one call of eager, as it runs now.
struct EagerCall {
    CallSplit split;
    double dataWaitNs = 0; ///< for a DataLoader
    bool onDevice = false;
    const CallWorkFact* work = nullptr; ///< null: its operators' sizes are not known
    std::optional<MachineRoofs> roofs;
    int graphs = 1; ///< that a compiled call would run
    double optimizerNs = 0; ///< of a step whose optimizer is not compiled with the model
};

/// What the library's work in a call takes at least on this machine.
struct LibraryRoof {
    double leastNs = 0; ///< beyond doubt: no product is faster
    double computeNs = 0; ///< of those that the peak binds, at the measured peak
    double memoryNs = 0; ///< of those that the bandwidth binds, at the measured bandwidth
};

/// nullopt: sizes or roofs are not known.
[[nodiscard]] std::optional<LibraryRoof> libraryRoof(const EagerCall& call);

/// Each part of the call with what compiling can leave of it, docs/method.md (The ceiling).
[[nodiscard]] Ceiling ceilingOf(const EagerCall& call);

} // namespace profiler
