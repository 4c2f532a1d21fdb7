// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/read_progress.h"
#include "profiler/model/result.h"

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace profiler {

/// How long nsys may take for a report of so many bytes: several times what it needs.
[[nodiscard]] std::chrono::milliseconds nsysTimeLimit(std::uintmax_t bytes);

/// Has `nsys`, found on PATH, export a report into `target`, a file that is not there yet.
/// Cancelled by `progress`, which knows of no bytes meanwhile, or beyond `limit` it kills `nsys`.
[[nodiscard]] Result<void> exportNsysReport(const std::filesystem::path& report,
    const std::filesystem::path& target, const ReadProgress& progress,
    std::chrono::milliseconds limit);

} // namespace profiler
