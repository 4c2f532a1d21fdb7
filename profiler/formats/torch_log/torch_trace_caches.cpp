// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/torch_log/torch_trace_caches.h"

#include "profiler/formats/json/json_fields.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/text/utf8_symbol.h"

#include <cmath>
#include <utility>

namespace profiler {

namespace {

constexpr std::size_t longestReason = 200; // characters

std::string shortTextOf(std::string_view value)
{
    const auto text = json_text::textOf(value).value_or("");
    return std::string(firstSymbols(text, longestReason));
}

std::vector<CacheKeyPart> partsIn(std::string_view array)
{
    std::vector<CacheKeyPart> parts;
    const auto elements = json_text::elementsOf(array);
    if (!elements)
        return parts;
    for (const auto element : *elements) {
        if (parts.size() >= mostCacheKeyParts)
            break;
        if (const auto text = json_text::textOf(element))
            if (auto part = keyPartIn(*text))
                parts.push_back(std::move(*part));
    }
    return parts;
}

std::optional<nanoseconds> milliseconds(std::string_view value)
{
    constexpr double nsPerMs = 1e6;
    constexpr double longest = 1e9;
    const auto ms = json_text::numberOf(value);
    if (!ms || *ms < 0 || *ms > longest)
        return std::nullopt;
    return nanoseconds(std::llround(*ms * nsPerMs));
}

} // namespace

std::optional<CacheArtifact> cacheArtifactNamed(std::string_view name)
{
    constexpr std::string_view graph = "fx_graph_cache_";
    constexpr std::string_view autograd = "aotautograd_cache_";
    const bool ofGraph = name.starts_with(graph);
    if (!ofGraph && !name.starts_with(autograd))
        return std::nullopt;
    const auto outcome
        = fromKey<CacheOutcome>(name.substr(ofGraph ? graph.size() : autograd.size()));
    if (!outcome)
        return std::nullopt;
    return CacheArtifact {
        .cache = ofGraph ? TorchCache::FxGraph : TorchCache::AotAutograd, .outcome = *outcome};
}

CacheLookup cacheLookupIn(const CacheArtifact& artifact, std::string_view payload)
{
    CacheLookup lookup {.cache = artifact.cache, .outcome = artifact.outcome};
    const auto members = json_text::membersOf(payload);
    if (!members)
        return lookup;
    lookup.key = shortTextOf(json_text::valueOf(*members, "key")).substr(0, keptHash);
    lookup.reason = shortTextOf(json_text::valueOf(*members, "cache_bypass_reason"));
    lookup.parts = partsIn(json_text::valueOf(*members, "components"));
    return lookup;
}

std::optional<AutotuneRun> autotuneIn(std::string_view eventPayload)
{
    constexpr std::string_view field = "autotune_choices_stats";
    constexpr std::string_view ending = "_template_autotuning";
    if (eventPayload.find(field) == std::string_view::npos)
        return std::nullopt;
    const auto event = json_text::membersOf(eventPayload);
    const auto arguments
        = event ? json_text::membersOf(json_text::valueOf(*event, "args")) : std::nullopt;
    const auto text
        = arguments ? json_text::textOf(json_text::valueOf(*arguments, field)) : std::nullopt;
    const auto stats = text ? json_text::membersOf(*text) : std::nullopt;
    if (!stats)
        return std::nullopt;
    const auto get = [&](std::string_view key) { return json_text::valueOf(*stats, key); };
    AutotuneRun run {.work = shortTextOf(json_text::valueOf(*event, "name")),
        .tried = json_text::integerOf(get("num_choices")).value_or(0)};
    if (run.work.ends_with(ending))
        run.work.resize(run.work.size() - ending.size());
    for (const auto* which : {"best", "best_triton"}) {
        auto name = shortTextOf(get(std::string(which) + "_kernel"));
        if (!name.empty())
            run.choices.push_back(
                {.name = std::move(name), .time = milliseconds(get(std::string(which) + "_time"))});
    }
    return run;
}

} // namespace profiler
