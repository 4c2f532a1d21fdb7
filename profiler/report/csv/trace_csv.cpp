// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/csv/trace_csv.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/trace/device_work.h"
#include "profiler/evidence/trace/rows_in_time.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "profiler/report/csv/csv_row.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace profiler {

namespace {

constexpr auto traceHeading
    = "variant,case,process,kind,name,device,stream,context,start_ns,duration_ns,correlation,"
      "graph,bytes\r\n";

std::string kindWord(CopyKind kind)
{
    return textOf(kind,
        {{CopyKind::HostToDevice, "host to device"}, {CopyKind::DeviceToHost, "device to host"},
            {CopyKind::DeviceToDevice, "device to device"}, {CopyKind::HostToHost, "host to host"},
            {CopyKind::PeerToPeer, "peer to peer"}});
}

/// Whose rows they are: the same cells in each.
CsvRow prefixOf(const ComparisonData& data, TraceIndex index)
{
    const auto& process = data.processes[static_cast<std::size_t>(index.process.value)];
    const auto& trace = process.traces[static_cast<std::size_t>(index.value)];
    const auto variant = static_cast<std::size_t>(process.start.variant);
    CsvRow row;
    row.text(variant < data.plan.variants.size() ? data.plan.variants[variant].name : "");
    row.text(caseAt(data, trace.start.caseIndex).name).number(index.process.value);
    return row;
}

template <typename Columns>
void addPlace(CsvRow& row, const Columns& columns, std::size_t i)
{
    const auto addKnown = [&](std::int64_t number) {
        if (number == 0)
            row.missing();
        else
            row.number(number);
    };
    row.number(columns.device[i]).number(columns.stream[i]).number(columns.context[i]);
    if (isTimed(columns.flags[i]))
        row.number(columns.startNs[i]).number(columns.durationNs[i]);
    else
        row.missing().missing();
    addKnown(static_cast<std::uint32_t>(columns.correlation[i]));
    addKnown(columns.graph[i]);
}

/// Writes the rows of one trace; false: the sink wanted no more.
bool writeRows(const TraceRows& rows, const CsvRow& prefix, const TextSink& sink)
{
    std::unordered_map<std::int32_t, std::string_view> names;
    for (const auto& name : rows.names)
        names.emplace(name.id, name.text);
    RowsInTime inTime;
    inTime.add(rows.kernels.startNs, rows.kernels.durationNs);
    inTime.add(rows.copies.startNs, rows.copies.durationNs);
    while (const auto each = inTime.next()) {
        auto row = prefix;
        if (each->table == 0) {
            row.text("kernel").text(names[rows.kernels.name[each->row]]);
            addPlace(row, rows.kernels, each->row);
            row.missing();
        } else {
            const auto kind = static_cast<CopyKind>(rows.copies.kind[each->row]);
            row.text(kind == CopyKind::Memset ? "memset" : "memcpy").text(kindWord(kind));
            addPlace(row, rows.copies, each->row);
            row.number(rows.copies.bytes[each->row]);
        }
        if (!sink(row.line()))
            return false;
    }
    return true;
}

} // namespace

Result<void> writeTraceCsv(const ComparisonData& data, const std::vector<TraceIndex>& traces,
    const TraceRowsOf& rowsOf, const TextSink& sink)
{
    bool written = sink(traceHeading);
    for (const auto index : traces) {
        const auto rows = rowsOf(index);
        if (!rows)
            return tl::unexpected(rows.error());
        written = written && writeRows(*rows, prefixOf(data, index), sink);
    }
    if (!written)
        return failure(ErrorKind::Unavailable, "the rows could not be written");
    return {};
}

} // namespace profiler
