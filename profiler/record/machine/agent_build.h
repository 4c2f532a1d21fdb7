// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/interpreter.h"

#include <filesystem>
#include <vector>

namespace profiler {

/// The agent for the interpreter's torch: shipped, built earlier, or built now (some seconds). An
/// Error is the reason why there is none; the worker's own Python loop measures then.
[[nodiscard]] Result<std::filesystem::path> provideAgent(
    const Interpreter& interpreter, const Installation& installation);

/// fusescope-runner for that torch, found or built likewise (a minute).
[[nodiscard]] Result<std::filesystem::path> provideRunner(
    const Interpreter& interpreter, const Installation& installation);

/// A shipped or cached one; empty when it would have to be built.
[[nodiscard]] std::filesystem::path findAgent(
    const Interpreter& interpreter, const Installation& installation);

/// Builds it from the shipped sources into the cache, where others wait for it and find it.
[[nodiscard]] Result<std::filesystem::path> buildAgent(
    const Interpreter& interpreter, const Installation& installation);

/// What both are built of: the files that are shipped for it.
[[nodiscard]] std::vector<std::filesystem::path> agentSources(const Installation& installation);

/// $CXX, g++ or c++; empty = none on this machine.
[[nodiscard]] std::filesystem::path findCompiler();

} // namespace profiler
