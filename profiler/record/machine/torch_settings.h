// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <filesystem>
#include <map>
#include <string>

namespace profiler {

/// What the torch of an interpreter does where nobody says otherwise, by the names that people
/// write: {"torch._dynamo.config.suppress_errors", "False"}. Plain values alone, and no places.
/// Imports torch in a child process (some seconds).
[[nodiscard]] Result<std::map<std::string, std::string>> torchDefaults(
    const std::filesystem::path& python);

} // namespace profiler
