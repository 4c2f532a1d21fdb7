// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/model/plan.h"
#include "profiler/report/json/json_values.h"
#include "profiler/report/serving/serving_documents.h"
#include "profiler/report/serving/serving_sentences.h"

namespace profiler {
namespace {

std::string verdictKey(ServingVerdict verdict)
{
    return textOf(verdict,
        {{ServingVerdict::Baseline, "baseline"}, {ServingVerdict::MoreLoad, "more_load"},
            {ServingVerdict::LessLoad, "less_load"},
            {ServingVerdict::NoDifference, "no_difference"},
            {ServingVerdict::Undecided, "undecided"},
            {ServingVerdict::NothingServed, "nothing_served"}});
}

std::string causeKey(SlowRequestCause cause)
{
    return textOf(cause,
        {{SlowRequestCause::Queue, "queue"}, {SlowRequestCause::BehindLongCall, "behind_long_call"},
            {SlowRequestCause::Compiled, "compiled"}, {SlowRequestCause::Collected, "collected"},
            {SlowRequestCause::LongCall, "long_call"},
            {SlowRequestCause::NeverReturned, "never_returned"},
            {SlowRequestCause::NeverStarted, "never_started"}});
}

Json intervalOver(const LoadInterval& interval)
{
    auto json = intervalJson(interval.value);
    json["processes"] = interval.repetitions;
    return json;
}

void putInterval(Json& object, const std::string& key, const std::optional<LoadInterval>& interval,
    const std::string& reason)
{
    if (interval)
        object[key] = intervalOver(*interval);
    else
        putMissing(object, key, reason);
}

void putNs(Json& object, const std::string& key, const std::optional<double>& ns)
{
    if (ns)
        object[key] = wholeNs(*ns);
    else
        putMissing(object, key, "no request was answered");
}

Json latenciesJson(const OfferedRate& rate)
{
    Json latencies = Json::object();
    for (std::size_t i = 0; i < percentiles.size(); ++i) {
        const auto& percentile = rate.latencies[i];
        const std::string key(percentiles[i].key);
        if (percentile.ns)
            latencies[key] = {{"estimate", wholeNs(percentile.ns->value.estimate)},
                {"low", wholeNs(percentile.ns->value.low)},
                {"high", wholeNs(percentile.ns->value.high)},
                {"processes", percentile.ns->repetitions}};
        else if (percentile.unanswered)
            putMissing(latencies, key, whyNoPercentile(percentile));
        else
            latencies[key] = {{"needs", percentile.needs}, {"has", percentile.has}};
    }
    return latencies;
}

Json slowJson(const SlowRequest& slow)
{
    Json json {{"process", slow.repetition + 1}, {"planned_ns", slow.plannedNs},
        {"cause", causeKey(slow.cause)}};
    put(json, "wait_ns", slow.waitNs, "it never started");
    put(json, "service_ns", slow.serviceNs, "it never returned");
    put(json, "latency_ns", slow.latencyNs(), "it was never answered");
    put(json, "behind_call_ns", slow.longCallNs, "it waited for no long call");
    return json;
}

Json rateJson(const OfferedRate& rate)
{
    Json json {{"rate", rate.rate}, {"processes", rate.repetitions}, {"requests", rate.requests},
        {"unanswered", rate.unanswered}, {"offered", rate.offered}, {"achieved", rate.achieved},
        {"sustained", rate.sustained}, {"latency_ns", latenciesJson(rate)}};
    putNs(json, "wait_ns", rate.waitNs);
    putNs(json, "service_ns", rate.serviceNs);
    put(json, "queue_share", rate.queueShare(), "no request was answered");
    put(json, "busy_ratio", rate.busyRatio, "no request was answered");
    put(json, "meets_limit", rate.meetsLimit, "its p99 is not known");
    json["compiled"] = rate.compiled;
    json["disturbed"] = rate.disturbed;
    json["slowest"] = Json::array();
    for (const auto& slow : rate.slowest)
        json["slowest"].push_back(slowJson(slow));
    return json;
}

Json highestJson(const HighestRate& highest)
{
    using Kind = HighestRate::Kind;
    switch (highest.kind) {
    case Kind::Found:
        return intervalOver(*highest.rate);
    case Kind::AtLeast:
        return {{"at_least", highest.bound}};
    case Kind::None:
        return {{"below", highest.bound}};
    case Kind::Unknown:
        break;
    }
    return nullptr;
}

Json variantJson(const ServedCase& served, const ServedVariant& variant)
{
    Json json {{"name", variant.name}, {"verdict", verdictKey(variant.verdict)}};
    putInterval(json, "capacity", variant.capacity, "nothing was served");
    put(json, "highest_sustained", variant.highestSustained, "it kept up with no offered rate");
    json["highest_within_limit"] = highestJson(variant.withinLimit);
    if (variant.withinLimit.kind == HighestRate::Kind::Unknown)
        json["highest_within_limit_reason"] = "no rate has a p99";
    putInterval(json, "ratio", variant.ratio,
        variant.variant == 0 ? "the baseline" : "nothing to compare was served");
    json["ratio_of"] = variant.ratioIsOfCapacity ? "capacity" : "highest_within_limit";
    const auto ready = [&](const char* key, const std::optional<double>& ns) {
        put(json, key, ns ? std::optional(wholeNs(*ns)) : std::nullopt,
            "no cold process of it finished");
    };
    ready("ready_cold_ns", variant.readyColdNs);
    ready("ready_kept_ns", variant.readyKeptNs);
    json["sentence"] = servingSentence(served, variant.variant);
    json["ready_sentence"] = readySentence(served, variant.variant);
    json["rates"] = Json::array();
    for (const auto& rate : variant.rates)
        json["rates"].push_back(rateJson(rate));
    return json;
}

std::string sourceKey(LimitSource source)
{
    return textOf(source,
        {{LimitSource::Given, "given"}, {LimitSource::Goal, "goal"},
            {LimitSource::Usual, "usual"}});
}

} // namespace

std::string servingJson(const Plan& plan, const Serving& serving)
{
    Json document {{"schema", 1}, {"arrivals", keyOf(serving.arrivals)},
        {"concurrency", serving.concurrency}, {"duration_ns", serving.duration.count()},
        {"processes", serving.repetitions}};
    document["cases"] = Json::array();
    for (const auto& served : serving.cases) {
        Json json {{"name", caseName(plan, served.caseIndex)}};
        if (served.limit)
            json["limit"] = {
                {"p99_ns", wholeNs(served.limit->ns)}, {"source", sourceKey(served.limit->source)}};
        else
            putMissing(json, "limit", "none was given and nothing was served");
        json["sentence"] = servingConclusion(serving, served);
        json["doubts"] = servingDoubts(serving, served);
        json["variants"] = Json::array();
        for (const auto& variant : served.variants)
            json["variants"].push_back(variantJson(served, variant));
        document["cases"].push_back(std::move(json));
    }
    if (serving.isEmpty())
        document["sentence"] = std::string(howToRecordLoad) + ".";
    return written(document);
}

} // namespace profiler
