// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_passes.h"

#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"

#include <set>
#include <string_view>
#include <unordered_map>

namespace profiler {

namespace {

constexpr std::string_view resumePrefix = "torch_dynamo_resume_in_";

bool isResumed(const CompileFact& fact)
{
    return fact.function.starts_with(resumePrefix)
        || fact.metricsJson.find(resumePrefix) != std::string::npos;
}

/// Which code each compile of a process began with.
class Roots {
public:
    explicit Roots(const ProcessRecord& process)
    {
        std::set<std::pair<std::string_view, int>> breakLines;
        for (const auto& fact : process.breaks)
            breakLines.emplace(fact.file, fact.line);
        for (const auto& fact : process.compiles) {
            if (fact.startUp)
                continue;
            m_roots.emplace(fact.compileId, &fact); // a backward graph's come later
            // One that goes on behind a break begins at the line of the break.
            if (!isResumed(fact) && !breakLines.contains({fact.file, fact.line}))
                m_starts[{fact.file, writtenName(fact.function)}].insert(fact.line);
        }
    }

    [[nodiscard]] bool empty() const { return m_roots.empty(); }

    [[nodiscard]] const CompileFact* of(const std::string& compileId) const
    {
        const auto found = m_roots.find(compileId);
        return found == m_roots.end() ? nullptr : found->second;
    }

    /// Does the line stand in the code that the compile began with, and not in what that calls?
    /// Many functions of a file have one name (forward): the last that begins above the line.
    [[nodiscard]] bool holdsLine(const CompileFact& root, const GraphBreakFact& fact) const
    {
        if (root.file != fact.file || writtenName(root.function) != fact.function
            || root.line > fact.line)
            return false;
        const auto starts = m_starts.find({fact.file, fact.function});
        if (starts == m_starts.end())
            return true;
        const auto next = starts->second.upper_bound(root.line);
        return next == starts->second.end() || *next > fact.line;
    }

private:
    std::unordered_map<std::string_view, const CompileFact*> m_roots; ///< by compile id
    std::map<std::pair<std::string_view, std::string_view>, std::set<int>> m_starts;
};

/// Of the records of one place.
struct Evidence {
    double own = 0; ///< runs of regions that hold the line
    double all = 0; ///< and of those that only lead to it
    bool held = false; ///< by a region that torch compiled
    bool givenUp = false; ///< torch compiled none of a function that logged it
};

bool wasGivenUp(const Roots& roots, const GraphBreakFact& fact)
{
    const auto* root = roots.of(fact.compileId);
    return root != nullptr && !root->failType.empty();
}

/// Without compile facts a record is all there is to tell.
bool isHeld(const Roots& roots, const GraphBreakFact& fact)
{
    const auto* root = roots.of(fact.compileId);
    return roots.empty()
        || (root != nullptr && root->failType.empty() && roots.holdsLine(*root, fact));
}

void take(Evidence& evidence, const Roots& roots, const GraphBreakFact& fact, int runs)
{
    evidence.all += runs;
    evidence.givenUp = evidence.givenUp || wasGivenUp(roots, fact);
    if (isHeld(roots, fact)) {
        evidence.own += runs;
        evidence.held = true;
    }
}

std::optional<double> passesBy(const Evidence& evidence)
{
    if (evidence.held)
        return evidence.own;
    if (evidence.all == 0 && !evidence.givenUp)
        return 0;
    return std::nullopt;
}

} // namespace

std::string_view writtenName(std::string_view function)
{
    while (function.starts_with(resumePrefix)) {
        function.remove_prefix(resumePrefix.size());
        const auto at = function.rfind("_at_");
        if (at != std::string_view::npos
            && function.find_first_not_of("0123456789", at + 4) == std::string_view::npos)
            function = function.substr(0, at);
    }
    return function;
}

BreakPlaceKey breakPlaceKey(const GraphBreakFact& fact)
{
    const bool placeless = fact.file.empty() && fact.id.empty();
    return {fact.file, fact.line, placeless ? fact.reason : fact.id};
}

BreakPasses breakPasses(const ProcessRecord& process, const ProofFact& proof)
{
    const Roots roots(process);
    std::map<BreakPlaceKey, Evidence> places;
    std::set<std::pair<BreakPlaceKey, std::string>> counted; // a compile may log one break twice
    for (const auto& fact : process.breaks) {
        const auto key = breakPlaceKey(fact);
        if (!counted.insert({key, fact.compileId}).second)
            continue;
        const auto runs = proof.regions.find(fact.compileId);
        take(places[key], roots, fact, runs == proof.regions.end() ? 0 : runs->second);
    }
    BreakPasses passes;
    for (const auto& [key, evidence] : places)
        passes.emplace(key, passesBy(evidence));
    return passes;
}

std::map<std::string, std::set<BreakPlaceKey>> heldBreaks(const ProcessRecord& process)
{
    const Roots roots(process);
    std::map<std::string, std::set<BreakPlaceKey>> held;
    for (const auto& fact : process.breaks)
        if (isHeld(roots, fact))
            held[fact.compileId].insert(breakPlaceKey(fact));
    return held;
}

} // namespace profiler
