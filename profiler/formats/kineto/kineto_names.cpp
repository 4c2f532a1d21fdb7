// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/kineto/kineto_names.h"

#include "profiler/model/trace_rows.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace profiler {

namespace {

constexpr std::pair<std::string_view, KinetoCategory> categories[] {
    {"cpu_op", KinetoCategory::Operator},
    {"Operator", KinetoCategory::Operator},
    {"user_annotation", KinetoCategory::Annotation},
    {"python_function", KinetoCategory::Python},
    {"kernel", KinetoCategory::Kernel},
    {"Kernel", KinetoCategory::Kernel},
    {"gpu_memcpy", KinetoCategory::Memcpy},
    {"Memcpy", KinetoCategory::Memcpy},
    {"gpu_memset", KinetoCategory::Memset},
    {"Memset", KinetoCategory::Memset},
    {"Runtime", KinetoCategory::Api},
    // Names of spans that others tell, arrows between events, and the profiler itself.
    {"", KinetoCategory::Other},
    {"ac2g", KinetoCategory::Other},
    {"async_cpu_to_gpu", KinetoCategory::Other},
    {"async_gpu", KinetoCategory::Other},
    {"collective_comm", KinetoCategory::Other},
    {"cpu_instant_event", KinetoCategory::Other},
    {"cuda_event", KinetoCategory::Other},
    {"cuda_profiler_range", KinetoCategory::Other},
    {"cuda_sync", KinetoCategory::Other},
    {"external_correlation", KinetoCategory::Other},
    {"forward_backward", KinetoCategory::Other},
    {"fwdbwd", KinetoCategory::Other},
    {"gpu_user_annotation", KinetoCategory::Other},
    {"overhead", KinetoCategory::Other},
    {"Trace", KinetoCategory::Other},
};

// Where an event of another maker's device does not tell its device, its category does.
constexpr std::string_view deviceCategories[] {"hpu_op", "tpu_op", "mtia_ccp_events"};

constexpr std::pair<std::string_view, CopyKind> copyKinds[] {
    {"HtoD", CopyKind::HostToDevice},
    {"DtoH", CopyKind::DeviceToHost},
    {"DtoD", CopyKind::DeviceToDevice},
    {"HtoH", CopyKind::HostToHost},
    {"PtoP", CopyKind::PeerToPeer},
};

constexpr std::string_view regionPrefix = "Torch-Compiled Region: ";
constexpr std::string_view lookupName = "TorchDynamo Cache Lookup";
constexpr std::string_view modulePrefix = "nn.Module: ";
constexpr std::string_view stepPrefix = "ProfilerStep";

/// "AddmmBackward0": a node of the graph; operators such as aten::threshold_backward are none.
bool isBackwardNode(std::string_view name)
{
    constexpr std::string_view word = "Backward";
    if (name.starts_with("torch::autograd::")
        || name.starts_with("autograd::engine::evaluate_function: "))
        return true;
    while (!name.empty() && name.back() >= '0' && name.back() <= '9')
        name.remove_suffix(1);
    return name.ends_with(word) && name.find("::") == std::string_view::npos;
}

/// Inductor's C++ kernels: "cpp_fused_add_0", in some versions "graph_3_cpp_fused_add_0".
bool isInductorKernel(std::string_view name)
{
    constexpr std::string_view graph = "graph_";
    if (name.starts_with(graph)) {
        const auto digits = name.find_first_not_of("0123456789", graph.size());
        if (digits == std::string_view::npos || digits == graph.size() || name[digits] != '_')
            return false;
        name.remove_prefix(digits + 1);
    }
    return name.starts_with("cpp_");
}

SpanKind operatorKind(std::string_view name)
{
    if (isProfilerStep(name))
        return SpanKind::Range;
    if (name.starts_with("CompiledFunction"))
        return SpanKind::CompiledFunction;
    if (isBackwardNode(name))
        return SpanKind::Backward;
    return isInductorKernel(name) ? SpanKind::Kernel : SpanKind::Operator;
}

} // namespace

KinetoCategory kinetoCategory(std::string_view category)
{
    for (const auto& [word, kind] : categories)
        if (word == category)
            return kind;
    // cuda_runtime, cuda_driver, hip_runtime, xpu_runtime, privateuse1_driver…
    const bool api = category.ends_with("_runtime") || category.ends_with("_driver");
    return api ? KinetoCategory::Api : KinetoCategory::Unknown;
}

bool isDeviceCategory(std::string_view category)
{
    return category.ends_with("_kernel")
        || std::ranges::find(deviceCategories, category) != std::end(deviceCategories);
}

std::optional<KinetoSpan> kinetoSpan(KinetoCategory category, std::string_view name)
{
    if (category == KinetoCategory::Python) {
        if (!name.starts_with(modulePrefix))
            return std::nullopt;
        return KinetoSpan {.kind = SpanKind::Module, .name = name.substr(modulePrefix.size())};
    }
    if (name.starts_with(regionPrefix))
        return KinetoSpan {.kind = SpanKind::Region,
            .name = name.substr(
                regionPrefix.size(), name.find(' ', regionPrefix.size()) - regionPrefix.size())};
    if (name == lookupName)
        return KinetoSpan {.kind = SpanKind::Lookup, .name = name};
    if (category == KinetoCategory::Annotation)
        return KinetoSpan {.kind = SpanKind::Range, .name = name};
    return KinetoSpan {.kind = operatorKind(name), .name = name};
}

bool isProfilerStep(std::string_view name)
{
    return name.starts_with(stepPrefix);
}

CopyKind kinetoCopyKind(std::string_view name)
{
    for (const auto& [word, kind] : copyKinds)
        if (name.find(word) != std::string_view::npos)
            return kind;
    return CopyKind::Unknown;
}

} // namespace profiler
