// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/log_line.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace profiler {

/// How loud a line of a worker's output is. Output has no levels of its own: Python's logging,
/// warnings and tracebacks are known by how they begin.
enum class LogLevel { Plain, Warning, Error };

/// Of each line. All lines of a traceback are errors, also between lines of other processes.
[[nodiscard]] std::vector<LogLevel> logLevels(std::span<const LogLine> lines);

[[nodiscard]] std::string logLevelKey(LogLevel level); ///< "warning"

/// Without the level, time and process that torch's loggers begin a line with: "W1121
/// 16:17:08.017000 15860 torch/…" is "torch/…". Other lines stay whole.
[[nodiscard]] std::string_view withoutLogPrefix(std::string_view line);

} // namespace profiler
