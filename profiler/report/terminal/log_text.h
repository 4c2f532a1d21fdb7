// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/log_reader.h"
#include "profiler/model/text/text_sink.h"

/// `show FILE log`, written while it is read. What came before a failure was written.
namespace profiler {

/// A line for each: whose it is, and its text without control characters.
[[nodiscard]] Result<void> writeLogText(const LogReader& log, const TextSink& sink);

/// One document of `lines [{process, stream, time, text}]`.
[[nodiscard]] Result<void> writeLogJson(const LogReader& log, const TextSink& sink);

} // namespace profiler
