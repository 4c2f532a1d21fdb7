// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/graph_breaks.h"

#include "profiler/evidence/breaks/break_passes.h"
#include "profiler/evidence/breaks/skipped_function.h"
#include "profiler/evidence/breaks/source_at.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/model/break_costs.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace profiler {

namespace {

using PlaceKey = BreakPlaceKey;

/// Empty: no call of the case was observed.
std::optional<BreakPasses> passesIn(const ObservedCall& observation)
{
    if (observation.proof == nullptr)
        return std::nullopt;
    return breakPasses(*observation.process, *observation.proof);
}

/// Where it is not known how often, a region that leads there ran.
bool isPassed(const std::optional<BreakPasses>& passes, const PlaceKey& place)
{
    if (!passes)
        return false;
    const auto found = passes->find(place);
    return found != passes->end() && found->second.value_or(1) > 0;
}

std::vector<int> casesOf(const ComparisonData& data, std::optional<int> caseIndex)
{
    std::vector<int> cases;
    for (int index = 0; index < caseCount(data); ++index) {
        if (!caseIndex || *caseIndex == index)
            cases.push_back(index);
    }
    return cases;
}

struct Entry {
    GraphBreak shown;
    std::set<std::optional<int>> cases;
};

void addRecord(std::map<PlaceKey, Entry>& entries, const ComparisonData& data,
    const ProcessRecord& process, const GraphBreakFact& fact)
{
    auto& entry = entries[breakPlaceKey(fact)];
    if (entry.shown.records == 0) {
        entry.shown = {.id = fact.id,
            .reason = fact.reason,
            .explanation = fact.explanation,
            .hint = fact.hint.empty() ? fact.explanation : fact.hint,
            .file = fact.file,
            .line = fact.line,
            .function = fact.function,
            .compileId = fact.compileId};
    }
    if (!entry.shown.skipped)
        entry.shown.skipped = skippedFunction(process, fact, sourceAt(data, fact.file, fact.line));
    ++entry.shown.records;
    entry.cases.insert(fact.caseIndex);
}

/// A case passes the breaks its own calls logged, and those of regions it runs that an earlier case
/// compiled.
std::map<PlaceKey, Entry> entriesOf(
    const ComparisonData& data, int variant, std::optional<int> caseIndex)
{
    std::map<PlaceKey, Entry> entries;
    std::set<const ProcessRecord*> seen;
    for (const int each : casesOf(data, caseIndex)) {
        const auto* source = compilingProcess(data, variant, each);
        if (source == nullptr)
            continue;
        const auto passed = passesIn(observedCall(data, variant, each));
        const bool first = seen.insert(source).second;
        for (const auto& fact : source->breaks) {
            const bool mine
                = fact.caseIndex.value_or(each) == each || isPassed(passed, breakPlaceKey(fact));
            if (caseIndex ? mine : first)
                addRecord(entries, data, *source, fact);
        }
    }
    return entries;
}

/// Made whole before its first call: there is nothing that could break or be compiled again.
bool isProgram(const ComparisonData& data, int variant)
{
    const auto index = static_cast<std::size_t>(variant);
    return index < data.plan.variants.size()
        && data.plan.variants[index].engine != Engine::TorchCompile;
}

/// The kind of process from which breaks and recompiles are counted.
ProcessKind countingKind(const ComparisonData& data)
{
    return isTimed(data.plan.protocol) ? ProcessKind::Cold : ProcessKind::Look;
}

} // namespace

std::vector<GraphBreak> graphBreaks(
    const ComparisonData& data, int variant, std::optional<int> caseIndex)
{
    auto entries = entriesOf(data, variant, caseIndex);
    for (const int each : casesOf(data, caseIndex)) {
        const auto passes = passesIn(observedCall(data, variant, each));
        if (!passes)
            continue;
        for (auto& [place, entry] : entries) {
            const auto found = passes->find(place);
            if (found == passes->end())
                entry.shown.perCall = entry.shown.perCall.value_or(0);
            else if (found->second)
                entry.shown.perCall = std::max(entry.shown.perCall.value_or(0), *found->second);
        }
    }
    std::vector<GraphBreak> breaks;
    for (auto& [place, entry] : entries) {
        if (caseIndex)
            entry.shown.caseIndex = caseIndex;
        else if (entry.cases.size() == 1 && caseCount(data) > 1)
            entry.shown.caseIndex = *entry.cases.begin();
        breaks.push_back(std::move(entry.shown));
    }
    std::ranges::stable_sort(breaks, std::ranges::greater {},
        [](const GraphBreak& each) { return each.perCall.value_or(-1); });
    return breaks;
}

Measured<int> graphBreakCount(const ComparisonData& data, int variant, int caseIndex)
{
    if (isProgram(data, variant))
        return missing(ReasonKind::OneProgram);
    if (auto failed = caseFailureOf(data, variant, caseIndex); !failed.empty())
        return missing(std::move(failed));
    if (compilingProcess(data, variant, caseIndex) == nullptr)
        return missing(whyNoProcess(data, variant, countingKind(data), caseIndex));
    return static_cast<int>(graphBreaks(data, variant, caseIndex).size());
}

Measured<int> recompileCount(const ComparisonData& data, int variant, int caseIndex)
{
    if (isProgram(data, variant))
        return missing(ReasonKind::OneProgram);
    if (auto failed = caseFailureOf(data, variant, caseIndex); !failed.empty())
        return missing(std::move(failed));
    const auto* source = firstProcess(data, variant, ProcessKind::Cold, caseIndex, true);
    if (source == nullptr)
        source = compilingProcess(data, variant, caseIndex);
    if (source == nullptr)
        return missing(whyNoProcess(data, variant, countingKind(data), caseIndex));
    if (source->compiles.empty()) {
        return static_cast<int>(std::ranges::count_if(source->recompiles,
            [&](const RecompileFact& fact) { return fact.caseIndex.value_or(0) == caseIndex; }));
    }
    std::set<std::string> ids; // a backward graph has the id of its forward one
    std::set<std::string> compiledBefore; // "0" of "0/1": one function's frame
    int count = 0;
    for (const auto& fact : source->compiles) {
        if (fact.startUp || !fact.failType.empty())
            continue;
        if (!fact.compileId.empty() && !ids.insert(fact.compileId).second)
            continue;
        const auto slash = fact.compileId.find('/');
        const auto frame = slash == std::string::npos
            ? fact.file + ":" + std::to_string(fact.line) + ":" + fact.function
            : fact.compileId.substr(0, slash);
        const bool again = !compiledBefore.insert(frame).second;
        count += again && fact.caseIndex.value_or(0) == caseIndex ? 1 : 0;
    }
    return count;
}

} // namespace profiler
