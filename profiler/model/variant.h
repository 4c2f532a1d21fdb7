// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/json_text_by_name.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

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

} // namespace profiler
