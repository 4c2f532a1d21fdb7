// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/host_lines.h"
#include "profiler/report/show_rows.h"

#include <string>

namespace profiler {
namespace {

Json lineRow(const HostLine& line)
{
    const bool known = !line.file.empty();
    return {{"file", known ? Json(line.file) : Json()}, {"line", known ? Json(line.line) : Json()},
        {"function", line.function}, {"samples", line.samples},
        {"share_ratio",
            {{"estimate", line.share.estimate}, {"low", line.share.low},
                {"high", line.share.high}}},
        {"per_call_ns", line.perCallNs}};
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
    for (std::size_t process = 0; process < data.processes.size(); ++process) {
        const auto& record = data.processes[process];
        for (std::size_t i = 0; i < record.traces.size(); ++i) {
            const auto& trace = record.traces[i];
            if (trace.start.pass != TracePass::Lines)
                continue;
            Json row = Json::object();
            putVariant(row, data.plan, record.start.variant);
            putCase(row, data.plan, trace.start.caseIndex);
            row["calls"] = trace.calls.size();
            putLines(row, trace,
                rowsOf({.process = {static_cast<int>(process)}, .value = static_cast<int>(i)}));
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

} // namespace profiler
