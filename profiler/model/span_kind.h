// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace profiler {

enum class SpanKind : std::uint8_t {
    Operator = 0, ///< an ATen or custom operator
    Region = 1, ///< "Torch-Compiled Region"; its name is the compile id
    Lookup = 2, ///< Dynamo looked for compiled code
    CompiledFunction = 3, ///< AOTAutograd's forward or backward of a graph
    Kernel = 4, ///< an Inductor C++ kernel on the CPU
    Range = 5, ///< the user's own: record_function, NVTX
    Module = 6, ///< forward of a module; its name is the path in the model
    Backward = 7, ///< a node of the autograd graph
};

/// Ranges, modules, regions and lookups are no work of their own: they merely hold some.
[[nodiscard]] constexpr bool isWork(SpanKind kind)
{
    return kind == SpanKind::Operator || kind == SpanKind::Backward || kind == SpanKind::Kernel
        || kind == SpanKind::CompiledFunction;
}

} // namespace profiler
