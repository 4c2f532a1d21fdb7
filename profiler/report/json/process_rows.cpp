// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/report/json/show_rows.h"

#include <utility>

namespace profiler {
namespace {

void putProcess(Json& row, const Plan& plan, const ProcessStart& start)
{
    putVariant(row, plan, start.variant);
    row["again"] = start.again;
    row["kind"] = keyOf(start.kind);
    row["repetition"] = start.repetition;
}

void addCalls(Json& calls, const CallBlock& block)
{
    for (std::size_t i = 0; i < block.wallNs.size(); ++i) {
        Json call {{"ns", block.wallNs[i]}, {"block", block.order}};
        if (block.round < 0)
            putMissing(call, "round", "warm-up");
        else
            call["round"] = block.round;
        call["compiled"] = i < block.compiled.size() && block.compiled[i] != 0;
        if (i < block.switches.size())
            call["switches"] = block.switches[i];
        else
            putMissing(call, "switches", "not measured");
        calls.push_back(std::move(call));
    }
}

Json numericsRow(const NumericsFact& recorded, const AllowedError& allowed)
{
    const auto fact = withoutMisleadingFigures(recorded);
    const char* const notComparable
        = fact.nanPositionsEqual ? "not comparable" : "NaN or infinity on one side only";
    constexpr auto noReference = "no fp64 reference";
    Json row {{"input_set", fact.inputSet}, {"role", keyOf(fact.role)}, {"path", fact.path},
        {"dtype", fact.dtype}, {"elements", fact.elements}, {"bit_equal", fact.bitEqual},
        {"mismatches", fact.mismatches}, {"nan_positions_equal", fact.nanPositionsEqual},
        {"random_operators", fact.randomOperators},
        {"status", keyOf(numericsStatus(fact, allowed))}};
    if (!fact.resultDtype.empty())
        row["result_dtype"] = fact.resultDtype;
    if (!fact.layoutMismatch.empty())
        row["layout_mismatch"] = fact.layoutMismatch;
    putNumber(row, "max_abs", fact.maxAbs, notComparable);
    putNumber(row, "max_rel", fact.maxRel, notComparable);
    put(row, "max_ulp", fact.maxUlp, notComparable);
    putNumber(row, "cosine", fact.cosine, notComparable);
    putNumber(row, "tolerance_used_ratio", toleranceUsed(fact, allowed), notComparable);
    putNumber(row, "rmse_reference", fact.rmseReference, noReference);
    putNumber(row, "rmse_result", fact.rmseResult, noReference);
    putNumber(row, "relative_error", relativeError(fact), noReference);
    putNumber(row, "allowed_error", allowed.relative, "the sides compute in one precision");
    putNumber(row, "argmax_agreement", fact.argmaxAgreement, "no such output");
    constexpr auto notCounted = "not counted in this recording";
    put(row, "nan_baseline", fact.nanReference, notCounted);
    put(row, "nan_result", fact.nanResult, notCounted);
    put(row, "infinite_baseline", fact.infiniteReference, notCounted);
    put(row, "infinite_result", fact.infiniteResult, notCounted);
    return row;
}

} // namespace

Json environmentRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (std::size_t i = 0; i < data.processes.size(); ++i) {
        const auto& process = data.processes[i];
        Json row {{"process", i}};
        putProcess(row, data.plan, process.start);
        row["fields"] = process.environment;
        rows.push_back(std::move(row));
    }
    return rows;
}

Json callRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (const auto& process : data.processes) {
        std::map<std::pair<int, Clock>, Json> series;
        for (const auto& block : process.blocks) {
            auto& calls = series[{block.caseIndex, block.clock}];
            if (calls.is_null())
                calls = Json::array();
            addCalls(calls, block);
        }
        for (auto& [key, calls] : series) {
            Json row = Json::object();
            putProcess(row, data.plan, process.start);
            putCase(row, data.plan, key.first);
            row["clock"] = keyOf(key.second);
            row["calls"] = std::move(calls);
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

Json numericsRows(const ComparisonData& data)
{
    Json rows = Json::array();
    for (const auto& process : data.processes)
        for (const auto& fact : process.numerics) {
            auto row = numericsRow(fact, allowedError(data.plan, process.start.variant));
            putVariant(row, data.plan, process.start.variant);
            putCase(row, data.plan, fact.caseIndex);
            rows.push_back(std::move(row));
        }
    return rows;
}

Json memoryRows(const ComparisonData& data)
{
    constexpr auto unknown = "not measurable here";
    Json rows = Json::array();
    for (const auto& process : data.processes)
        for (const auto& fact : process.memory) {
            Json row = Json::object();
            putProcess(row, data.plan, process.start);
            putCase(row, data.plan, fact.caseIndex);
            row["phase"] = keyOf(fact.phase);
            put(row, "host_peak_bytes", fact.hostPeakBytes, unknown);
            put(row, "children_peak_bytes", fact.childrenPeakBytes, unknown);
            put(row, "device_peak_bytes", fact.devicePeakBytes, unknown);
            put(row, "device_reserved_bytes", fact.deviceReservedBytes, unknown);
            put(row, "host_allocator_peak_bytes", fact.hostAllocatorPeakBytes, unknown);
            rows.push_back(std::move(row));
        }
    return rows;
}

} // namespace profiler
