// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_phase.h"

#include <algorithm>
#include <array>

namespace profiler {

namespace {

struct PhaseStep {
    std::string_view begin; ///< of its name; the first row that fits counts
    CompilePhase phase = CompilePhase::Other;
};

/// Names of torch 2.6 to 2.15. What only holds others has the phase of the time between them.
constexpr auto phaseSteps = std::to_array<PhaseStep>({
    {"build_guards", CompilePhase::Guards},
    {"precompile_build_guards", CompilePhase::Guards},
    {"precompile_load_guards", CompilePhase::Guards},
    {"guard_collective", CompilePhase::Guards},
    {"entire_frame_compile", CompilePhase::Dynamo},
    {"compile_attempt_", CompilePhase::Dynamo},
    {"bytecode_tracing", CompilePhase::Dynamo},
    {"fullgraph_capture", CompilePhase::Dynamo},
    {"insert_deferred_runtime_asserts", CompilePhase::Dynamo},
    {"dynamo", CompilePhase::Dynamo},
    {"compiler_collective", CompilePhase::Dynamo},
    {"compiled_autograd", CompilePhase::Dynamo},
    {"backend_compile", CompilePhase::AotAutograd},
    {"create_aot_dispatcher_function", CompilePhase::AotAutograd},
    {"aot_", CompilePhase::AotAutograd},
    {"min_cut_rematerialization_partition", CompilePhase::AotAutograd},
    {"invoke_subgraph_", CompilePhase::AotAutograd},
    {"entire_backward_compile", CompilePhase::AotAutograd},
    {"backward.", CompilePhase::AotAutograd},
    {"_recursive_", CompilePhase::Passes},
    {"pass.", CompilePhase::Passes},
    {"fx.bucketing", CompilePhase::Passes},
    {"additional_fake_tensor_prop", CompilePhase::Passes},
    {"convert_conv_weights_to_channels_last", CompilePhase::Passes},
    {"pad_mm_benchmark", CompilePhase::Autotune},
    {"benchmark_", CompilePhase::Autotune},
    {"collective_compute_do_bench", CompilePhase::Autotune},
    {"InductorBenchmarker.", CompilePhase::Autotune},
    {"TritonBenchmarker.", CompilePhase::Autotune},
    {"CachingAutotuner.benchmark", CompilePhase::Autotune},
    {"CachingAutotuner.coordinate", CompilePhase::Autotune},
    {"CUTLASSGemmTemplate.", CompilePhase::Autotune},
    {"cutlass_utils.", CompilePhase::Autotune},
    {"compile_fx", CompilePhase::Lowering},
    {"inductor_compile", CompilePhase::Lowering},
    {"fx_codegen_and_compile", CompilePhase::Lowering},
    {"GraphLowering.run", CompilePhase::Lowering},
    {"Scheduler.codegen", CompilePhase::CodeGeneration},
    {"Scheduler.", CompilePhase::Scheduling},
    {"GraphLowering.", CompilePhase::CodeGeneration},
    {"PythonWrapperCodegen.", CompilePhase::CodeGeneration},
    {"CppWrapper", CompilePhase::CodeGeneration},
    {"code_gen", CompilePhase::CodeGeneration},
    {"generate_kernel_code_from_nodes", CompilePhase::CodeGeneration},
    {"PyCodeCache.", CompilePhase::CodeGeneration},
    {"compile_file", CompilePhase::KernelCompile},
    {"async_compile.", CompilePhase::KernelCompile},
    {"AotCodeCompiler.", CompilePhase::KernelCompile},
    {"reload_kernel_in_parent", CompilePhase::KernelCompile},
    {"StaticAutotunerFuture.", CompilePhase::KernelCompile},
    {"CachingAutotuner.", CompilePhase::KernelCompile},
    {"cudagraph", CompilePhase::CudaGraphs},
    {"CUDAGraph", CompilePhase::CudaGraphs},
    {"TritonBundler.", CompilePhase::CacheLoad},
    {"inductor_codecache_torch_key", CompilePhase::CacheLoad},
    {"FxGraphCache.", CompilePhase::CacheLoad},
    {"AOTAutogradCache.", CompilePhase::CacheLoad},
    {"remote_", CompilePhase::CacheLoad},
    {"pgo.", CompilePhase::CacheLoad},
    {"after_deserialization", CompilePhase::CacheLoad},
    {"CompiledArtifact.", CompilePhase::CacheLoad},
    {"gc", CompilePhase::Other},
    {"inductor_import", CompilePhase::Other},
});

constexpr std::array keys {EnumKey {CompilePhase::Dynamo, "dynamo"},
    EnumKey {CompilePhase::Guards, "guards"}, EnumKey {CompilePhase::AotAutograd, "aot_autograd"},
    EnumKey {CompilePhase::Passes, "passes"}, EnumKey {CompilePhase::Lowering, "lowering"},
    EnumKey {CompilePhase::Scheduling, "scheduling"},
    EnumKey {CompilePhase::CodeGeneration, "code_generation"},
    EnumKey {CompilePhase::KernelCompile, "kernel_compile"},
    EnumKey {CompilePhase::Autotune, "autotune"}, EnumKey {CompilePhase::CudaGraphs, "cuda_graphs"},
    EnumKey {CompilePhase::CacheLoad, "cache_load"}, EnumKey {CompilePhase::Other, "other"}};

} // namespace

std::optional<CompilePhase> phaseOfStep(std::string_view name)
{
    if (name.ends_with("_template_autotuning") || name.ends_with("_template_precompiling"))
        return CompilePhase::Autotune;
    const auto found = std::ranges::find_if(
        phaseSteps, [name](const PhaseStep& step) { return name.starts_with(step.begin); });
    return found == phaseSteps.end() ? std::nullopt : std::optional(found->phase);
}

template <>
std::span<const EnumKey<CompilePhase>> enumKeys()
{
    return keys;
}

} // namespace profiler
