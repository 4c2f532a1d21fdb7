// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/check/check_documents.h"
#include "profiler/report/check/check_sentences.h"
#include "profiler/report/json/json_values.h"

#include <utility>

namespace profiler {
namespace {

std::string referenceKey(GateReference reference)
{
    return textOf(reference,
        {{GateReference::Nothing, "nothing"}, {GateReference::Lock, "lock"},
            {GateReference::Recording, "recording"}, {GateReference::Revision, "revision"},
            {GateReference::Environment, "environment"}});
}

/// Counts, nanoseconds and bytes are whole.
Json valueJson(GateSubject subject, double value)
{
    if (subject == GateSubject::Numerics)
        return keyOf(static_cast<NumericsStatus>(static_cast<int>(value)));
    return wholeNs(value);
}

Json placeJson(const GatePlace& place)
{
    Json json {{"state", stateWord(place.state)}};
    json["file"] = place.file.empty() ? Json() : Json(place.file);
    json["line"] = place.line > 0 ? Json(place.line) : Json();
    json["function"] = place.function;
    json["id"] = place.id.empty() ? Json() : Json(place.id);
    json["text"] = place.text;
    json["source"] = place.source.empty() ? Json() : Json(place.source);
    return json;
}

Json checkJsonOf(const GateCheck& check)
{
    const auto value = [&](double each) { return valueJson(check.subject, each); };
    Json json {{"check", subjectKey(check.subject)}, {"variant", check.variant},
        {"case", check.caseName}, {"outcome", gateWord(check.outcome)}};
    if (check.subject != GateSubject::Outcome) {
        putMeasured(json, "before", check.before, value);
        putMeasured(json, "after", check.after, value);
    }
    if (check.ratio)
        json["ratio"] = intervalJson(*check.ratio);
    json["reason"] = check.reason.empty() ? Json() : Json(reasonText(check.reason));
    if (check.subject == GateSubject::Breaks || check.subject == GateSubject::Recompiles) {
        json["places"] = Json::array();
        for (const auto& place : check.places)
            json["places"].push_back(placeJson(place));
    }
    return json;
}

} // namespace

std::string checkJson(const GateResult& result)
{
    const auto outcome
        = result.outcome() == GateOutcome::Better ? GateOutcome::Holds : result.outcome();
    Json document {{"schema", 1}, {"plan", result.plan}, {"outcome", gateWord(outcome)},
        {"sentence", gateSentence(result)},
        {"reference",
            {{"kind", referenceKey(result.reference)},
                {"name", result.referenceName.empty() ? Json() : Json(result.referenceName)}}},
        {"max_regression", result.maxRegression}, {"checks", Json::array()},
        {"notes", Json::array()}};
    for (const auto& check : result.checks)
        document["checks"].push_back(checkJsonOf(check));
    for (const auto& note : result.notes)
        document["notes"].push_back(noteSentence(note));
    return written(document);
}

} // namespace profiler
