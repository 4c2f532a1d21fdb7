// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "profiler/report/csv/csv_row.h"
#include "profiler/report/documents.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/enum_text.h"

#include <cmath>
#include <fmt/format.h>

namespace profiler {
namespace {

std::string compareHeading()
{
    std::string resultsHeading
        = "case,inputs,variant,verdict,verdict_reason,speedup,speedup_low,speedup_high,repetitions,"
          "rounds,clock,calls,mean_ns,sd_ns,min_ns,max_ns,percentile_type,";
    for (const auto& each : percentiles)
        resultsHeading += std::string(each.key) + "_ns,";
    return resultsHeading
        + "throughput_per_s,throughput_unit,compile_cold_ns,compile_warm_ns,start_up_cold_ns,"
          "start_up_warm_ns,break_even_cold_calls,break_even_warm_calls,peak_memory_host_bytes,"
          "peak_memory_device_bytes,graph_breaks,recompiles,numerics,compile_total_cold_ns,"
          "compile_total_warm_ns";
}

constexpr auto percentileType = "7"; // linear between order statistics, as numpy and torch do

void addSpeedUp(CsvRow& row, const VariantResult& variant)
{
    if (!showsRatio(variant)) {
        for (int i = 0; i < 6; ++i)
            row.missing();
        return;
    }
    const auto& speedUp = *variant.speedUp;
    row.ratio(speedUp.ratio.estimate).ratio(speedUp.ratio.low).ratio(speedUp.ratio.high);
    row.number(speedUp.repetitions).number(speedUp.rounds).text(keyOf(speedUp.clock));
}

void addPercentile(CsvRow& row, const Percentile& percentile)
{
    if (percentile.ns)
        row.wholeNs(*percentile.ns);
    else
        row.missing();
}

void addLatency(CsvRow& row, const Measured<LatencySummary>& latency)
{
    if (!latency) {
        for (std::size_t i = 0; i < 6 + percentiles.size(); ++i)
            row.missing();
        return;
    }
    row.number(latency->calls).wholeNs(latency->meanNs).wholeNs(latency->sdNs);
    row.wholeNs(latency->minNs).wholeNs(latency->maxNs).text(percentileType);
    for (const auto& percentile : latency->percentiles)
        addPercentile(row, percentile);
}

void addCost(CsvRow& row, const Measured<CompileCost>& cost)
{
    if (cost)
        row.wholeNs(cost->medianNs);
    else
        row.missing();
}

template <typename T>
void addWhole(CsvRow& row, const Measured<T>& value)
{
    if (value)
        row.number(*value);
    else
        row.missing();
}

void addPaybackCells(CsvRow& row, const Measured<Payback>& even)
{
    if (even)
        row.number(even->calls);
    else
        row.missing();
}

std::string variantLine(
    const CaseResult& caseResult, const VariantResult& variant, const std::string& source)
{
    CsvRow row;
    row.text(caseResult.name).text(caseResult.inputs).text(variant.name);
    row.text(keyOf(variant.verdict)).text(reasonText(variant.verdictReason));
    addSpeedUp(row, variant);
    addLatency(row, variant.latency);
    if (variant.throughput)
        row.ratio(variant.throughput->perSecond).text(variant.throughput->unit);
    else
        row.missing().missing();
    for (const auto* cost :
        {&variant.compileCold, &variant.compileWarm, &variant.startUpCold, &variant.startUpWarm})
        addCost(row, *cost);
    addPaybackCells(row, variant.paybackCold);
    addPaybackCells(row, variant.paybackWarm);
    addWhole(row, variant.peakMemory.host);
    addWhole(row, variant.peakMemory.device);
    addWhole(row, variant.graphBreaks);
    addWhole(row, variant.recompiles);
    row.text(keyOf(variant.numerics.status));
    addCost(row, totalCost(variant.compileCold, variant.startUpCold));
    addCost(row, totalCost(variant.compileWarm, variant.startUpWarm));
    if (!source.empty())
        row.text(source);
    return row.line();
}

void addCallLines(
    std::string& csv, const Plan& plan, const ProcessRecord& process, const CallBlock& block)
{
    const auto& start = process.start;
    const auto variant = static_cast<std::size_t>(start.variant);
    CsvRow prefix;
    prefix.text(variant < plan.variants.size() ? plan.variants[variant].name : "");
    prefix.text(start.again ? "yes" : "no").text(caseName(plan, block.caseIndex));
    prefix.text(keyOf(start.kind)).number(start.repetition);
    prefix.text(keyOf(block.clock)).text(block.kind == BlockKind::Timed ? "timed" : "warm_up");
    for (std::size_t i = 0; i < block.wallNs.size(); ++i) {
        auto row = prefix;
        if (block.round < 0)
            row.missing();
        else
            row.number(block.round);
        row.number(block.order).text(block.repeated ? "yes" : "no");
        row.text(block.flags.empty() ? "yes" : "no").number(block.wallNs[i]);
        if (i < block.cpuNs.size())
            row.number(block.cpuNs[i]);
        else
            row.missing();
        if (i < block.switches.size())
            row.number(block.switches[i]);
        else
            row.missing();
        row.text(i < block.compiled.size() && block.compiled[i] != 0 ? "yes" : "no");
        csv += row.line();
    }
}

constexpr auto resultsHeading
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

std::string compareCsv(const ComparisonResult& result, const std::string& source)
{
    std::string csv = compareHeading();
    csv += source.empty() ? "\r\n" : ",source\r\n";
    for (const auto& caseResult : result.cases)
        for (const auto& variant : caseResult.variants)
            csv += variantLine(caseResult, variant, source);
    return csv;
}

std::string callsCsv(const ComparisonData& data)
{
    std::string csv = "variant,again,case,process,repetition,clock,kind,round,block,repeated,quiet,"
                      "wall_ns,cpu_ns,switches,compiled\r\n";
    for (const auto& process : data.processes)
        for (const auto& block : process.blocks)
            addCallLines(csv, data.plan, process, block);
    return csv;
}

std::string kernelsCsv(const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    std::string csv = resultsHeading;
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
