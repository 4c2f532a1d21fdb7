// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ATen/core/ivalue.h>
#include <memory>
#include <string>
#include <vector>

namespace profiler::native {

/// A model as one program, opened from its package by LibTorch alone.
class Program {
public:
    Program() = default;
    Program(const Program&) = delete;
    Program(Program&&) = delete;
    Program& operator=(const Program&) = delete;
    Program& operator=(Program&&) = delete;
    virtual ~Program() = default;

    /// What one call leaves; dropped outside the timed span. Inputs are the flattened arguments.
    virtual c10::IValue run(const std::vector<c10::IValue>& inputs) = 0;
};

/// Of "aoti", "torchscript" or "export". Throws what LibTorch says of a package that it refuses.
[[nodiscard]] std::unique_ptr<Program> openProgram(
    const std::string& engine, const std::string& package, const std::string& device);

/// The tensors of a result, in order.
[[nodiscard]] std::vector<at::Tensor> tensorsOf(const c10::IValue& result);

} // namespace profiler::native
