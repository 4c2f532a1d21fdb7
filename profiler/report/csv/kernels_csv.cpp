// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/csv/csv_row.h"
#include "profiler/report/documents.h"
#include "profiler/report/json/show_rows.h"

namespace profiler {

namespace {

constexpr auto heading
    = "variant,case,calls,name,class,count,total_ns,mean_ns,min_ns,max_ns,per_call_ns,"
      "launch_delay_ns,occupancy_ratio,operator,module,file,line\r\n";

/// A cell of a value as it stands in JSON; null is an empty one.
void addCell(CsvRow& row, const Json& value)
{
    if (value.is_string())
        row.text(value.get_ref<const std::string&>());
    else
        row.text(value.is_null() ? std::string() : value.dump());
}

} // namespace

std::string kernelsCsv(const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    std::string csv = heading;
    for (const auto& trace : kernelRows(data, rowsOf))
        for (const auto& kernel : trace["kernels"]) {
            CsvRow row;
            for (const auto* key : {"variant", "case", "calls"})
                addCell(row, trace[key]);
            for (const auto* key : {"name", "class", "count", "total_ns", "mean_ns", "min_ns",
                     "max_ns", "per_call_ns", "launch_delay_ns", "occupancy_ratio"})
                addCell(row, kernel[key]);
            const auto& sources = kernel["launched_by"];
            const Json source = sources.empty() ? Json::object() : sources.front();
            for (const auto* key : {"operator", "module", "file", "line"})
                addCell(row, source.value(key, Json()));
            csv += row.line();
        }
    return csv;
}

} // namespace profiler
