// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ranks/device_shares.h"
#include "profiler/evidence/ranks/ranks.h"
#include "profiler/evidence/trace/collective_kind.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "profiler/model/variant.h"
#include "profiler/report/json/show_rows.h"
#include "profiler/report/ranks/rank_sentences.h"

#include <algorithm>

namespace profiler {
namespace {

constexpr auto onHost = "it ran on a thread of the host, and whether the caller waited is not told";
constexpr auto notMarked = "the trace has no ProfilerStep";

Json collectivesJson(const CommunicationTimes& times)
{
    Json rows = Json::array();
    for (const auto& [kind, time] : times) {
        Json row {{"kind", keyOf(kind)}, {"name", collectiveName(kind)}, {"count", time.count},
            {"total_ns", time.sumNs}};
        put(row, "exposed_ns", time.exposedNs, onHost);
        rows.push_back(std::move(row));
    }
    return rows;
}

Json deviceJson(const DeviceShare& share, std::size_t calls, const std::string& unit)
{
    Json row {{"device", share.device}, {"kernels", share.kernels}, {"copies", share.copies},
        {"calls_ns", share.callsNs}, {"busy_ns", share.busyNs}, {"busy_ratio", share.busyRatio()},
        {"communication_ns", share.communicationNs}, {"exposed_ns", share.exposedNs},
        {"collectives", collectivesJson(share.collectives)}};
    const auto sentence = communicationSentence(share, calls, unit);
    row["sentence"] = sentence.empty() ? Json() : Json(sentence);
    return row;
}

std::string unitOf(const ComparisonData& data, std::size_t calls)
{
    if (data.plan.workload.spec != importedSpec)
        return "call";
    return calls > 1 ? "step" : "trace";
}

/// The collectives that no device ran.
CommunicationTimes onTheHost(const TraceRows& rows)
{
    auto collectives = collectivesOf(rows);
    std::erase_if(collectives, [](const Collective& each) { return each.device.has_value(); });
    return timesByKind(collectives);
}

void putDevices(
    Json& row, const TraceSummary& trace, const Result<TraceRows>& rows, const std::string& unit)
{
    row["devices"] = Json::array();
    row["host_collectives"] = Json::array();
    if (!rows) {
        row["devices_reason"] = rows.error().message;
        return;
    }
    for (const auto& share : deviceShares(trace.calls, *rows))
        row["devices"].push_back(deviceJson(share, trace.calls.size(), unit));
    row["host_collectives"] = collectivesJson(onTheHost(*rows));
    if (row["devices"].empty())
        row["devices_reason"]
            = trace.deviceReason.empty() ? "nothing ran on a device" : trace.deviceReason;
}

Json processRow(const ComparisonData& data, const ProcessRecord& process, const TraceSummary& trace,
    const Result<TraceRows>& rows)
{
    Json row = Json::object();
    putVariant(row, data.plan, process.start.variant);
    putCase(row, data.plan, trace.start.caseIndex);
    put(row, "rank", rankOf(process), "the process told none");
    row["calls"] = trace.calls.size();
    putDevices(row, trace, rows, unitOf(data, trace.calls.size()));
    return row;
}

Json clockJson(const RankClock& clock)
{
    const bool laid = clock.by == ClockAlignment::Collectives;
    Json row {{"rank", clock.rank}, {"aligned_by", laid ? "collectives" : "wall_clock"},
        {"offset_ns", clock.offsetNs}, {"matched", clock.matched}};
    put(row, "spread_ns", clock.spreadNs,
        laid ? "the other ranks are laid over this one" : "no collective is matched");
    return row;
}

Json countsByRank(const std::map<int, std::int64_t>& counts)
{
    Json object = Json::object();
    for (const auto& [rank, count] : counts)
        object[std::to_string(rank)] = count;
    return object;
}

Json timesByRank(const std::map<int, double>& times)
{
    Json object = Json::object();
    for (const auto& [rank, ns] : times)
        object[std::to_string(rank)] = wholeNs(ns);
    return object;
}

Json kindJson(CollectiveKind kind, const KindSkew& skew)
{
    return {{"kind", keyOf(kind)}, {"name", collectiveName(kind)}, {"count", skew.count},
        {"mean_skew_ns", wholeNs(skew.meanSkewNs)}, {"longest_skew_ns", skew.longestSkewNs},
        {"last_by_rank", countsByRank(skew.lastByRank)}};
}

void putSkew(Json& row, const RankSkew& skew, const std::string& unit)
{
    row["clocks"] = Json::array();
    for (const auto& clock : skew.clocks)
        row["clocks"].push_back(clockJson(clock));
    row["matched"] = skew.matched.size();
    row["collectives"] = Json::array();
    for (const auto& [kind, each] : skew.byKind)
        row["collectives"].push_back(kindJson(kind, each));
    row["unmatched"] = Json::object();
    for (const auto& [kind, number] : skew.unmatched)
        row["unmatched"][keyOf(kind)] = number;
    row["last_by_rank"] = countsByRank(skew.lastByRank);
    row["wait_ns"] = timesByRank(skew.waitNs);
    put(row, "slowest_rank", skew.slowest(), "no collective is matched");
    put(row, "steps", skew.steps > 0 ? std::optional(skew.steps) : std::nullopt, notMarked);
    putNumber(row, "wait_per_step_ns",
        skew.matched.empty() ? std::nullopt : std::optional(skew.waitPerStepNs()),
        "no collective is matched");
    row["sentence"] = skewSentence(skew, unit);
    row["clocks_sentence"] = clocksSentence(skew);
    const auto unmatched = unmatchedSentence(skew);
    row["unmatched_sentence"] = unmatched.empty() ? Json() : Json(unmatched);
}

void putRanks(Json& rows, const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    for (int variant = 0; variant < static_cast<int>(data.plan.variants.size()); ++variant)
        for (int index = 0; index < static_cast<int>(data.plan.cases.size()); ++index) {
            const auto ranks = ranksOf(data, variant, index);
            if (ranks.empty())
                continue;
            Json row = Json::object();
            putVariant(row, data.plan, variant);
            putCase(row, data.plan, index);
            put(row, "world_size", worldSizeOf(data, variant), "the traces do not tell it");
            const auto skew = readRankSkew(ranks, rowsOf);
            if (skew)
                putSkew(row, *skew, unitOf(data, static_cast<std::size_t>(skew->steps)));
            else
                putMissing(row, "clocks", skew.error().message);
            rows.push_back(std::move(row));
        }
}

} // namespace

void putCommunication(Json& document, const ComparisonData& data, const TraceRowsOf& rowsOf)
{
    document["communication"] = Json::array();
    for (std::size_t process = 0; process < data.processes.size(); ++process) {
        const auto& record = data.processes[process];
        for (std::size_t i = 0; i < record.traces.size(); ++i) {
            if (record.traces[i].start.pass != TracePass::Operators)
                continue;
            const TraceIndex index {
                .process = {static_cast<int>(process)}, .value = static_cast<int>(i)};
            const auto rows = rowsOf ? rowsOf(index)
                                     : Result<TraceRows>(failure(ErrorKind::NotFound,
                                         "the rows of the trace are not at hand"));
            document["communication"].push_back(processRow(data, record, record.traces[i], rows));
        }
    }
    document["ranks"] = Json::array();
    putRanks(document["ranks"], data, rowsOf);
}

} // namespace profiler
