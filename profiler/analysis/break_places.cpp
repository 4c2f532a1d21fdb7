// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/break_places.h"

#include "profiler/analysis/compile_evidence.h"
#include "profiler/analysis/lanes.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace profiler {

namespace {

/// As graphBreaks keys them: without a place the reason tells them apart.
auto keyOf(const GraphBreak& each)
{
    const bool placeless = each.file.empty() && each.id.empty();
    return std::tuple(each.file, each.line, placeless ? each.reason : each.id);
}

/// Places in the order in which they were found; a file may hold any number of them.
class Places {
public:
    void add(const GraphBreak& found, int variant)
    {
        const BreakInVariant here {
            .variant = variant, .records = found.records, .perCall = found.perCall};
        const auto [known, isNew] = m_index.try_emplace(keyOf(found), m_places.size());
        if (isNew)
            m_places.push_back({.shown = found, .variants = {here}});
        else
            m_places[known->second].variants.push_back(here);
    }

    [[nodiscard]] std::vector<BreakPlace> take() { return std::move(m_places); }

private:
    std::vector<BreakPlace> m_places;
    std::map<decltype(keyOf({})), std::size_t> m_index; ///< in m_places
};

/// The place whose record one of this graph's compiles logged.
std::optional<int> endOf(const ProcessRecord& process, const std::string& compileId,
    const std::vector<BreakPlace>& places)
{
    for (const auto& fact : process.breaks) {
        if (fact.compileId != compileId)
            continue;
        const auto found = std::ranges::find_if(places, [&](const BreakPlace& place) {
            return place.shown.file == fact.file && place.shown.line == fact.line
                && place.shown.id == fact.id;
        });
        if (found != places.end())
            return static_cast<int>(found - places.begin());
    }
    return std::nullopt;
}

Recompile recompileOf(const RecompileFact& fact)
{
    Recompile recompile {.compileId = fact.compileId,
        .guard = fact.guard,
        .reason = fact.reason,
        .function = fact.function,
        .file = fact.file,
        .line = fact.line,
        .caseIndex = fact.caseIndex};
    if (fact.duration)
        recompile.durationNs = static_cast<double>(fact.duration->count());
    return recompile;
}

} // namespace

const BreakInVariant* BreakPlace::in(int variant) const
{
    const auto found = std::ranges::find(variants, variant, &BreakInVariant::variant);
    return found == variants.end() ? nullptr : &*found;
}

std::vector<BreakPlace> breakPlaces(const ComparisonData& data, int caseIndex, int focus)
{
    Places found;
    const auto count = static_cast<int>(data.plan.variants.size());
    if (focus >= 0 && focus < count)
        for (const auto& each : graphBreaks(data, focus, caseIndex))
            found.add(each, focus);
    for (int variant = 0; variant < count; ++variant)
        if (variant != focus)
            for (const auto& each : graphBreaks(data, variant, caseIndex))
                found.add(each, variant);
    auto places = found.take();
    for (auto& place : places)
        std::ranges::sort(place.variants, {}, &BreakInVariant::variant);
    return places;
}

std::vector<Recompile> recompilesOf(const ComparisonData& data, int variant)
{
    std::vector<Recompile> recompiles;
    std::set<const ProcessRecord*> seen; // with cases apart each case has its own
    for (int caseIndex = 0; caseIndex < caseCount(data); ++caseIndex) {
        const auto* process = compilingProcess(data, variant, caseIndex);
        if (process == nullptr || !seen.insert(process).second)
            continue;
        for (const auto& fact : process->recompiles)
            recompiles.push_back(recompileOf(fact));
    }
    return recompiles;
}

std::vector<GraphPiece> graphsOfCall(
    const ComparisonData& data, int variant, int caseIndex, const std::vector<BreakPlace>& places)
{
    std::vector<GraphPiece> pieces;
    const auto observed = observedCall(data, variant, caseIndex);
    if (observed.proof == nullptr)
        return pieces;
    for (const auto& fact : observed.process->compiles) {
        const auto runs = observed.proof->regions.find(fact.compileId);
        const bool known
            = std::ranges::find(pieces, fact.compileId, &GraphPiece::compileId) != pieces.end();
        if (fact.startUp || known || runs == observed.proof->regions.end())
            continue;
        pieces.push_back({.compileId = fact.compileId,
            .function = fact.function,
            .operators = fact.operators,
            .times = runs->second,
            .endsAt = endOf(*observed.process, fact.compileId, places)});
    }
    return pieces;
}

const SourceFact* sourceAt(const ComparisonData& data, const std::string& file, int line)
{
    const auto found = std::ranges::find_if(data.sources,
        [&](const SourceFact& source) { return source.file == file && source.line == line; });
    return found == data.sources.end() ? nullptr : &*found;
}

} // namespace profiler
