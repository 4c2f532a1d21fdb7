// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/record/session/record_request.h"

#include <filesystem>
#include <string>
#include <vector>

namespace profiler {

/// Makes a set of inputs of a case again, as each lane made it, in a worker of the baseline, and
/// writes its tensors to `path` by their names, which it gives back.
[[nodiscard]] Result<std::vector<std::string>> saveInputs(
    const RecordRequest& request, int caseIndex, int inputSet, const std::filesystem::path& path);

} // namespace profiler
