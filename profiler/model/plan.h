// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/arrivals.h"
#include "profiler/model/facts/utc_time.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// The version of the plan's JSON form; plan_json.h reads and writes it.
inline constexpr int planSchema = 1;

/// Values of a JSON type that Fusescope only hands on (arguments of the user's callable, Inductor
/// options) stay JSON text: the key's value is one JSON document, e.g. `8`, `"mean"`, `[1,2]`.
using JsonTextByName = std::map<std::string, std::string>;

/// Half open: [low, high).
struct IntegerRange {
    std::int64_t low = 0;
    std::int64_t high = 0;

    bool operator==(const IntegerRange&) const = default;
};

/// One input tensor, made from the seed or read from a `.pt` or `.npz` file.
struct TensorSpec {
    std::string name; ///< the parameter of the measured call; "0", "1"… for positional ones
    std::vector<std::int64_t> shape;
    std::string dtype; ///< torch's name without prefix: float32, bfloat16, int64, bool…
    std::optional<IntegerRange> range; ///< of integers
    std::string file; ///< when set, shape and dtype come from the file
    std::string key; ///< the array inside an .npz or a .pt dict; empty = the whole file
    /// Of a sweep: what each size is called ("batch"), or the number it is in every case.
    std::vector<std::string> dims;

    bool operator==(const TensorSpec&) const = default;
};

/// One set of inputs. No inputs = the callable's own example inputs.
struct Case {
    std::string name = "default";
    std::vector<TensorSpec> inputs;
    std::optional<double> items; ///< what a call makes (images, tokens), for throughput

    bool operator==(const Case&) const = default;
};

struct CompileSettings {
    std::optional<std::string> mode; ///< torch's names; nullopt = not given (torch's default)
    std::optional<bool> dynamic; ///< nullopt = automatic
    bool fullgraph = false;
    std::optional<std::string> backend; ///< nullopt = inductor
    JsonTextByName options;

    bool operator==(const CompileSettings&) const = default;
};

/// What torch.compile is applied to: modules by glob over their qualified names ("" = the measured
/// module, "layers.*"), "step" and "optimizer" in training, or "package.module:function".
struct CompiledPart {
    std::string target;
    std::optional<CompileSettings> settings; ///< nullopt = those of the variant

    bool operator==(const CompiledPart&) const = default;
};

enum class VariantKind { Eager, Compiled };

/// What runs a compiled variant. All but torch.compile are made before the first call, from the
/// module exported or traced with the inputs of all cases, and kept as a file: the package.
enum class Engine { TorchCompile, AotInductor, TorchScript, Exported, Onnx };

/// A size of one input that torch is told to expect to change: torch._dynamo.mark_dynamic.
struct DynamicDimension {
    std::string input; ///< as TensorSpec::name
    int dimension = 0; ///< negative ones count from the last

    bool operator==(const DynamicDimension&) const = default;
};

/// What a variant sets in torch beside torch.compile, before its model is built and anything
/// compiles. Empty = as the plan's numeric context says, or as torch has it.
struct TorchSettings {
    std::string dtype; ///< the model and floating inputs are cast to it
    std::string memoryFormat; ///< of model and inputs: channels_last, contiguous
    std::string autocast; ///< dtype of autocast, or off
    std::string matmulPrecision; ///< highest, high, medium
    std::optional<bool> tf32; ///< in matrix products and convolutions
    std::optional<bool> deterministic; ///< algorithms
    std::string gradMode; ///< of calls in inference: no_grad, inference_mode, grad
    std::optional<int> threads; ///< of one operator
    bool evalMode = false; ///< model.eval() once it is built
    std::vector<DynamicDimension> markDynamic;
    std::vector<std::string> fences; ///< beside those of the workload
    JsonTextByName dynamo; ///< torch._dynamo.config, by name
    JsonTextByName inductor; ///< torch._inductor.config, by name
    JsonTextByName backends; ///< torch.backends, by name: cudnn.benchmark, cuda.flash_sdp

    bool operator==(const TorchSettings&) const = default;
};

struct Variant {
    std::string name;
    VariantKind kind = VariantKind::Eager;
    Engine engine = Engine::TorchCompile;
    bool native = false; ///< its calls are made by fusescope-runner, without Python
    CompileSettings compile;
    std::vector<CompiledPart> parts; ///< empty = those of the workload
    std::map<std::string, std::string> environment; ///< variables added to the lane's environment
    std::string python; ///< an interpreter of its own; empty = the plan's
    std::string workingDirectory; ///< absolute, of another copy of the code; empty = the workload's
    std::vector<std::string> sysPath; ///< with it, in place of the workload's
    TorchSettings torch;

    bool operator==(const Variant&) const = default;
};

/// By torch.compile: its calls run compiled regions, and Dynamo guards them.
[[nodiscard]] inline bool usesTorchCompile(const Variant& variant)
{
    return variant.kind == VariantKind::Compiled && variant.engine == Engine::TorchCompile;
}

enum class Task { Inference, Training };

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

enum class GoalMetric { Median, P99, Throughput, Total };

struct Limits {
    std::optional<nanoseconds> p99;
    std::optional<std::int64_t> memoryBytes; ///< peak, of the device when there is one, else host
    std::optional<nanoseconds> compile; ///< of a case, with an empty cache, start-up apart

    bool operator==(const Limits&) const = default;
};

struct Goal {
    GoalMetric metric = GoalMetric::Median;
    std::optional<std::int64_t> horizonCalls; ///< calls a process lives
    bool cacheKept = false; ///< the compile cache outlives the process
    Limits limits;
    std::map<std::string, Limits> caseLimits; ///< by case name
    double minimumEffect = 0.03; ///< m of docs/method.md, Verdicts
    double minimumMemoryEffect = 0.05;
    /// How far a result may lie from fp64, as a ratio of its size (root mean squares); nullopt = by
    /// the precision that a variant was given, where it is another than the baseline's.
    std::optional<double> tolerance;

    bool operator==(const Goal&) const = default;
};

/// Look: breaks, recompiles, results and a trace of one process for each variant, and no timed
/// call.
enum class Effort { Quick, Normal, Thorough, Look };

/// How far down the numeric check goes: the outputs alone, or the modules, too.
enum class NumericsDepth { Outputs, ModulesWhereDifferent, Modules };

enum class Placement { Lanes, Pairs, Shared, Sequential };

/// The numbers of docs/development/measurement.md, Protocol; `protocolFor(Effort)` fills them.
struct Protocol {
    Effort effort = Effort::Normal;
    int coldEmpty = 3; ///< cold processes with an empty compile cache, per variant
    int coldKept = 3; ///< cold processes on the cache such a process left
    int repetitionsMin = 5; ///< 0 at effort look alone
    int repetitionsMax = 15;
    int rounds = 20;
    std::optional<std::int64_t> callsPerBlock; ///< nullopt = by the rule
    int checkInputs = 3; ///< input sets of the numeric check; 0 = no check
    NumericsDepth numericsDepth = NumericsDepth::ModulesWhereDifferent;
    int lossSteps = 20; ///< of training, whose losses are compared in the check; 0 = none
    int traceCalls = 20; ///< 0 = no trace
    bool trialCompile = true; ///< beside a trace of an eager variant: where its graphs would break
    int noiseRepetitions = 3; ///< repetitions that carry an "eager again" lane
    bool casesApart = false; ///< each case in processes of its own
    Placement placement = Placement::Lanes;
    std::uint64_t orderSeed = 1; ///< of the shuffled order of lanes inside a round
    nanoseconds startTimeLimit = std::chrono::minutes(10); ///< import + build of one worker
    nanoseconds callTimeLimit = std::chrono::minutes(30); ///< one call, compiling included
    nanoseconds warmUpTimeLimit = std::chrono::minutes(5); ///< of one case, without compiling
    nanoseconds totalTimeLimit = std::chrono::hours(6); ///< no repetition is added after it

    bool operator==(const Protocol&) const = default;
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

[[nodiscard]] Protocol protocolFor(Effort effort);

/// Whether calls are timed in repetitions, so that a verdict on speed can follow.
[[nodiscard]] constexpr bool isTimed(const Protocol& protocol)
{
    return protocol.effort != Effort::Look;
}

} // namespace profiler
