// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/json/outlook_json.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/report/advice/next_recording.h"
#include "profiler/report/sentences/outlook_text.h"

namespace profiler {
namespace {

Json evidenceJson(const BoundEvidence& evidence)
{
    Json object {{"host_share", evidence.hostRatio}, {"library_share", evidence.libraryRatio},
        {"fusible_share", evidence.fusibleRatio}, {"data_share", evidence.dataRatio},
        {"other_share", evidence.otherRatio}};
    constexpr auto unknown = "sizes of operators or this machine's roofs are not known";
    putNumber(object, "library_peak_share", evidence.peakShare, unknown);
    putNumber(object, "fusible_bandwidth_share", evidence.bandwidthShare, unknown);
    return object;
}

Json ceilingJson(const CallOutlook& outlook)
{
    const auto& ceiling = outlook.ceiling;
    auto object = intervalJson(ceiling.ratio);
    object["median_ns"] = wholeNs(ceiling.medianNs);
    object["parts"] = Json::array();
    for (const auto& part : ceiling.parts)
        object["parts"].push_back({{"part", keyOf(part.part)}, {"now_ns", wholeNs(part.nowNs)},
            {"least_ns", wholeNs(part.leastNs)}, {"likely_ns", wholeNs(part.likelyNs)},
            {"most_ns", wholeNs(part.mostNs)}});
    object["sentence"] = ceilingSentence(outlook);
    if (!ceiling.withoutSizes.empty())
        object["without_sizes_reason"] = reasonText(ceiling.withoutSizes);
    return object;
}

Json breaksJson(const TrialBreaks& trial)
{
    Json breaks = Json::array();
    for (const auto& each : trial.breaks)
        breaks.push_back({{"id", each.id}, {"reason", each.reason}, {"file", each.file},
            {"line", each.line}, {"function", each.function}, {"records", each.records}});
    return breaks;
}

Json trialJson(const TrialBreaks& trial)
{
    Json object = Json::object();
    put(object, "graphs", trial.graphs, reasonText(trial.cutShort));
    object["graph_breaks"] = breaksJson(trial);
    return object;
}

Json tryJson(const ComparisonResult& result, const CaseResult& inCase, const CallOutlook& outlook)
{
    constexpr auto left = "it is to stay eager";
    Json object {{"kind", keyOf(outlook.tryFirst.kind)}, {"value", outlook.tryFirst.value},
        {"sentence", trySentence(outlook)}};
    const bool leave = outlook.tryFirst.kind == TryKind::LeaveEager;
    const auto text = [&](const char* key, const std::string& value, const char* why) {
        if (value.empty())
            putMissing(object, key, leave ? left : why);
        else
            object[key] = value;
    };
    text("code", tryCode(result.plan, outlook), left);
    text("command", tryCommand(result.plan, outlook), "options cannot say all of the plan");
    object["fix_first"] = inCase.trial ? breaksJson(*inCase.trial) : Json::array();
    return object;
}

} // namespace

void putOutlook(Json& object, const ComparisonResult& result, const CaseResult& inCase)
{
    if (!inCase.outlook) {
        for (const char* key : {"bound_by", "bound_by_evidence", "ceiling", "try_first"})
            putMissing(object, key, reasonText(inCase.outlook.error()));
    } else {
        object["bound_by"] = keyOf(inCase.outlook->boundBy);
        object["bound_by_evidence"] = evidenceJson(inCase.outlook->evidence);
        object["ceiling"] = ceilingJson(*inCase.outlook);
        object["try_first"] = tryJson(result, inCase, *inCase.outlook);
    }
    putMeasured(object, "trial", inCase.trial, trialJson);
}

} // namespace profiler
