// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/enum_text.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace profiler {

/// What torch does while it compiles, in the order in which it happens.
enum class CompilePhase {
    Dynamo, ///< reads the Python code
    Guards, ///< writes and tries the checks before each call
    AotAutograd,
    Passes, ///< over the graph: pre-grad, joint, post-grad
    Lowering,
    Scheduling,
    CodeGeneration,
    KernelCompile, ///< C++ and Triton
    Autotune,
    CudaGraphs, ///< recording them
    CacheLoad,
    Other,
};
inline constexpr std::size_t compilePhases = 12;

template <>
[[nodiscard]] std::span<const EnumKey<CompilePhase>> enumKeys();

/// By the name that torch gives a step; nullopt: not known, it is a part of whatever holds it.
[[nodiscard]] std::optional<CompilePhase> phaseOfStep(std::string_view name);

} // namespace profiler
