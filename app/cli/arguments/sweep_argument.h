// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <string>
#include <vector>

namespace profiler {
struct Case;
} // namespace profiler

namespace cli {

/// `--sweep batch=1,2..64` with `--input ids=batchxseq:int64`: one case for each combination.
[[nodiscard]] profiler::Result<std::vector<profiler::Case>> sweptCasesFrom(
    const std::vector<std::string>& sweeps, const std::vector<std::string>& inputs);

/// `--sweep seq=40,72` for a recording that has a sweep: the cases that it does not have yet.
[[nodiscard]] profiler::Result<std::vector<profiler::Case>> furtherCasesFrom(
    const std::vector<std::string>& sweeps, const std::vector<profiler::Case>& recorded);

} // namespace cli
