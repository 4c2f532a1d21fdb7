// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/machine/installation.h"
#include "profiler/record/machine/interpreter.h"
#include "profiler/record/plan_check.h"
#include "profiler/record/session/plan_estimate.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace profiler {

struct Limits;

enum class CheckState {
    Ok,
    Limits, ///< recording works, a part will be missing
    Stops, ///< nothing can be recorded
};

struct Check {
    std::string name; ///< "interpreter", "torch", "c_compiler", "device", "agent", "cupti",
                      ///< "collector", "disk"…
    CheckState state = CheckState::Ok;
    std::string sentence; ///< what was found, or what will be missing
    std::string remedy; ///< a command or a clause, when there is one
};

/// What this machine can record, worst first. Imports torch in a child process.
[[nodiscard]] std::vector<Check> runDoctor(
    const Installation& installation, const std::filesystem::path& python);

/// Whether other programs keep the machine busy. `averages` is the line of /proc/loadavg; nullopt =
/// it cannot be read.
[[nodiscard]] Check checkLoad(const std::optional<std::string>& averages, int cores);

/// The part that knows no interpreter: load, disk, memory, and what /proc and /sys tell of noise.
[[nodiscard]] std::vector<Check> checkMachine(const std::filesystem::path& dataFolder);

} // namespace profiler
