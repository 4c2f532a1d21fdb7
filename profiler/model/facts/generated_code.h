// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The code that Inductor wrote for a graph, and what of the model each of its kernel calls does.
namespace profiler {

/// An operator of the graph that was compiled, or an argument of it.
struct GeneratedNode {
    std::string name; ///< in the graph and in the code: "addmm_1", "arg0_1"
    std::string target; ///< "aten.addmm.default"; "input", "parameter" of arguments
    std::string type; ///< "f32[16, 64]"; empty where it is no tensor
    std::string module; ///< path in the model; of backward work its forward's; empty: unknown
    std::string file; ///< the user's; empty: unknown
    int line = 0;
    std::string function;
    std::optional<std::int64_t> flops; ///< of matrix products, convolutions and attention

    bool operator==(const GeneratedNode&) const = default;
};

/// A kernel call of the code, as its comment names it: "cpp_fused_relu_0:3".
struct GeneratedKernel {
    std::string name; ///< "cpp_fused_relu_0", "extern_kernels.addmm"
    int handle = 0;
    std::vector<std::size_t> nodes; ///< what it computes or prepares: indices into the nodes

    bool operator==(const GeneratedKernel&) const = default;
};

/// One compiled graph: its forward or its backward.
struct GeneratedCode {
    std::string compileId; ///< "0/0"
    std::optional<int> caseIndex; ///< whose call caused it
    std::string code; ///< Python with C++ or Triton inside, as it was written
    std::vector<GeneratedKernel> kernels; ///< by handle
    std::vector<GeneratedNode> nodes;

    bool operator==(const GeneratedCode&) const = default;
};

/// More is refused wherever it comes from.
inline constexpr std::size_t longestGeneratedCode = std::size_t {8} << 20U; ///< bytes
inline constexpr std::size_t mostGeneratedNodes = 40'000; ///< of a graph
inline constexpr std::size_t mostGeneratedKernels = 10'000; ///< of a graph

/// Within these bounds?
[[nodiscard]] inline bool isBounded(const GeneratedCode& code)
{
    return code.code.size() <= longestGeneratedCode && code.nodes.size() <= mostGeneratedNodes
        && code.kernels.size() <= mostGeneratedKernels;
}

} // namespace profiler
