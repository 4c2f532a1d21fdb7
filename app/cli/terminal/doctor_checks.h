// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/terminal/exit_code.h"
#include "profiler/record/doctor.h"

#include <string>
#include <vector>

namespace cli {

/// Prints what a machine can record and ends as `doctor` does. `where`: "here", or another machine.
[[nodiscard]] ExitCode endDoctor(
    const std::vector<profiler::Check>& checks, bool json, const std::string& where);

} // namespace cli
