// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/kinds.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/goal.h"
#include "profiler/model/variant.h"

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonData;
} // namespace profiler

/// A plausible recorded comparison with known truth, made by a seeded generator: for tests and
/// pictures of everything that reads recordings. The same options give the same data.
namespace recorded_example {

struct ExampleVariant {
    std::string name;
    profiler::VariantKind kind = profiler::VariantKind::Compiled;
    profiler::CompileSettings compile;
    double speedUp = 1; ///< true ratio eager / variant
    double compileSeconds = 8; ///< of the first case with an empty cache; later cases take a third
    double keptRatio = 0.1; ///< compile time with the cache kept / with an empty one
    double memoryRatio = 1; ///< peak of steady calls / eager's
    int graphBreaks = 0; ///< places
    int recompiles = 0; ///< in the last case
    bool resultsDiffer = false;
    bool ranEager = false; ///< in the last case
    std::set<int> notSteady; ///< repetitions whose warm-up never settles
    std::set<int> recompiledInRounds; ///< repetitions with a compile inside a timed block
    std::string failure; ///< when set, every process of it fails with this reason
};

/// Eager first, then up to seven compiled ones in the order of the screen design.
[[nodiscard]] std::vector<ExampleVariant> exampleVariants(int count);

struct ExampleCase {
    std::string name;
    double eagerMs = 11.31;
    std::int64_t batch = 32;
    int callsPerBlock = 0; ///< 0: as in the options
};

struct ExampleOptions {
    std::uint64_t seed = 1;
    std::vector<ExampleVariant> variants = exampleVariants(4);
    std::vector<ExampleCase> cases {{.name = "default"}};
    int coldProcesses = 3;
    int repetitions = 5;
    int rounds = 20;
    int callsPerBlock = 20;
    int noiseRepetitions = 3; ///< repetitions with an "eager again" lane
    double processNoise = 0.004; ///< standard deviation of ln time between processes
    double blockNoise = 0.003; ///< between blocks of a process
    double callNoise = 0.01; ///< between calls of a block
    double slowCallRatio = 0.01; ///< calls hit by something else
    double flaggedBlockRatio = 0.02;
    bool onGpu = false; ///< device fields and GPU machine state; pipelined blocks besides
    bool checked = true; ///< a check process for each variant
    profiler::ComparisonStatus status = profiler::ComparisonStatus::Complete;
    std::vector<profiler::NoticeFact> notices;
    profiler::Goal goal;
};

[[nodiscard]] profiler::ComparisonData recordedExample(const ExampleOptions& options = {});

} // namespace recorded_example
