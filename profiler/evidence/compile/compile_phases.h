// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/compile/compile_phase.h"
#include "profiler/model/facts/compile_trace.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What a process spent compiling, from the steps that torch told: nested, and summed by phase.
namespace profiler {

/// A step as it is drawn. The compile ids of a process follow each other on one thread; kernels are
/// compiled beside it.
struct FlameStep {
    std::string name;
    std::string compileId;
    CompilePhase phase = CompilePhase::Other;
    UtcTime begin;
    std::int64_t durationNs = 0;
    std::int64_t selfNs = 0; ///< without the steps inside
    std::optional<std::size_t> parent;
    int depth = 0; ///< from 0
    int worker = -1; ///< row among the compile workers, from 0; -1: of the thread that compiles

    [[nodiscard]] std::int64_t endNs() const { return begin.ns + durationNs; }
};

/// Nanoseconds by CompilePhase.
using PhaseTimes = std::array<std::int64_t, compilePhases>;

struct CompileFlame {
    std::vector<FlameStep> steps; ///< by begin, what holds others before them
    int depth = 0; ///< how many steps lie in each other at most
    int workers = 0; ///< rows of them
    std::int64_t wallNs = 0; ///< of the outermost steps of the thread that compiles
    PhaseTimes selfNs {}; ///< of that thread; add up to wallNs
    std::int64_t workerNs = 0; ///< what the workers took in all
    std::int64_t overlappedNs = 0; ///< of their wall time, while the thread did something else
    std::int64_t notEnded = 0; ///< steps without an end; not among the steps
    std::int64_t leftOut = 0; ///< the shortest ones, which were not kept
};

/// Of all that a process told; no steps where it told nothing.
[[nodiscard]] CompileFlame compileFlame(const std::vector<CompileTrace>& traces);

/// The thread's own time of one compile, by phase. An empty id stands for steps of none.
[[nodiscard]] PhaseTimes phaseTimes(const CompileFlame& flame, const std::string& compileId);

/// Steps that compiled a kernel, the longest first.
[[nodiscard]] std::vector<const FlameStep*> kernelCompiles(const CompileFlame& flame);

} // namespace profiler
