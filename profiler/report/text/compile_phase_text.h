// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/compile/compile_caches.h"
#include "profiler/evidence/compile/compile_phases.h"

#include <string>

/// Words for what torch told while it compiled.
namespace profiler {

[[nodiscard]] std::string compilePhaseName(CompilePhase phase); ///< "code generation"
/// What is counted there, in a sentence.
[[nodiscard]] std::string compilePhaseMeaning(CompilePhase phase);
[[nodiscard]] std::string torchCacheName(TorchCache cache); ///< "FX graph"

/// Instead of phases: the file holds none.
[[nodiscard]] std::string noCompileTraceText();

/// "24.2 s on the thread that compiles, 16.3 s in 4 compile workers, 3.1 s of them beside it."
[[nodiscard]] std::string flameText(const CompileFlame& flame);

/// "kernel compile of 0/0, compile_file: 4.9 s, 20 % of all; 1.2 s of it in no step inside".
[[nodiscard]] std::string stepText(const CompileFlame& flame, const FlameStep& step);

/// "example_inputs[0]: 4 → 5; gm; 3 more"; why none is told.
[[nodiscard]] std::string keyDifferencesText(const MissedKey& missed);

} // namespace profiler
