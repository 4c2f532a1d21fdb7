// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/plan.h"

/// Each field of a plan beside its key in the plan file, listed once: `Fields` either writes them
/// or reads them (plan_json.cpp).
namespace profiler {

template <typename Fields>
void listFields(Fields& fields, TensorSpec& tensor)
{
    fields("name", tensor.name);
    fields("shape", tensor.shape);
    fields("dtype", tensor.dtype);
    fields("range", tensor.range);
    fields("file", tensor.file);
    fields("key", tensor.key);
}

template <typename Fields>
void listFields(Fields& fields, Case& value)
{
    fields("name", value.name);
    fields("inputs", value.inputs);
    fields("items", value.items);
}

template <typename Fields>
void listFields(Fields& fields, CompileSettings& settings)
{
    fields("mode", settings.mode);
    fields("dynamic", settings.dynamic);
    fields("fullgraph", settings.fullgraph);
    fields("backend", settings.backend);
    fields.jsonTexts("options", settings.options);
}

template <typename Fields>
void listFields(Fields& fields, CompiledPart& part)
{
    fields("target", part.target);
    fields("settings", part.settings);
}

template <typename Fields>
void listFields(Fields& fields, Variant& variant)
{
    fields("name", variant.name);
    fields("kind", variant.kind);
    fields("compile", variant.compile);
    fields("parts", variant.parts);
    fields("environment", variant.environment);
    fields("python", variant.python);
}

template <typename Fields>
void listFields(Fields& fields, Workload& workload)
{
    fields("spec", workload.spec);
    fields.jsonTexts("arguments", workload.arguments);
    fields("working_directory", workload.workingDirectory);
    fields("argv", workload.argv);
    fields("sys_path", workload.sysPath);
    fields("task", workload.task);
    fields("call", workload.call);
    fields("parts", workload.parts);
    fields("fences", workload.fences);
    fields("item_unit", workload.itemUnit);
}

template <typename Fields>
void listFields(Fields& fields, NumericContext& numeric)
{
    fields("device", numeric.device);
    fields("dtype", numeric.dtype);
    fields("autocast", numeric.autocast);
    fields("channels_last", numeric.channelsLast);
    fields("tf32", numeric.tf32);
    fields("matmul_precision", numeric.matmulPrecision);
    fields("inference_mode", numeric.inferenceMode);
    fields("deterministic", numeric.deterministic);
    fields("threads", numeric.threads);
    fields("seed", numeric.seed);
}

template <typename Fields>
void listFields(Fields& fields, Limits& limits)
{
    fields("p99_ns", limits.p99);
    fields("memory_bytes", limits.memoryBytes);
}

template <typename Fields>
void listFields(Fields& fields, Goal& goal)
{
    fields("metric", goal.metric);
    fields("horizon_calls", goal.horizonCalls);
    fields("cache_kept", goal.cacheKept);
    fields("limits", goal.limits);
    fields("case_limits", goal.caseLimits);
    fields("minimum_effect", goal.minimumEffect);
    fields("minimum_memory_effect", goal.minimumMemoryEffect);
}

/// The effort comes first: the other numbers default to those of the effort.
template <typename Fields>
void listFields(Fields& fields, Protocol& protocol)
{
    fields("effort", protocol.effort);
    fields.defaultsFrom(protocol);
    fields("cold_empty", protocol.coldEmpty);
    fields("cold_kept", protocol.coldKept);
    fields("repetitions_min", protocol.repetitionsMin);
    fields("repetitions_max", protocol.repetitionsMax);
    fields("rounds", protocol.rounds);
    fields("calls_per_block", protocol.callsPerBlock);
    fields("check_inputs", protocol.checkInputs);
    fields("trace_calls", protocol.traceCalls);
    fields("noise_repetitions", protocol.noiseRepetitions);
    fields("cases_apart", protocol.casesApart);
    fields("placement", protocol.placement);
    fields("order_seed", protocol.orderSeed);
    fields("start_time_limit_ns", protocol.startTimeLimit);
    fields("call_time_limit_ns", protocol.callTimeLimit);
    fields("warm_up_time_limit_ns", protocol.warmUpTimeLimit);
    fields("total_time_limit_ns", protocol.totalTimeLimit);
}

template <typename Fields>
void listFields(Fields& fields, Plan& plan)
{
    fields.schema();
    fields("name", plan.name);
    fields("workload", plan.workload);
    fields("cases", plan.cases);
    fields("variants", plan.variants);
    fields("numeric", plan.numeric);
    fields("goal", plan.goal);
    fields("protocol", plan.protocol);
    fields("python", plan.python);
}

} // namespace profiler
