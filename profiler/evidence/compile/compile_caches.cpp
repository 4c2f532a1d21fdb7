// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_caches.h"

#include "profiler/evidence/compile/compile_phases.h"
#include "profiler/model/compile_metrics.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <array>
#include <map>

namespace profiler {

namespace {

constexpr std::array caches {TorchCache::FxGraph, TorchCache::AotAutograd, TorchCache::Kernels,
    TorchCache::Autotune, TorchCache::ProfileGuided};

CacheAnswers& of(std::vector<CacheAnswers>& answers, TorchCache cache)
{
    return answers[static_cast<std::size_t>(cache)];
}

void count(CacheAnswers& answers, const CacheLookup& lookup)
{
    for (auto* known : {&answers.hits, &answers.misses, &answers.bypasses})
        *known = known->value_or(0);
    auto& counted = lookup.outcome == CacheOutcome::Hit ? answers.hits
        : lookup.outcome == CacheOutcome::Miss          ? answers.misses
                                                        : answers.bypasses;
    ++*counted;
    if (!lookup.reason.empty()
        && std::ranges::find(answers.reasons, lookup.reason) == answers.reasons.end())
        answers.reasons.push_back(lookup.reason);
}

/// A C++ kernel that had been compiled before is not compiled again; that is all torch tells.
void countKernels(CacheAnswers& answers, const ProcessRecord& process)
{
    const auto compiled = kernelCompiles(compileFlame(process.compileTraces)).size();
    if (compiled > 0)
        answers.misses = answers.misses.value_or(0) + static_cast<std::int64_t>(compiled);
}

/// A lookup with the trace that it is of, which holds what its key is told by.
struct Asked {
    const CompileTrace* trace = nullptr;
    const CacheLookup* lookup = nullptr;
};

std::vector<Asked> lookupsOf(const ProcessRecord& process)
{
    std::vector<Asked> asked;
    for (const auto& trace : process.compileTraces)
        for (const auto& lookup : trace.lookups)
            asked.push_back({&trace, &lookup});
    return asked;
}

/// "1/2" → "1": the function that was compiled again.
std::string_view frameOfCompile(std::string_view compileId)
{
    return compileId.substr(0, compileId.find('/'));
}

const Asked* sameCompile(const std::vector<Asked>& asked, const CacheLookup& lookup)
{
    const auto found = std::ranges::find_if(asked, [&lookup](const Asked& each) {
        return each.lookup->cache == lookup.cache && each.lookup->compileId == lookup.compileId;
    });
    return found == asked.end() ? nullptr : &*found;
}

/// Settings and code hash to something else for many reasons; what the model brings is looked at
/// first.
bool isOfModel(const KeyDifference& difference)
{
    return difference.name.starts_with("example_inputs") || difference.name == "gm";
}

std::vector<KeyDifference> differencesOf(const Asked& one, const Asked& than)
{
    const auto key = wholeKey(*one.trace, *one.lookup);
    const auto before = wholeKey(*than.trace, *than.lookup);
    std::vector<KeyDifference> differences;
    if (key.empty() || before.empty())
        return differences;
    std::map<std::string_view, const CacheKeyPart*> known;
    for (const auto& part : before)
        known.emplace(part.name, &part);
    for (const auto& part : differingParts(key, before)) {
        const auto found = known.find(part.name);
        const bool had = found != known.end();
        differences.push_back({.name = part.name,
            .before = had ? found->second->value : std::string(),
            .after = part.value,
            .added = !had,
            .removed = part.hash.empty()});
    }
    std::stable_partition(differences.begin(), differences.end(), isOfModel);
    return differences;
}

} // namespace

std::vector<CacheAnswers> cacheAnswers(const ProcessRecord& process)
{
    std::vector<CacheAnswers> answers;
    if (process.compileTraces.empty())
        return answers;
    for (const auto cache : caches)
        answers.push_back({.cache = cache});
    for (const auto& asked : lookupsOf(process))
        count(of(answers, asked.lookup->cache), *asked.lookup);
    countKernels(of(answers, TorchCache::Kernels), process);
    return answers;
}

std::vector<MissedKey> missedKeys(const ProcessRecord& process, const ProcessRecord* earlier)
{
    const auto own = lookupsOf(process);
    const auto before = earlier != nullptr ? lookupsOf(*earlier) : std::vector<Asked> {};
    std::map<std::pair<TorchCache, std::string_view>, const Asked*> last;
    std::vector<MissedKey> missed;
    for (const auto& asked : own) {
        const auto& lookup = *asked.lookup;
        auto& sameFrame = last[{lookup.cache, frameOfCompile(lookup.compileId)}];
        const auto* kept = sameCompile(before, lookup);
        const auto* than = kept != nullptr ? kept : sameFrame;
        if (lookup.outcome == CacheOutcome::Miss && than != nullptr)
            missed.push_back({.cache = lookup.cache,
                .compileId = lookup.compileId,
                .beforeId = than->lookup->compileId,
                .otherProcess = kept != nullptr,
                .differences = differencesOf(asked, *than)});
        sameFrame = &asked;
    }
    return missed;
}

std::vector<GraphGuards> graphGuards(const ProcessRecord& process)
{
    constexpr double nsPerUs = 1000;
    std::vector<GraphGuards> guards;
    for (const auto& fact : process.compiles) {
        if (fact.startUp || !fact.guards)
            continue;
        const auto us = metricNumber(fact.metricsJson, "guard_latency_us");
        guards.push_back({.compileId = fact.compileId,
            .function = fact.function,
            .guards = *fact.guards,
            .ns = us ? std::optional(*us * nsPerUs) : std::nullopt});
    }
    return guards;
}

} // namespace profiler
