// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/file_begin.h"
#include "profiler/formats/source/line_source.h"
#include "profiler/formats/torch_log/torch_trace_log.h"
#include "profiler/model/result.h"

#include <filesystem>

namespace profiler {

/// A folder, or a file that begins with a line of glog.
[[nodiscard]] bool isTorchTrace(const FileBegin& file);

/// A log that torch wrote with TORCH_TRACE, or a folder of them (one of each process), also packed
/// by gzip. Whole records are kept whatever is wrong around them, and `losses` tells the rest.
/// Dumps of the environment, graphs and generated code are counted and never kept.
/// Errors: not there, not readable, no log at all, cancelled.
[[nodiscard]] Result<CompileLog> readTorchTrace(
    const std::filesystem::path& fileOrFolder, const ReadProgress& progress = {});

/// One log, from wherever its bytes come; `name` stands for it in sentences. No error where it
/// holds no record: `records` is 0.
[[nodiscard]] Result<void> readTorchTrace(
    GlogSource& source, const std::string& name, CompileLog& log);

} // namespace profiler
