// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/number_text.h"
#include "profiler/report/check/check_documents.h"
#include "profiler/report/check/check_sentences.h"
#include "profiler/report/json/json_values.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

/// Static Analysis Results Interchange Format 2.1.0, which GitHub and others show at the line.
namespace profiler {
namespace {

constexpr auto breakRule = "graph-break";
constexpr auto recompileRule = "recompile";

Json ruleJson(const char* id, const char* name, const char* what)
{
    return {{"id", id}, {"name", name}, {"shortDescription", {{"text", what}}}};
}

/// A path as a relative reference: RFC 3986, with slashes kept.
std::string uriOf(const std::string& path)
{
    constexpr std::string_view plain = "-._~/";
    std::string uri;
    for (const char each : path) {
        const bool kept = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z')
            || (each >= '0' && each <= '9') || plain.find(each) != std::string_view::npos;
        uri += kept
            ? std::string(1, each)
            : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(each)));
    }
    return uri;
}

/// As seen from the top of the repository.
std::string pathOf(const std::string& folder, const std::string& file)
{
    return std::filesystem::path(folder + file).lexically_normal().generic_string();
}

/// One place of the code, however many variants and cases come to it.
struct Found {
    GatePlace place;
    std::vector<std::string> where;
};

using Key = std::tuple<std::string, std::string, int, std::string, std::string>;

std::string ruleOf(GateSubject subject)
{
    return subject == GateSubject::Recompiles ? recompileRule : breakRule;
}

std::map<Key, Found> foundPlaces(const GateResult& result)
{
    std::map<Key, Found> found;
    for (const auto& check : result.checks)
        for (const auto& place : check.places) {
            if (place.state == GatePlaceState::Gone || place.file.empty())
                continue;
            auto& entry
                = found[{ruleOf(check.subject), place.file, place.line, place.id, place.text}];
            if (entry.where.empty() || place.state == GatePlaceState::New)
                entry.place = place;
            entry.where.push_back(whereText(check));
        }
    return found;
}

Json resultJson(const std::string& rule, const Found& found, const std::string& folder)
{
    const auto& place = found.place;
    const bool isNew = place.state == GatePlaceState::New;
    auto message = capitalized(placeSentence(
        rule == recompileRule ? GateSubject::Recompiles : GateSubject::Breaks, place));
    std::string where;
    for (const auto& each : found.where)
        where += (where.empty() ? " (" : ", ") + each;
    Json region {{"startLine", std::max(place.line, 1)}};
    if (!place.source.empty())
        region["snippet"] = {{"text", place.source}};
    return {{"ruleId", rule}, {"level", isNew ? "error" : "note"},
        {"message", {{"text", message + where + ")"}}},
        {"locations",
            Json::array({{{"physicalLocation",
                {{"artifactLocation", {{"uri", uriOf(pathOf(folder, place.file))}}},
                    {"region", std::move(region)}}}}})},
        {"partialFingerprints",
            {{"fusescopePlace/v1",
                fmt::format("{}|{}|{}|{}", place.file, place.function, place.id,
                    place.source.empty() ? place.text : place.source)}}},
        {"baselineState", isNew ? "new" : "unchanged"}};
}

} // namespace

std::string checkSarif(const GateResult& result, const std::string& toolVersion)
{
    Json results = Json::array();
    for (const auto& [key, found] : foundPlaces(result))
        results.push_back(resultJson(std::get<0>(key), found, result.folder));
    const Json driver {{"name", "Fusescope"}, {"version", toolVersion},
        {"rules",
            Json::array({ruleJson(breakRule, "GraphBreak",
                             "torch.compile leaves the graph here and goes on in Python."),
                ruleJson(recompileRule, "Recompile",
                    "torch.compile compiles this function again because a guard failed.")})}};
    const Json document {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
        {"version", "2.1.0"},
        {"runs", Json::array({{{"tool", {{"driver", driver}}}, {"results", std::move(results)}}})}};
    return written(document);
}

} // namespace profiler
