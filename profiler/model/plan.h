// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/arrivals.h"
#include "profiler/model/facts/utc_time.h"
#include "profiler/model/goal.h"
#include "profiler/model/json_text_by_name.h"
#include "profiler/model/protocol.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct Case;
struct CompiledPart;
struct Variant;

/// The version of the plan's JSON form; plan_json.h reads and writes it.
inline constexpr int planSchema = 1;

struct Workload {
    std::string spec; ///< as in docs/cli.md: torchvision:resnet50, file.py:make, script:train.py…
    JsonTextByName arguments; ///< to the callable
    std::string workingDirectory; ///< absolute
    std::vector<std::string> argv; ///< sys.argv[1:] as the user's code sees it
    std::vector<std::string> sysPath; ///< put in front of sys.path
    Task task = Task::Inference;
    std::string call; ///< dotted attribute of the module that is timed; empty = the module itself;
                      ///< of a script what it calls: model, model.generate
    std::optional<std::int64_t> calls; ///< how often a script makes it; nullopt = often enough
    bool ownFolder = false; ///< each lane of a script has a copy of the working directory
    std::optional<int> ranks; ///< of a script, as torchrun starts them; nullopt = a plain program
    std::vector<CompiledPart> parts; ///< empty = the measured module (training: the module)
    std::vector<std::string> fences; ///< globs or "package.module:function" kept out of the graph
    std::string itemUnit; ///< "images", "tokens"; empty = items

    bool operator==(const Workload&) const = default;
};

/// Set before the model is built and before anything compiles, the same in every lane.
struct NumericContext {
    std::string device = "cpu"; ///< cpu, cuda:0
    std::string dtype; ///< the model and floating inputs are cast to it; empty = as built
    std::string autocast; ///< dtype of autocast; empty = off
    bool channelsLast = false;
    bool tf32 = false;
    std::string matmulPrecision; ///< highest, high, medium; empty = torch's default
    bool inferenceMode = false; ///< instead of no_grad, in inference
    bool deterministic = false;
    std::optional<int> threads; ///< nullopt = torch's default
    std::int64_t seed = 0;

    bool operator==(const NumericContext&) const = default;
};

/// What is asked of every variant beside its measured calls: requests at given rates.
struct LoadPlan {
    std::vector<double> rates; ///< requests a second; empty: parts of what the variants can do, of
                               ///< a replayed trace its own
    int repetitions = 0; ///< fresh processes of each variant; 0 = no load
    Arrivals arrivals = Arrivals::Poisson;
    std::string replay; ///< the trace's file, absolute
    nanoseconds duration = std::chrono::seconds(10); ///< of the arrivals at each rate
    int concurrency = 1; ///< calls that one process makes at once
    nanoseconds requestTimeLimit = std::chrono::minutes(1); ///< from its start

    bool operator==(const LoadPlan&) const = default;
};

/// Of a plan that asks for load and does not say how many.
inline constexpr int usualLoadRepetitions = 3;
inline constexpr int mostConcurrency = 64;
inline constexpr std::size_t mostRates = 32;

/// Where a recording stands in a suite of many (docs/suites.md).
struct SuiteMember {
    std::string suite; ///< its name; empty = of none
    std::string model; ///< as the suite calls it
    std::string family; ///< as the suite says it; empty = told from the model
    std::string task; ///< a mark of what was asked: with any other setting it is another one

    bool operator==(const SuiteMember&) const = default;
};

/// What `fusescope record` is asked to do. The first variant is the baseline.
struct Plan {
    std::string name; ///< of the comparison; empty = made from the workload
    Workload workload;
    std::vector<Case> cases;
    std::vector<Variant> variants;
    NumericContext numeric;
    Goal goal;
    Protocol protocol;
    LoadPlan load;
    std::string python; ///< interpreter of the workers; empty = found
    SuiteMember suite;

    bool operator==(const Plan&) const = default;
};

} // namespace profiler
