// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/setting_text.h"
#include "profiler/model/variant.h"

/// Each field of a plan, listed once: its key in the plan file, its member, and what is said of it.
/// The plan file, its document, its limits, the command line and the form of New comparison follow
/// from this list: `Fields` is what visits it (plan_json.cpp, plan_setting.cpp).
namespace profiler {

inline constexpr const char* protocolCounts = "the protocol's counts must not be negative";
inline constexpr const char* protocolTimes = "the protocol's time limits must be above 0";
inline constexpr const char* goalEffects = "the goal's minimum effects must lie between 0 and 1";

template <typename Fields>
void listFields(Fields& fields, TensorSpec& tensor)
{
    fields("name", tensor.name,
        {.meaning = "the parameter of the measured call; `\"0\"`, `\"1\"` … for positional ones",
            .byDefault = "needed"});
    fields("shape", tensor.shape, {.meaning = "list of sizes; `[]` is a single number"});
    fields("dtype", tensor.dtype,
        {.meaning = "torch's name: `float32`, `bfloat16`, `int64`, `bool` …",
            .byDefault = "needed without a file"});
    fields("range", tensor.range,
        {.meaning = "`[low, high]` of integers, high excluded; `null` = found from the model where "
                    "possible"});
    fields("file", tensor.file, {.meaning = "a `.pt` or `.npz` file; shape and type come from it"});
    fields("key", tensor.key, {.meaning = "the array inside the file; empty = the whole file"});
    fields("dims", tensor.dims,
        {.meaning = "list: names of its sizes, as a sweep gives them (`batch`, `seq`), or numbers "
                    "where a size is none of them; empty: unnamed",
            .coveredBy = "--sweep"});
}

template <typename Fields>
void listFields(Fields& fields, Case& value)
{
    fields("name", value.name, {.meaning = "unique"});
    fields("inputs", value.inputs,
        {.meaning = "list of tensors; empty: those that the callable has for this case"});
    fields("items", value.items, {.meaning = "what one call makes, above 0; `null` = not said"});
}

template <typename Fields>
void listFields(Fields& fields, CompileSettings& settings)
{
    fields("mode", settings.mode,
        {.meaning = "torch's name, such as `reduce-overhead`; checked against what the chosen "
                    "torch has; `null` = not given"});
    fields("dynamic", settings.dynamic, {.meaning = "`true`, `false`, or `null` for automatic"});
    fields("fullgraph", settings.fullgraph, {.meaning = "`true`: a graph break is an error"});
    fields("backend", settings.backend, {.meaning = "a backend's name; `null` = `inductor`"});
    fields.jsonTexts("options", settings.options,
        {.meaning = "object: Inductor options, values of any JSON type; torch takes a mode or "
                    "options, not both"});
}

template <typename Fields>
void listFields(Fields& fields, CompiledPart& part)
{
    fields("target", part.target,
        {.meaning = "glob over qualified module names (`\"\"` = the measured module, `layers.*`), "
                    "`step` or `optimizer` in training, or `package.module:function`",
            .byDefault = "`\"\"`"});
    fields("settings", part.settings,
        {.meaning
            = "as `compile` of a variant, for this part alone; `null` = those of the variant"});
}

template <typename Fields>
void listFields(Fields& fields, DynamicDimension& dimension)
{
    fields("input", dimension.input, {.meaning = "an input's name", .byDefault = "needed"});
    fields("dimension", dimension.dimension, {.meaning = "the size that changes"});
}

template <typename Fields>
void listFields(Fields& fields, TorchSettings& torch)
{
    fields("dtype", torch.dtype,
        {.meaning = "the model and floating inputs are cast to it; empty = the plan's"});
    fields("memory_format", torch.memoryFormat,
        {.meaning = "of model and inputs: `channels_last`, `contiguous`; empty = the plan's"});
    fields(
        "autocast", torch.autocast, {.meaning = "dtype of autocast, or `off`; empty = the plan's"});
    fields("matmul_precision", torch.matmulPrecision,
        {.meaning = "`highest`, `high`, `medium`; empty = the plan's"});
    fields("tf32", torch.tf32,
        {.meaning = "TF32 in matrix products and convolutions; `null` = the plan's"});
    fields("deterministic", torch.deterministic,
        {.meaning = "deterministic algorithms; `null` = the plan's"});
    fields("grad_mode", torch.gradMode,
        {.meaning = "of calls in inference: `no_grad`, `inference_mode`, `grad`; empty = the "
                    "plan's"});
    fields("threads", torch.threads,
        {.meaning = "threads of one operator; `null` = the plan's",
            .range = {.least = 1, .refusal = "a variant needs one thread or more"}});
    fields("eval_mode", torch.evalMode, {.meaning = "`model.eval()` once it is built"});
    fields("mark_dynamic", torch.markDynamic,
        {.meaning = "list of `{\"input\": \"ids\", \"dimension\": 1}`: "
                    "`torch._dynamo.mark_dynamic` of an input's size"});
    fields("fences", torch.fences,
        {.meaning = "list, as the workload's, of this variant alone: kept out of the graph"});
    fields.jsonTexts("dynamo", torch.dynamo,
        {.meaning = "object: `torch._dynamo.config` by name, such as `capture_scalar_outputs`; "
                    "checked against what the chosen torch has"});
    fields.jsonTexts("inductor", torch.inductor,
        {.meaning
            = "object: `torch._inductor.config` by name, such as `freezing`; checked likewise; "
              "a mode may be given, too"});
    fields.jsonTexts("backends", torch.backends,
        {.meaning
            = "object: `torch.backends` by name, such as `cudnn.benchmark`, `mkldnn.enabled`, "
              "`cuda.flash_sdp`; checked likewise"});
}

template <typename Fields>
void listFields(Fields& fields, Variant& variant)
{
    fields("name", variant.name, {.meaning = "unique", .byDefault = "needed"});
    fields("kind", variant.kind, {.meaning = "`eager` or `compiled`"});
    fields("engine", variant.engine,
        {.meaning
            = "what runs a compiled variant: `torch_compile`, `aoti` (an AOTInductor package), "
              "`torchscript` (traced and frozen), `export` (an exported program), `onnx` "
              "(ONNX Runtime)",
            .byDefault = "`torch_compile`",
            .writtenWhereSet = true});
    fields("native", variant.native,
        {.meaning = "`true`: its calls are made by `fusescope-runner`, without Python; of `aoti`, "
                    "`torchscript` and `export`",
            .writtenWhereSet = true});
    fields("compile", variant.compile,
        {.meaning = "settings of `torch.compile`, below; none for `eager`",
            .byDefault = "torch's defaults"});
    fields("parts", variant.parts,
        {.meaning = "compiled parts of this variant alone", .byDefault = "those of the workload"});
    fields("environment", variant.environment,
        {.meaning = "object: environment variables of this variant's workers"});
    fields("python", variant.python,
        {.meaning = "an interpreter of its own", .byDefault = "the plan's"});
    fields("working_directory", variant.workingDirectory,
        {.meaning
            = "absolute path of a folder of its own that holds another copy of the code, such "
              "as a git worktree",
            .byDefault = "the workload's"});
    fields("sys_path", variant.sysPath,
        {.meaning
            = "list: with a folder of its own, what is put in front of `sys.path` in place of "
              "the workload's"});
    fields("torch", variant.torch,
        {.meaning = "what this variant sets in torch beside `torch.compile`, below",
            .byDefault = "nothing",
            .writtenWhereSet = true});
}

template <typename Fields>
void listFields(Fields& fields, Workload& workload)
{
    fields("spec", workload.spec,
        {.meaning
            = "where the model comes from, as `--model`: `torchvision:resnet50`, "
              "`transformers:bert,num_hidden_layers=2`, `builtin:mlp`, `path/to/file.py:callable`, "
              "`package.module:callable`, `model.pt2`, `model.pt` (an AOTInductor package or a "
              "TorchScript program: in eager variants alone), `script:train.py` and "
              "`script-module:package.module` (a program as it is)",
            .byDefault = "needed",
            .option = "--model",
            .help = "torchvision:resnet50, transformers:bert,…, builtin:mlp, file.py:callable, "
                    "package.module:callable, model.pt2 or model.pt"});
    fields.jsonTexts("arguments", workload.arguments,
        {.meaning = "object: arguments to the callable, values of any JSON type",
            .coveredBy = "--arg"});
    fields("working_directory", workload.workingDirectory,
        {.meaning = "absolute folder the workers start in",
            .byDefault = "where `fusescope` was started",
            .coveredBy = "cd"});
    fields("argv", workload.argv,
        {.meaning = "list: `sys.argv[1:]` as the model's code sees it; of a script what stands "
                    "behind `--`"});
    fields("sys_path", workload.sysPath, {.meaning = "list: folders put in front of `sys.path`"});
    fields("task", workload.task,
        {.meaning = "`inference` or `training`",
            .option = "--task",
            .help = "inference (default) or training"});
    fields("call", workload.call,
        {.meaning = "dotted attribute of the module that is timed, such as `generate`; of a script "
                    "the name of a call that `--list` shows",
            .byDefault = "the module itself",
            .option = "--call",
            .help = "what is timed: an attribute of the module such as generate, or a call of the "
                    "script by the name that --list shows"});
    fields("calls", workload.calls,
        {.meaning = "how often a script makes that call, as its first pass counted; `null` = often "
                    "enough",
            .range = {.least = 1, .refusal = "a script must make its call once or more"},
            .coveredBy = "--script"});
    fields("own_folder", workload.ownFolder,
        {.meaning = "each lane of a script runs in a copy of the working directory",
            .option = "--workdir-per-lane",
            .help = "of a script: each lane runs in a copy of the working directory"});
    fields("ranks", workload.ranks,
        {.meaning = "how many ranks of a script run on this machine, as `torchrun` would start "
                    "them; the first is measured; `null` = a plain program",
            .range = {.least = 1, .most = 64, .refusal = "a script can have 1 to 64 ranks"},
            .option = "--nproc",
            .help = "of a script: so many ranks, as torchrun would start them; the first is "
                    "measured"});
    fields("parts", workload.parts,
        {.meaning = "list of compiled parts, for every variant that names none of its own",
            .byDefault = "the measured module",
            .coveredBy = "--compile"});
    fields("fences", workload.fences,
        {.meaning
            = "list: globs over modules, or `package.module:function`, kept out of the graph"});
    fields("item_unit", workload.itemUnit,
        {.meaning = "what a call makes: `images`, `tokens`",
            .byDefault = "`images` for an image model of torchvision, else `items`"});
}

template <typename Fields>
void listFields(Fields& fields, NumericContext& numeric)
{
    fields("device", numeric.device,
        {.meaning = "`cpu`, `cuda:0`, `hip:0`, `xpu:0` or `mps` (devices.md)",
            .option = "--device",
            .help = "cpu (default), cuda:0, hip:0, xpu:0 or mps"});
    fields("dtype", numeric.dtype,
        {.meaning = "the model and floating inputs are cast to it; empty = as built",
            .option = "--dtype",
            .help = "the model and its inputs are cast to it"});
    fields("autocast", numeric.autocast, {.meaning = "dtype of autocast; empty = off"});
    fields("channels_last", numeric.channelsLast, {.meaning = "memory format of model and inputs"});
    fields("tf32", numeric.tf32, {.meaning = "TF32 in matrix products and convolutions"});
    fields("matmul_precision", numeric.matmulPrecision,
        {.meaning = "`highest`, `high`, `medium`; empty = torch's default"});
    fields("inference_mode", numeric.inferenceMode,
        {.meaning = "`torch.inference_mode` instead of `no_grad`"});
    fields("deterministic", numeric.deterministic, {.meaning = "deterministic algorithms"});
    fields("threads", numeric.threads,
        {.meaning = "threads of one operator; `null` = torch's default", .range = {.least = 1}});
    fields("seed", numeric.seed, {.meaning = "of weights and inputs"});
}

template <typename Fields>
void listFields(Fields& fields, Limits& limits)
{
    fields("p99_ns", limits.p99, {.meaning = "a call's 99th percentile"});
    fields("memory_bytes", limits.memoryBytes,
        {.meaning = "peak, of the device where there is one, else of the host"});
    fields("compile_ns", limits.compile,
        {.meaning = "what compiling a case takes with an empty cache, start-up apart"});
}

template <typename Fields>
void listFields(Fields& fields, Goal& goal)
{
    fields("metric", goal.metric,
        {.meaning = "`median`, `p99`, `throughput`, or `total` (least total time over the horizon)",
            .coveredBy = "--goal"});
    fields("horizon_calls", goal.horizonCalls,
        {.meaning = "calls that a process lives; `null` = not said",
            .range = {.least = 1, .refusal = "the goal's horizon must be 1 call or more"},
            .coveredBy = "--goal"});
    fields("cache_kept", goal.cacheKept,
        {.meaning = "the compile cache outlives the process",
            .option = "--warm-cache",
            .help = "the compile cache outlives a process"});
    fields("limits", goal.limits,
        {.meaning = "`p99_ns`: a call's 99th percentile; `memory_bytes`: peak, of the device where "
                    "there is one, else of the host; `compile_ns`: compiling a case with an empty "
                    "cache",
            .byDefault = "none",
            .coveredBy = "--limit"});
    fields("case_limits", goal.caseLimits,
        {.meaning = "object: limits by case name", .coveredBy = "--limit"});
    fields("minimum_effect", goal.minimumEffect,
        {.meaning = "the smallest difference that matters, as a ratio",
            .range = {.least = 0, .most = 1, .open = true, .refusal = goalEffects}});
    fields("minimum_memory_effect", goal.minimumMemoryEffect,
        {.meaning = "the same for memory",
            .range = {.least = 0, .most = 1, .open = true, .refusal = goalEffects}});
    fields("tolerance", goal.tolerance,
        {.meaning = "how far a result may lie from fp64, as a ratio of its size (root mean "
                    "squares); `null` = where a variant and the baseline differ in precision "
                    "0.02 if one of them is bfloat16, 0.005 if float16 or TF32; else as accurate "
                    "as eager",
            .range = {.least = 0,
                .most = 1,
                .open = true,
                .refusal = "the goal's tolerance must lie between 0 and 1"},
            .option = "--tolerance",
            .help = "how far results may lie from fp64, of their size, such as 1% or 0.01"});
}

/// The effort comes first: the other numbers default to those of the effort.
template <typename Fields>
void listCounts(Fields& fields, Protocol& protocol)
{
    fields("effort", protocol.effort,
        {.meaning = "sets the other numbers where they are not given",
            .option = "--effort",
            .help = "quick, normal (default), thorough, or look: no timing"});
    fields.defaultsFrom(protocol);
    fields("cold_empty", protocol.coldEmpty,
        {.meaning = "cold processes with an empty compile cache, per variant",
            .byEffort = {{1, 3, 5, 0}},
            .range = {.least = 0, .refusal = protocolCounts},
            .coveredBy = "--without"});
    fields("cold_kept", protocol.coldKept,
        {.meaning = "cold processes on the cache that such a process left",
            .byEffort = {{1, 3, 5, 0}},
            .range = {.least = 0, .refusal = protocolCounts},
            .coveredBy = "--without"});
    fields("repetitions_min", protocol.repetitionsMin,
        {.meaning = "sets of fresh processes, one for each variant, measured together",
            .byEffort = {{3, 5, 10, 0}},
            .coveredBy = "--processes"});
    fields("repetitions_max", protocol.repetitionsMax,
        {.meaning = "added while the interval is too wide",
            .byEffort = {{3, 15, 30, 0}},
            .coveredBy = "--processes"});
    fields("rounds", protocol.rounds,
        {.meaning = "blocks of each variant in a repetition",
            .byEffort = {{10, 20, 30, 10}},
            .range = {.least = 1, .refusal = "the protocol needs one round or more"},
            .option = "--rounds",
            .help = "blocks of each variant in a repetition",
            .caption = "rounds",
            .title = "Rounds in a repetition"});
    fields("calls_per_block", protocol.callsPerBlock,
        {.meaning = "`null` = as many as fill 50 ms",
            .range = {.least = 1, .refusal = "the protocol needs one call or more in a block"},
            .option = "--calls",
            .help = "calls in a block",
            .caption = "calls a block",
            .title = "Calls in a block"});
}

/// What is recorded beside the times.
template <typename Fields>
void listOtherCounts(Fields& fields, Protocol& protocol)
{
    fields("check_inputs", protocol.checkInputs,
        {.meaning = "sets of inputs for the numeric check; 0 = no check",
            .byEffort = {{2, 3, 5, 1}},
            .range = {.least = 0, .refusal = protocolCounts},
            .coveredBy = "--without"});
    fields("numerics_depth", protocol.numericsDepth,
        {.meaning = "how far down the numeric check goes: `outputs` alone, `modules` (each "
                    "module's outputs, too), or `modules_where_different` (where an output is "
                    "worse than its tolerance)",
            .option = "--numerics",
            .help = "outputs, modules, or modules_where_different (default): how far down the "
                    "numeric check goes"});
    fields("loss_steps", protocol.lossSteps,
        {.meaning = "steps of a training task whose losses are compared in the check; 0 = none",
            .byDefault = "20",
            .range = {.least = 0, .refusal = "the steps of a loss curve are 0 or more"},
            .option = "--loss-steps",
            .help = "training steps whose losses are compared; 0 = none"});
    fields("trace_calls", protocol.traceCalls,
        {.meaning = "traced calls; 0 = no trace",
            .byEffort = {{20, 20, 50, 20}},
            .range = {.least = 0, .refusal = protocolCounts},
            .coveredBy = "--without"});
    fields("noise_repetitions", protocol.noiseRepetitions,
        {.meaning = "repetitions that also measure eager against eager",
            .byEffort = {{0, 3, 5, 0}},
            .range = {.least = 0, .refusal = protocolCounts},
            .coveredBy = "--without"});
}

template <typename Fields>
void listFields(Fields& fields, Protocol& protocol)
{
    listCounts(fields, protocol);
    listOtherCounts(fields, protocol);
    fields("cases_apart", protocol.casesApart, {.meaning = "each case in processes of its own"});
    fields("noise_when_busy", protocol.noiseWhenBusy,
        {.meaning = "while other programs keep cores busy, every repetition measures eager against "
                    "eager",
            .coveredBy = "--without"});
    fields("trial_compile", protocol.trialCompile,
        {.meaning = "an eager variant is compiled for a try, after its trace, to find graph breaks",
            .coveredBy = "--without"});
    fields("placement", protocol.placement,
        {.meaning = "how the workers of a repetition share the machine: `lanes` (all variants in "
                    "one group; where memory does not hold them, pairs), `pairs` (the baseline and "
                    "one variant at a time); of a script whose calls cannot be held `sequential` "
                    "(one after the other)"});
    fields("order_seed", protocol.orderSeed, {.meaning = "of the shuffled order inside a round"});
    fields("start_time_limit_ns", protocol.startTimeLimit,
        {.meaning = "import and build of one worker",
            .range = {.least = 1, .refusal = protocolTimes}});
    fields("call_time_limit_ns", protocol.callTimeLimit,
        {.meaning = "one call, compiling included",
            .range = {.least = 1, .refusal = protocolTimes}});
    fields("warm_up_time_limit_ns", protocol.warmUpTimeLimit,
        {.meaning = "calls of one case until it must be steady, compiling aside",
            .range = {.least = 1, .refusal = protocolTimes}});
    fields("total_time_limit_ns", protocol.totalTimeLimit,
        {.meaning = "no repetition is added after it",
            .range = {.least = 1, .refusal = protocolTimes}});
}

template <typename Fields>
void listFields(Fields& fields, LoadPlan& load)
{
    fields("rates", load.rates,
        {.meaning = "list of requests a second, each offered to every variant; empty: parts of "
                    "what each variant can serve, 0.3 to 1.1, and of a replayed trace its own rate",
            .coveredBy = "--load"});
    fields("repetitions", load.repetitions,
        {.meaning = "fresh processes of each variant under load; 0 = no load",
            .range = {.least = 0, .most = 100, .refusal = "load needs 0 to 100 repetitions"},
            .option = "--load-processes",
            .help = "fresh processes of each variant under load (default with --load: 3)",
            .caption = "processes",
            .title = "Processes under load"});
    fields("arrivals", load.arrivals,
        {.meaning = "`poisson`, `constant`, or `replay` of the trace below",
            .coveredBy = "--arrivals"});
    fields("replay", load.replay,
        {.meaning = "absolute path of a trace of requests with their times, as `--traffic` takes "
                    "them; with rates it is stretched to each",
            .coveredBy = "--arrivals"});
    fields("duration_ns", load.duration,
        {.meaning = "over which requests come at each rate",
            .range = {.least = 1e8,
                .most = 3.6e12,
                .refusal = "requests come for 100 ms to 1 h at each rate"},
            .option = "--load-time",
            .help = "how long requests come at each rate, such as 10s",
            .caption = "time at each rate",
            .title = "Time at each rate, such as 10s"});
    fields("concurrency", load.concurrency,
        {.meaning = "calls that a process makes at once, each on a thread of its own",
            .range = {.least = 1,
                .most = mostConcurrency,
                .refusal = "a process makes 1 to 64 calls at once"},
            .option = "--concurrency",
            .help = "under load: calls that a process makes at once",
            .caption = "calls at once",
            .title = "Calls that a process makes at once under load"});
    fields("request_time_limit_ns", load.requestTimeLimit,
        {.meaning = "what one request may take from its start; one that takes longer ends its "
                    "process, and the others are kept",
            .range = {.least = 1, .refusal = protocolTimes},
            .option = "--request-limit",
            .help = "under load: a request that takes longer ends its process",
            .caption = "a request at most",
            .title = "Time that a request may take, such as 1min"});
}

template <typename Fields>
void listFields(Fields& fields, SuiteMember& member)
{
    fields("name", member.suite,
        {.meaning = "of the suite that this is a recording of", .coveredBy = "suite run"});
    fields("model", member.model, {.meaning = "as the suite calls it", .coveredBy = "suite run"});
    fields("family", member.family,
        {.meaning = "what sort of model it is, as the suite says it; empty: told from the model",
            .coveredBy = "suite run"});
    fields("task", member.task,
        {.meaning = "a mark of what the suite asked for, by which it is known again",
            .coveredBy = "suite run"});
}

template <typename Fields>
void listFields(Fields& fields, Plan& plan)
{
    fields.schema({.meaning = "1; a plan of another schema is refused"});
    fields("name", plan.name,
        {.meaning = "name of the comparison, for `FILE@name` and lists",
            .byDefault = "made from the workload",
            .option = "--name",
            .help = "name of the comparison"});
    fields("workload", plan.workload, {.meaning = "what a user has, below", .byDefault = ""});
    fields("cases", plan.cases,
        {.meaning = "list of sets of inputs, below",
            .byDefault = "the callable's own example inputs",
            .coveredBy = "--case"});
    fields("variants", plan.variants,
        {.meaning = "list of one to eight ways to run it, below; the first is the baseline; one "
                    "alone is looked at before anything is compiled",
            .byDefault = "",
            .coveredBy = "--variant"});
    fields("numeric", plan.numeric,
        {.meaning = "numeric context of every variant that sets no other in its `torch`, below",
            .byDefault = ""});
    fields("goal", plan.goal, {.meaning = "what decides, below", .byDefault = ""});
    fields(
        "protocol", plan.protocol, {.meaning = "how often, below", .byDefault = "normal effort"});
    fields("load", plan.load,
        {.meaning = "requests at given rates, below; left out where there are none",
            .byDefault = "none",
            .coveredBy = "--load",
            .writtenWhereSet = true});
    fields("python", plan.python,
        {.meaning = "interpreter of the workers; empty: `$FUSESCOPE_PYTHON`, the active virtual "
                    "environment, `python3`",
            .option = "--python",
            .help = "interpreter of the workers, or a name of `fusescope env`"});
    fields("suite", plan.suite,
        {.meaning = "where it stands in a suite, below; written by `fusescope suite run`",
            .byDefault = "none",
            .coveredBy = "suite run",
            .writtenWhereSet = true});
}

} // namespace profiler
