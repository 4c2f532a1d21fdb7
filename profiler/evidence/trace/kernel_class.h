// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/trace/work_kind.h"

#include <span>
#include <string>
#include <string_view>

namespace profiler {

/// A kernel's name as people write it: demangled where it is mangled and whole.
[[nodiscard]] std::string readableKernelName(std::string_view name);

/// Whether the name holds one of these words of lower case, whatever its own is.
[[nodiscard]] bool kernelNameHas(std::string_view name, std::span<const std::string_view> words);

/// The function alone, with its namespaces: no return type, template arguments or parameters.
[[nodiscard]] std::string kernelFunction(std::string_view readable);

/// The class of a kernel on a GPU, by its name. The function's own word decides
/// ("vectorized_layer_norm_kernel"); where it has none ("cutlass::Kernel2", "kentry") the
/// namespaces and template arguments do. What Inductor generated through Triton is Fused unless it
/// is a matmul template. What no rule knows is Elementwise.
[[nodiscard]] WorkKind kernelClassOf(std::string_view name);

} // namespace profiler
