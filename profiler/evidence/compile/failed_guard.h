// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace profiler {

/// What had changed when torch recompiled a function.
enum class GuardKind {
    Size,
    Stride,
    Rank,
    Type, ///< dtype, device or dispatch keys of a tensor
    InferenceTensor, ///< made under inference_mode, or no longer
    RequiresGradient,
    GradientMode,
    TrainingMode,
    Object, ///< another object than before: a function, a module, None
    Value, ///< of a number, text or length in Python, or that it is None
    Other,
};

/// Torch writes the guard that failed as an expression of Python, or for tensors as
/// "tensor 'x' size mismatch at index 0. expected 8, actual 64".
struct FailedGuard {
    GuardKind kind = GuardKind::Other;
    std::string name; ///< of what changed, as the function's code calls it: "x", "self.scale"
    int dimension = 0; ///< of Size and Stride
    std::string expected; ///< what the graph was compiled for: "8"; empty: not told
    std::string actual; ///< what came: "64"; empty: not told
    std::string text; ///< the guard itself, cut for a sentence; empty: of a tensor

    /// Is it an argument of the function, which whoever calls it can change?
    [[nodiscard]] bool isArgument() const;
    /// Is it an argument or an attribute, which code can assign?
    [[nodiscard]] bool isPath() const;
    /// Is it what the code before a graph break handed to the code after it?
    [[nodiscard]] bool crossesBreak() const;
    /// Is it a setting of an optimizer, such as its learning rate?
    [[nodiscard]] bool isOptimizerSetting() const;
};

[[nodiscard]] FailedGuard failedGuard(const std::string& guard);

} // namespace profiler
