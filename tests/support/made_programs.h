// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/variant.h"

#include <chrono>

/// Turns variants of a recorded example into programs of engines.
namespace tests {

/// Variants 1 and 2 become an AOTInductor package, called from Python and by fusescope-runner.
inline void makePrograms(profiler::ComparisonData& data)
{
    using std::chrono::milliseconds;
    for (const auto index : {std::size_t {1}, std::size_t {2}})
        data.plan.variants.at(index) = {.name = index == 1 ? "aoti" : "aoti-native",
            .kind = profiler::VariantKind::Compiled,
            .engine = profiler::Engine::AotInductor,
            .native = index == 2};
    for (auto& process : data.processes) {
        if (process.start.variant != 1 && process.start.variant != 2)
            continue;
        process.environment["package_bytes"] = "47185920";
        for (auto& block : process.blocks)
            block.compiled.clear();
        process.compiles.clear();
        process.breaks.clear();
        process.recompiles.clear();
        process.proofs.clear();
        process.compileTraces.clear();
        if (process.start.kind == profiler::ProcessKind::Cold) {
            process.phases.push_back({.phase = "package_export", .wall = milliseconds(1300)});
            process.phases.push_back({.phase = "package_compile", .wall = milliseconds(22'600)});
        }
        process.phases.push_back(
            {.phase = "open", .wall = milliseconds(process.start.variant == 1 ? 134 : 565)});
    }
}

} // namespace tests
