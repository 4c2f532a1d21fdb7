// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/breaks/break_sites.h"

#include <string>

/// What a graph break or a recompile is and what to write instead, in our own words. Keyed by the
/// ids of torch's registry of graph breaks (2.11).
namespace profiler {

struct Advice {
    std::string title; ///< "print() in the measured call"
    std::string what; ///< what happens, in two or three sentences
    std::string now; ///< typical code; empty where none is typical
    std::string insteadCaption; ///< "stays on the device, one graph"
    std::string instead; ///< code that does the same without it
    bool known = true; ///< false: only torch's own words are there
};

[[nodiscard]] Advice breakAdvice(const GraphBreak& found);
[[nodiscard]] Advice recompileAdvice(const Recompile& recompile);
/// Past torch's recompile limit the function runs eagerly, without a word.
[[nodiscard]] Advice ranEagerAdvice();

} // namespace profiler
