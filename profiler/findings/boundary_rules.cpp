// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/findings/compiled_parts.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Where the wrong amount of code is compiled: parts so small that entering them costs more than
/// they save, or functions that are compiled again and again.
namespace profiler {

namespace {

constexpr double timesLongerThanEager = 2; ///< than what it stands for
constexpr double leastRegionShare = 0.03; ///< of a call; less is no finding
constexpr double oftenCalled = 4; ///< runs of one graph in a call

/// The graphs that traced calls of a variant ran on a host, and what any graph costs there.
struct TracedGraphs {
    EndedTrace traced;
    double wrapperNs = 0;
    double medianNs = 0; ///< of a call
    std::size_t calls = 0;
    std::map<std::string, std::vector<double>> runsNs; ///< by compile id
};

/// Nothing of a device: what a graph costs the host may hide behind kernels there.
std::optional<TracedGraphs> tracedGraphs(const FindingInput& input)
{
    const auto medianNs = input.medianNs();
    if (input.variant->variant == 0 || !medianNs || *medianNs <= 0
        || costSideOf(input.data.plan) == CostSide::Device)
        return std::nullopt;
    const auto ended = endedTraces(
        input.data, input.variant->variant, input.inCase->caseIndex, TracePass::Graphs);
    if (ended.empty() || !ended.back().trace->constants.nullGraphNs)
        return std::nullopt;
    TracedGraphs graphs {.traced = ended.back(),
        .wrapperNs = *ended.back().trace->constants.nullGraphNs,
        .medianNs = *medianNs};
    int call = -1;
    for (const auto& window : graphs.traced.trace->graphs) {
        graphs.calls += window.call != call ? 1 : 0;
        call = window.call;
        graphs.runsNs[window.compileId].push_back(
            static_cast<double>(durationOf(TraceCall {window.startNs, window.endNs})));
    }
    return graphs.calls > 0 ? std::optional(std::move(graphs)) : std::nullopt;
}

const CompileFact* compileOf(const ProcessRecord& process, const std::string& id)
{
    const auto found = std::ranges::find_if(process.compiles,
        [&](const CompileFact& fact) { return !fact.startUp && fact.compileId == id; });
    return found == process.compiles.end() ? nullptr : &*found;
}

bool hasOneOperator(const TracedGraphs& graphs, const std::string& id)
{
    const auto* fact = compileOf(*graphs.traced.process, id);
    return fact != nullptr && fact->operators == 1;
}

/// Where a call breaks as often as it enters graphs, each break's cost holds what its graph takes
/// to enter, and removing it is the remedy.
bool areMadeByBreaks(const FindingInput& input, const TracedGraphs& graphs)
{
    double passes = 0;
    for (const auto& found :
        graphBreaks(input.data, input.variant->variant, input.inCase->caseIndex))
        passes += found.perCall.value_or(0);
    double runs = 0;
    for (const auto& [id, durations] : graphs.runsNs)
        runs += static_cast<double>(durations.size()) / static_cast<double>(graphs.calls);
    return 2 * passes >= runs - 1 && passes > 0;
}

std::vector<Finding> graphOfOneOperator(const FindingInput& input)
{
    const auto graphs = tracedGraphs(input);
    if (!graphs || areMadeByBreaks(input, *graphs))
        return {};
    std::vector<double> durations;
    std::int64_t small = 0;
    for (const auto& [id, runs] : graphs->runsNs)
        if (hasOneOperator(*graphs, id)) {
            ++small;
            durations.insert(durations.end(), runs.begin(), runs.end());
        }
    if (durations.empty())
        return {};
    const double each = median(durations).value_or(0);
    const double runs = static_cast<double>(durations.size()) / static_cast<double>(graphs->calls);
    if (each > timesLongerThanEager * graphs->wrapperNs
        || runs * graphs->wrapperNs < leastRegionShare * graphs->medianNs)
        return {};
    const double cost = std::min(each, graphs->wrapperNs);
    auto finding = input.found(Finding::Severity::Warning, "graph_of_one_operator",
        {small, TimeTaken {each}, TimeTaken {cost}});
    finding.recoverable = atMost(runs * cost, input.inCase->caseIndex);
    finding.confidence = Confidence::Estimated;
    return {std::move(finding)};
}

/// What a call takes to come from one graph to the next, and into it; nullopt where that is known
/// of breaks alone.
std::optional<double> betweenGraphsNs(const FindingInput& input, const TracedGraphs& graphs)
{
    const auto costs
        = breakCosts(input.data, input.variant->variant, input.inCase->caseIndex, graphs.medianNs);
    return costs && costs->breaks.empty() ? std::optional(costs->all.estimateNs) : std::nullopt;
}

/// Parts that are compiled by themselves also pay for the way from one to the next, which the whole
/// model does not have.
void mendByWholeModel(
    Finding& finding, const FindingInput& input, const TracedGraphs& graphs, double runs)
{
    finding.remedy.kind = RemedyKind::WholeModel;
    const auto between = betweenGraphsNs(input, graphs);
    const double ways = static_cast<double>(graphs.traced.trace->graphs.size())
            / static_cast<double>(graphs.calls)
        - 1;
    if (!between || ways < 1)
        return;
    const double ns = *between * std::min(1.0, (runs - 1) / ways);
    finding.statements.push_back({"between_regions", {TimeTaken {ns}}});
    finding.recoverable = atMost(ns, input.inCase->caseIndex);
}

Finding oftenEntered(const FindingInput& input, const TracedGraphs& graphs, const std::string& id,
    double runs, double eachNs)
{
    auto finding = input.found(Finding::Severity::Warning, "region_called_often",
        {std::int64_t {std::llround(runs)}, TimeTaken {eachNs}, TimeTaken {graphs.wrapperNs}});
    finding.recoverable = atMost((runs - 1) * graphs.wrapperNs, input.inCase->caseIndex);
    finding.confidence = Confidence::Estimated;
    if (compilesParts(input))
        mendByWholeModel(finding, input, graphs, runs);
    const auto* fact = compileOf(*graphs.traced.process, id);
    if (fact != nullptr && !fact->file.empty()) {
        finding.seen = Finding::Seen::InCode;
        finding.place
            = CodePlace {.file = fact->file, .line = fact->line, .function = fact->function};
    }
    return finding;
}

/// Of one operator it is another finding.
std::vector<Finding> regionCalledOften(const FindingInput& input)
{
    constexpr double small = 10; // times what any graph costs
    const auto graphs = tracedGraphs(input);
    if (!graphs || areMadeByBreaks(input, *graphs))
        return {};
    std::vector<Finding> findings;
    for (const auto& [id, durations] : graphs->runsNs) {
        const double runs
            = static_cast<double>(durations.size()) / static_cast<double>(graphs->calls);
        const double each = median(durations).value_or(0);
        if (runs >= oftenCalled && each <= small * graphs->wrapperNs
            && runs * graphs->wrapperNs >= leastRegionShare * graphs->medianNs
            && !hasOneOperator(*graphs, id))
            findings.push_back(oftenEntered(input, *graphs, id, runs, each));
    }
    return findings;
}

struct FunctionPlace {
    std::string file;
    int line = 0;
    std::string function;
    std::string compileId; ///< of torch's own code, which has no place that tells it apart

    auto operator<=>(const FunctionPlace&) const = default; // NOLINT(modernize-use-nullptr)
};

struct MadeAnew {
    std::int64_t times = 0;
    double lastNs = 0; ///< what all but the first took
    std::set<std::string> compileIds; ///< one: torch began to count anew each time
};

/// Functions by how often torch compiled them for the first time: code that is made anew is new to
/// it, and torch._dynamo.reset() makes it forget.
std::map<FunctionPlace, MadeAnew> compiledFunctions(const FindingInput& input)
{
    std::map<FunctionPlace, MadeAnew> functions;
    const auto* process = compileEvidence(input.data, input.variant->variant);
    if (process == nullptr)
        return {};
    for (const auto& fact : process->compiles) {
        if (fact.startUp || !fact.failType.empty() || !fact.compileId.ends_with("/0")
            || fact.function.empty()
            || fact.caseIndex.value_or(input.inCase->caseIndex) != input.inCase->caseIndex)
            continue;
        auto& made = functions[{fact.file, fact.line, fact.function,
            fact.file.empty() ? fact.compileId : std::string()}];
        made.compileIds.insert(fact.compileId);
        if (++made.times > 1)
            made.lastNs += static_cast<double>(fact.duration.count());
    }
    return functions;
}

Finding madeAnew(const FindingInput& input, const FunctionPlace& place, const MadeAnew& made)
{
    const bool forgotten = made.compileIds.size() == 1;
    auto finding = input.found(Finding::Severity::Warning,
        forgotten ? "compiled_after_reset" : "compiled_in_loop", {place.function, made.times});
    if (!place.file.empty() && place.line > 0) {
        finding.seen = Finding::Seen::InCode;
        finding.place
            = CodePlace {.file = place.file, .line = place.line, .function = place.function};
    }
    finding.onceNs = made.lastNs;
    finding.remedy = {
        .kind = forgotten ? RemedyKind::Rewrite : RemedyKind::CompileOnce, .name = place.function};
    return finding;
}

std::vector<Finding> compiledInLoop(const FindingInput& input)
{
    constexpr std::int64_t again = 4;
    std::vector<Finding> findings;
    for (const auto& [place, made] : compiledFunctions(input)) {
        if (made.times < again)
            continue;
        findings.push_back(madeAnew(input, place, made));
    }
    return findings;
}

constexpr auto boundaryRuleTable = std::to_array<FindingRule>({
    {"graph_of_one_operator", graphOfOneOperator, FindingPage::Breaks, FindingNeeds::File},
    {"region_called_often", regionCalledOften, FindingPage::Breaks, FindingNeeds::File},
    {"compiled_in_loop", compiledInLoop, FindingPage::Compile, FindingNeeds::File},
});

} // namespace

std::vector<CostInCase> atMost(double ns, int caseIndex)
{
    return {{.caseIndex = caseIndex, .cost = {.estimateNs = ns, .lowNs = 0, .highNs = ns}}};
}

constinit const std::span<const FindingRule> boundaryRules {boundaryRuleTable};

} // namespace profiler
