// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"
#include "profiler/readers/read_progress.h"

#include <filesystem>

namespace profiler {

/// Has `nsys`, found on PATH, export a report into `target`, a file that is not there yet.
/// Cancelled by `progress`, it kills `nsys`.
[[nodiscard]] Result<void> exportNsysReport(const std::filesystem::path& report,
    const std::filesystem::path& target, const ReadProgress& progress);

} // namespace profiler
