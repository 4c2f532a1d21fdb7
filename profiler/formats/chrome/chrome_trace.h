// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/exported_trace.h"
#include "profiler/model/text_sink.h"
#include "profiler/model/trace.h"

#include <cstdint>

namespace profiler {

/// Kernels and copies whose times the driver did not give: a timeline has no place for them.
[[nodiscard]] std::int64_t rowsWithoutTime(const TraceRows& rows);

/// Chrome's trace events as torch.profiler writes them, for Perfetto, chrome://tracing and our own
/// import. Times are exact. What the format cannot carry is listed in docs/cli.md. False: the sink
/// wanted no more.
[[nodiscard]] bool writeChromeTrace(const ExportedTrace& source, const TextSink& sink);

} // namespace profiler
