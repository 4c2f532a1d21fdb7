// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_sites.h"

#include "profiler/evidence/breaks/break_causes.h"
#include "profiler/evidence/breaks/break_passes.h"
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/breaks/source_at.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/compile/failed_guard.h"
#include "profiler/evidence/compile/graph_order.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <map>
#include <numeric>
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

/// At which breaks the graphs of a call end.
class Ends {
public:
    Ends(const GraphOrder& order, const std::vector<BreakPlace>& places)
        : m_order(order)
        , m_places(places)
        , m_causes(*order.process, {order.ids.begin(), order.ids.end()})
    {
        for (const auto& fact : order.process->breaks)
            m_logging.insert(fact.compileId);
    }

    /// The place at which the run with that index ends. A graph that logged no break goes on in a
    /// function that torch gave up, where another graph comes behind it.
    [[nodiscard]] std::optional<int> of(std::size_t run) const
    {
        const bool behind = m_order.inTime && run + 1 < m_order.ids.size();
        const auto& id = m_order.ids[run];
        if (!behind && !m_logging.contains(id))
            return std::nullopt;
        const auto* cause = m_causes.of(id, behind ? m_order.ids[run + 1] : std::string());
        if (cause == nullptr || !m_causes.isAtPlace(*cause))
            return std::nullopt;
        return placeOf(cause->second);
    }

private:
    [[nodiscard]] std::optional<int> placeOf(const BreakKey& key) const
    {
        const auto found = std::ranges::find_if(m_places, [&](const BreakPlace& place) {
            return key == BreakKey {place.shown.file, place.shown.line, place.shown.id};
        });
        if (found == m_places.end())
            return std::nullopt;
        return static_cast<int>(found - m_places.begin());
    }

    const GraphOrder& m_order;
    const std::vector<BreakPlace>& m_places;
    BreakCauses m_causes;
    std::set<std::string> m_logging;
};

/// Those that a call comes to first come first; those that no graph of it ends at stay behind.
void orderByTime(std::vector<BreakPlace>& places, const GraphOrder& order)
{
    if (order.process == nullptr)
        return;
    const Ends ends(order, places);
    std::vector<std::size_t> moments(places.size(), order.ids.size());
    for (std::size_t i = 0; i < order.ids.size(); ++i)
        if (const auto place = ends.of(i)) {
            auto& moment = moments[static_cast<std::size_t>(*place)];
            moment = std::min(moment, i);
        }
    std::vector<std::size_t> positions(places.size());
    std::iota(positions.begin(), positions.end(), std::size_t {0});
    std::ranges::stable_sort(positions, {}, [&](std::size_t i) { return moments[i]; });
    std::vector<BreakPlace> ordered;
    for (const auto position : positions)
        ordered.push_back(places[position]);
    places = std::move(ordered);
}

/// By compile id, of the forward graph; those of the throw-away compile are none of the model's.
std::map<std::string, const CompileFact*> compilesOf(const ProcessRecord& process)
{
    std::map<std::string, const CompileFact*> compiles;
    for (const auto& fact : process.compiles)
        if (!fact.startUp)
            compiles.emplace(fact.compileId, &fact);
    return compiles;
}

/// Runs in a row as one piece.
std::vector<GraphPiece> joined(const std::vector<GraphPiece>& runs)
{
    std::vector<GraphPiece> pieces;
    for (const auto& run : runs) {
        if (!pieces.empty() && pieces.back().compileId == run.compileId) {
            ++pieces.back().times;
            pieces.back().endsAt = run.endsAt; // the last one's: it may end with the call
        } else {
            pieces.push_back(run);
        }
    }
    return pieces;
}

/// Each graph once, where it ran first.
std::vector<GraphPiece> eachOnce(const std::vector<GraphPiece>& runs)
{
    std::vector<GraphPiece> pieces;
    std::map<std::string, std::size_t> known;
    for (const auto& run : runs) {
        const auto [place, isNew] = known.emplace(run.compileId, pieces.size());
        if (isNew)
            pieces.push_back(run);
        else
            ++pieces[place->second].times;
    }
    return pieces;
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
    orderByTime(places, graphOrder(data, focus, caseIndex));
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
    constexpr std::size_t mostPieces = 24; // more are not read one by one
    const auto order = graphOrder(data, variant, caseIndex);
    if (order.process == nullptr)
        return {};
    const Ends ends(order, places);
    const auto compiles = compilesOf(*order.process);
    std::vector<GraphPiece> runs;
    for (std::size_t i = 0; i < order.ids.size(); ++i) {
        const auto& id = order.ids[i];
        const auto compile = compiles.find(id);
        GraphPiece run {.compileId = id, .endsAt = ends.of(i)};
        if (compile != compiles.end()) {
            run.function = compile->second->function;
            run.operators = compile->second->operators;
        }
        if (run.operators != 0)
            runs.push_back(std::move(run));
        else if (!runs.empty() && !runs.back().endsAt)
            runs.back().endsAt = run.endsAt; // what runs between the graphs broke there
    }
    auto pieces = joined(runs);
    return pieces.size() <= mostPieces ? pieces : eachOnce(runs);
}

const SourceFrame* callerOf(const ComparisonData& data, const std::string& file, int line)
{
    const auto* source = sourceAt(data, file, line);
    if (source == nullptr)
        return nullptr;
    const auto& frames = source->frames;
    const auto place = std::find_if(frames.rbegin(), frames.rend(),
        [&](const SourceFrame& frame) { return frame.file == file && frame.line == line; });
    if (place == frames.rend() || !place->library)
        return nullptr;
    const auto own = std::find_if(
        place, frames.rend(), [](const SourceFrame& frame) { return !frame.library; });
    return own == frames.rend() ? nullptr : &*own;
}

FailedGuard failedGuard(const Recompile& recompile)
{
    return failedGuard(recompile.guard.empty() ? recompile.reason : recompile.guard);
}

} // namespace profiler
