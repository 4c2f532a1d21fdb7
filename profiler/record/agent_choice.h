// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/record/session/record_request.h"

#include <filesystem>
#include <vector>

namespace profiler {

/// The agent for each variant's interpreter, by index; empty where none is to be had.
[[nodiscard]] std::vector<std::filesystem::path> agentsFor(const RecordRequest& request);

} // namespace profiler
