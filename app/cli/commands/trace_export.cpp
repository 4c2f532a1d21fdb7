// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/trace_export.h"

#include "app/cli/terminal/console.h"
#include "app/cli/terminal/written_pieces.h"
#include "profiler/formats/chrome/chrome_trace.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/csv/trace_csv.h"

#include <string>

namespace cli {
namespace {

using profiler::Result;
using profiler::TextSink;
using profiler::TraceRows;

profiler::TraceRowsOf rowsOf(const StoredComparison& stored)
{
    // Every part that shows rows reads them in the same way.
    return bulkOf(stored).rowsOf;
}

std::vector<std::string> warningsOf(const profiler::TraceSummary& trace, const TraceRows& rows)
{
    auto warnings = trace.losses.reasons;
    if (const auto count = profiler::rowsWithoutTime(rows); count > 0)
        warnings.push_back(std::to_string(count)
            + " kernels or copies have no times, as the driver gave none, and are left out.");
    return warnings;
}

} // namespace

Result<void> exportTraceAs(
    const profiler::TraceFormat& format, const StoredComparison& stored, const TraceExport& options)
{
    const auto index = chooseTrace(stored.data, options.choice);
    if (!index)
        return tl::unexpected(index.error());
    const auto rows = rowsOf(stored)(*index);
    if (!rows)
        return tl::unexpected(rows.error());
    const auto& process = stored.data.processes[static_cast<std::size_t>(index->process.value)];
    const auto& trace = process.traces[static_cast<std::size_t>(index->value)];
    const auto variant = static_cast<std::size_t>(process.start.variant);
    const profiler::ExportedTrace source {.rows = *rows,
        .calls = trace.calls,
        .environment = process.environment,
        .process = process.start.pid,
        .name = variant < stored.data.plan.variants.size() ? stored.data.plan.variants[variant].name
                                                           : std::string(),
        .warnings = warningsOf(trace, *rows)};
    for (const auto& warning : source.warnings)
        printError(warning + "\n");
    return writePieces(options.output, [&](const TextSink& sink) -> Result<void> {
        if (!format.write(source, sink))
            return profiler::failure(
                profiler::ErrorKind::Unavailable, "the trace could not be written");
        return {};
    });
}

Result<void> exportTraceCsv(const StoredComparison& stored, const TraceExport& options)
{
    const auto traces = chooseTraces(stored.data, options.choice);
    if (!traces)
        return tl::unexpected(traces.error());
    return writePieces(options.output, [&](const TextSink& sink) {
        return profiler::writeTraceCsv(stored.data, *traces, rowsOf(stored), sink);
    });
}

} // namespace cli
