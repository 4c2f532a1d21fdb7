// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/file_begin.h"
#include "profiler/formats/source/imported_trace.h"
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

[[nodiscard]] bool isNsys(const FileBegin& file);

/// An export of Nsight Systems: `.sqlite` of any version, or `.nsys-rep` where `nsys` is installed
/// to export it. Times are UTC where the export tells when the session began, else from its start.
/// NVTX ranges become Range spans, and steps where they are named so. Host names, processes and the
/// environment are never read.
/// Errors: not there, no such export, damaged as a whole, cancelled; `nsys` missing or failed.
[[nodiscard]] Result<ImportedTrace> readNsys(
    const std::filesystem::path& file, const ReadProgress& progress = {});

} // namespace profiler
