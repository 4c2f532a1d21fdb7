// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/launch/installation.h"
#include "profiler/model/plan.h"
#include "profiler/model/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// A Python that workers can run on, as it described itself in one short child process.
struct Interpreter {
    std::filesystem::path path;
    std::string pythonVersion; ///< "3.11.7"
    std::string torchVersion; ///< "2.11.0+cu130"; empty = no torch
    std::string torchMinor; ///< "2.11"
    std::string cudaVersion; ///< torch was built for; empty = CPU only
    std::vector<std::string> devices; ///< "cpu", "cuda:0 NVIDIA H200 (GPU-uuid)"
    std::vector<std::string> modes; ///< of torch.compile
    std::vector<std::string> backends;
};

/// `named` empty: $FUSESCOPE_PYTHON, $VIRTUAL_ENV/bin/python, the checkout's .venv, python3 on
/// PATH.
[[nodiscard]] Result<Interpreter> probeInterpreter(const std::filesystem::path& named);

enum class CheckState {
    Ok,
    Limits, ///< recording works, a part will be missing
    Stops, ///< nothing can be recorded
};

struct Check {
    std::string name; ///< "interpreter", "torch", "c_compiler", "device", "agent", "cupti", "disk"…
    CheckState state = CheckState::Ok;
    std::string sentence; ///< what was found, or what will be missing
    std::string remedy; ///< a command, when there is one
};

/// What this machine can record, worst first.
[[nodiscard]] std::vector<Check> runDoctor(
    const Installation& installation, const std::filesystem::path& python);

struct PlanEstimate {
    nanoseconds low {};
    nanoseconds high {};
    nanoseconds firstResult {};
    std::int64_t diskBytes = 0;
    int processes = 0;
};

[[nodiscard]] PlanEstimate estimatePlan(const Plan& plan);

/// Everything that can be known to be wrong before a worker starts: modes and backends the chosen
/// torch does not have, a device that is not there, files of the SPEC that do not exist.
[[nodiscard]] Result<void> checkPlanAgainst(const Plan& plan, const Interpreter& interpreter);

} // namespace profiler
