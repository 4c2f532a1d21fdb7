// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/host_lines.h"
#include "profiler/report/json/show_rows.h"

#include <string>

namespace profiler {
namespace {

Json lineRow(const HostLine& line)
{
    const bool known = !line.file.empty();
    return {{"file", known ? Json(line.file) : Json()}, {"line", known ? Json(line.line) : Json()},
        {"function", line.function}, {"samples", line.samples},
        {"share_ratio", intervalJson(line.share)}, {"per_call_ns", line.perCallNs}};
}

std::string whyNone(const TraceSummary& trace)
{
    return trace.losses.reasons.empty() ? "no sample fell into a call" : trace.losses.reasons[0];
}

void putLines(Json& row, const TraceSummary& trace, const Result<TraceRows>& rows)
{
    row["lines"] = Json::array();
    if (!rows) {
        row["lines_reason"] = rows.error().message;
        return;
    }
    const auto host = hostLines(trace, *rows);
    row["samples"] = host.samples;
    row["call_ns"] = host.callNs;
    for (const auto& line : host.lines)
        row["lines"].push_back(lineRow(line));
    if (host.lines.empty())
        row["lines_reason"] = whyNone(trace);
}

} // namespace

Json hostLineRows(const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    Json rows = Json::array();
    forEachTrace(data, TracePass::Lines,
        [&](const ProcessStart& start, const TraceSummary& trace, TraceIndex index) {
            auto row = traceRow(data.plan, start, trace);
            putLines(row, trace, rowsOf(index));
            rows.push_back(std::move(row));
        });
    return rows;
}

} // namespace profiler
