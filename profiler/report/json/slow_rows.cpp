// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/latency/slow_calls.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/slow_text.h"
#include "profiler/report/json/show_rows.h"

#include <optional>
#include <utility>
#include <vector>

namespace profiler {
namespace {

void putCompiled(Json& row, const CompiledInCall& compiled)
{
    constexpr auto untold = "torch did not tell";
    const auto text = [&](const char* key, const std::string& value) {
        put(row, key, value.empty() ? std::nullopt : std::optional(value), untold);
    };
    row["compiles"] = compiled.compiles;
    text("compile_id", compiled.compileId);
    text("function", compiled.function);
    text("file", compiled.file);
    put(row, "line", compiled.line > 0 ? std::optional(compiled.line) : std::nullopt, untold);
    text("guard", compiled.guard);
    text("old", compiled.failed.expected);
    text("new", compiled.failed.actual);
    put(row, "cache_entries", compiled.entries, untold);
    put(row, "recompile_limit", compiled.limit, untold);
}

void putLowered(Json& row, const LoweredInBlock& lowered)
{
    row["clock_event_reasons"] = lowered.reasons;
    put(row, "sm_clock_mhz", lowered.mhz, "not read");
    put(row, "usual_sm_clock_mhz", lowered.usualMhz, "no block ran at an unlowered clock");
}

void putDisturbed(Json& row, const Disturbed& disturbed)
{
    constexpr auto unread = "not measurable here";
    put(row, "involuntary_switches", disturbed.switches, unread);
    put(row, "cpu_pressure_ratio", disturbed.pressureRatio, unread);
    put(row, "steal_ratio", disturbed.stealRatio, unread);
}

void putEvidence(Json& row, const SlowEvidence& evidence)
{
    if (const auto* compiled = std::get_if<CompiledInCall>(&evidence))
        putCompiled(row, *compiled);
    else if (const auto* recorded = std::get_if<RecordedInCall>(&evidence))
        row["again"] = recorded->again;
    else if (const auto* collected = std::get_if<CollectedInCall>(&evidence))
        row.update(Json {{"generation", collected->generation}, {"runs", collected->runs}});
    else if (const auto* lowered = std::get_if<LoweredInBlock>(&evidence))
        putLowered(row, *lowered);
    else if (const auto* shared = std::get_if<SharedInBlock>(&evidence))
        row["other_processes"] = shared->processes;
    else if (const auto* disturbed = std::get_if<Disturbed>(&evidence))
        putDisturbed(row, *disturbed);
}

void putNs(Json& row, const char* key, std::optional<double> ns, const char* reason)
{
    if (ns)
        row[key] = wholeNs(*ns);
    else
        putMissing(row, key, reason);
}

Json rowOf(const Plan& plan, const SlowCall& call)
{
    Json row = Json::object();
    putVariant(row, plan, call.variant);
    putCase(row, plan, call.caseIndex);
    row["again_lane"] = call.again;
    row["kind"] = keyOf(call.kind);
    row["repetition"] = call.repetition;
    row["timed"] = call.isTimed();
    put(row, "round", call.isTimed() ? std::optional(call.round) : std::nullopt,
        "a call of the warm-up");
    put(row, "call", call.discarded ? std::nullopt : std::optional(call.call),
        "in the calls that are discarded before the block");
    row["number"] = call.number;
    row["ns"] = wholeNs(call.ns);
    putNs(row, "over_median_ns", call.medianNs ? std::optional(call.overMedianNs()) : std::nullopt,
        "no usual calls to hold it against");
    row["cause"] = keyOf(call.cause);
    putNs(row, "explained_ns", call.explainedNs,
        call.cause == SlowCause::Unexplained ? "no cause is known"
                                             : "nothing tells how much the cause took");
    row["left_out"] = call.leftOut;
    row["place"] = slowCallPlace(call);
    row["detail"] = slowCallCause(call);
    row["sentence"] = slowCallSentence(call);
    row["advice"] = slowCallAdvice(call);
    const auto code = slowCallCode(call);
    put(row, "remedy", code.empty() ? std::nullopt : std::optional(code), "no code mends it");
    row["evidence"] = Json::object();
    putEvidence(row["evidence"], call.evidence);
    return row;
}

Json sumsOf(const SlowCallList& list)
{
    Json causes = Json::array();
    for (const auto& [cause, key] : enumKeys<SlowCause>()) {
        const auto& sum = list.of(cause);
        if (sum.calls == 0)
            continue;
        Json row {{"cause", key}, {"calls", sum.calls}, {"timed", sum.timed},
            {"over_median_ns", wholeNs(sum.overNs)}, {"explained_ns", wholeNs(sum.explainedNs)}};
        putNumber(row, "share_ratio",
            list.overNs > 0 ? std::optional(sum.overNs / list.overNs) : std::nullopt,
            "no time above a median is known");
        putNumber(row, "explained_ratio",
            list.overNs > 0 ? std::optional(sum.explainedNs / list.overNs) : std::nullopt,
            "no time above a median is known");
        causes.push_back(std::move(row));
    }
    return causes;
}

} // namespace

void putSlowCalls(Json& document, const ComparisonData& data)
{
    const JudgeInput input(data);
    std::vector<SlowCallList> lists;
    for (int caseIndex = 0; caseIndex < caseCount(data); ++caseIndex)
        for (std::size_t variant = 0; variant < data.plan.variants.size(); ++variant)
            lists.push_back(slowCalls(input, static_cast<int>(variant), caseIndex));
    const auto all = joined(std::move(lists));
    document["slow"] = Json::array();
    for (const auto& call : all.calls)
        document["slow"].push_back(rowOf(data.plan, call));
    document["causes"] = sumsOf(all);
    document["over_median_ns"] = wholeNs(all.overNs);
    document["sentence"] = slowCallsSentence(all);
}

} // namespace profiler
