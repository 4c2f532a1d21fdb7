// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace profiler {

/// A Python that workers can run on, as it described itself in one short child process that does
/// not import torch.
struct Interpreter {
    std::filesystem::path path;
    std::string pythonVersion; ///< "3.11.7"
    std::string torchVersion; ///< "2.11.0+cu130"; empty = no torch
    std::string torchMinor; ///< "2.11"
    std::string cudaVersion; ///< torch was built for; empty = CPU or another device
    std::string hipVersion; ///< the same of ROCm
    std::filesystem::path torchRoot; ///< folder of the package; empty = no torch
    std::filesystem::path cupti; ///< CUPTI's library in this environment; empty = none found
    bool torchHeaders = false; ///< an agent can be built against it
    bool pythonHeaders = false; ///< Inductor's C++ and Triton's launchers include Python.h
    bool keepsBytecode = true; ///< false: every process compiles all of torch's modules anew
};

/// What only an imported torch can tell (a few seconds).
struct TorchCapabilities {
    std::vector<std::string> devices; ///< "cpu", "cuda:0 NVIDIA H200 (GPU-uuid)"
    std::vector<std::string> modes; ///< of torch.compile
    std::vector<std::string> backends;
};

inline constexpr int oldestTorchMinor = 9; ///< of torch 2
inline constexpr int oldestPythonMinor = 10; ///< of Python 3

/// `named` empty: $FUSESCOPE_PYTHON, $VIRTUAL_ENV/bin/python, the checkout's .venv, python3 on
/// PATH.
[[nodiscard]] Result<Interpreter> probeInterpreter(const std::filesystem::path& named);

/// Imports torch in a child process; the answer is kept as long as this process lives.
[[nodiscard]] Result<TorchCapabilities> probeTorch(const Interpreter& interpreter);

/// Nothing, or why workers cannot run on it: no torch, torch or Python too old; with what to do.
[[nodiscard]] Result<void> checkInterpreter(const Interpreter& interpreter);

/// Runs probe.py with a JSON request; the answer is a JSON document.
[[nodiscard]] Result<std::string> askInterpreter(
    const std::filesystem::path& python, const std::string& requestJson);

/// The file of a program: itself when it has a folder, else the first on PATH; empty = none.
[[nodiscard]] std::filesystem::path findProgram(const std::filesystem::path& name);

} // namespace profiler
