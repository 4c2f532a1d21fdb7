// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/trace_choice.h"
#include "app/cli/terminal/stored_comparison.h"
#include "profiler/formats/trace_format.h"
#include "profiler/model/result.h"

#include <string>

namespace cli {

/// Rows of traces, written piece by piece to a file, or to stdout where `output` is empty or "-".
struct TraceExport {
    TraceChoice choice;
    std::string output; ///< packed where it ends in ".gz"
};

/// `export --as chrome` and the like: one trace.
[[nodiscard]] profiler::Result<void> exportTraceAs(const profiler::TraceFormat& format,
    const StoredComparison& stored, const TraceExport& options);

/// `export --as csv --part trace`: all that are meant.
[[nodiscard]] profiler::Result<void> exportTraceCsv(
    const StoredComparison& stored, const TraceExport& options);

} // namespace cli
