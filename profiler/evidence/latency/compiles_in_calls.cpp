// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/compiles_in_calls.h"

#include "profiler/model/compile_metrics.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

namespace profiler {

namespace {

/// A compile of the process with the moment it began.
struct StepInCall {
    const CompileFact* fact = nullptr;
    const RecompileFact* recompile = nullptr; ///< null: it was none
    CompileStep metrics;
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;

    [[nodiscard]] bool recordsGraph() const { return metrics.graphRecordNs.value_or(0) > 0; }

    [[nodiscard]] bool isRecompile() const
    {
        return !recordsGraph() && (recompile != nullptr || !fact->compileId.ends_with("/0"));
    }
};

std::vector<StepInCall> stepsOf(const ProcessRecord& process)
{
    std::unordered_map<std::string_view, const RecompileFact*> recompiles;
    for (const auto& fact : process.recompiles)
        recompiles.emplace(fact.compileId, &fact);
    std::vector<StepInCall> steps;
    for (const auto& fact : process.compiles) {
        if (fact.startUp || !fact.failType.empty())
            continue;
        const auto metrics = compileStep(fact.metricsJson);
        if (!metrics || !metrics->started)
            continue;
        const auto found = recompiles.find(fact.compileId);
        StepInCall step {.fact = &fact,
            .recompile = found == recompiles.end() ? nullptr : found->second,
            .metrics = *metrics,
            .startNs = metrics->started->ns,
            .durationNs = fact.duration.count()};
        if (step.recordsGraph())
            step.durationNs = std::max(step.durationNs, *metrics->graphRecordNs);
        steps.push_back(step);
    }
    std::ranges::stable_sort(steps, {}, &StepInCall::startNs);
    return steps;
}

/// Calls that may have compiled with the earliest moment at which each began: what is done between
/// two calls is not in their times.
struct Candidate {
    std::size_t call = 0;
    std::int64_t startNs = 0;
    std::int64_t wallNs = 0;
};

std::vector<Candidate> candidatesOf(const CallBlock& block)
{
    const bool marked = block.kind == BlockKind::WarmUp
        && std::ranges::any_of(block.compiled, [](auto flag) { return flag != 0; });
    std::vector<Candidate> candidates;
    std::int64_t start = block.started.ns;
    for (std::size_t i = 0; i < block.wallNs.size(); ++i) {
        const auto wall = std::max<std::int64_t>(block.wallNs[i], 0);
        if (!marked || (i < block.compiled.size() && block.compiled[i] != 0))
            candidates.push_back({i, start, wall});
        if (start < std::numeric_limits<std::int64_t>::max() - wall)
            start += wall;
    }
    return candidates;
}

/// The last one that may have begun before the step and is long enough for it; else the first one
/// after it that is.
std::optional<std::size_t> callOf(const StepInCall& step, const std::vector<Candidate>& candidates)
{
    const auto after = std::ranges::upper_bound(candidates, step.startNs, {}, &Candidate::startNs);
    const auto fits = [&](const Candidate& each) { return each.wallNs >= step.durationNs; };
    for (auto each = after; each != candidates.begin();)
        if (fits(*--each))
            return each->call;
    const auto later = std::find_if(after, candidates.end(), fits);
    return later == candidates.end() ? std::nullopt : std::optional(later->call);
}

/// Compiles of a call may contain each other: the union of their times.
double unionNs(const std::vector<const StepInCall*>& steps)
{
    double sum = 0;
    std::int64_t covered = std::numeric_limits<std::int64_t>::min();
    for (const auto* step : steps) { // ascending
        const auto from = std::max(step->startNs, covered);
        const auto to = step->startNs + step->durationNs;
        if (to > from)
            sum += static_cast<double>(to - from);
        covered = std::max(covered, to);
    }
    return sum;
}

CompiledInCall compiledInCall(const StepInCall& step, std::size_t count)
{
    CompiledInCall compiled {.compiles = static_cast<int>(count),
        .compileId = step.fact->compileId,
        .function = step.fact->function,
        .file = step.fact->file,
        .line = step.fact->line,
        .limit = step.metrics.limit};
    if (step.metrics.entries)
        compiled.entries = *step.metrics.entries + 1;
    if (step.recompile != nullptr) {
        const auto& told = *step.recompile;
        compiled.guard = told.guard.empty() ? told.reason : told.guard;
        compiled.failed = failedGuard(compiled.guard);
        if (compiled.file.empty()) {
            compiled.file = told.file;
            compiled.line = told.line;
        }
    }
    return compiled;
}

/// What counts of it: a recompile before a first compile, both before a recorded graph.
SlowCause causeOf(const StepInCall& step)
{
    if (step.recordsGraph())
        return SlowCause::GraphRecord;
    return step.isRecompile() ? SlowCause::Recompile : SlowCause::FirstCompile;
}

CompileInCall inOneCall(
    const std::vector<const StepInCall*>& steps, std::set<std::string>& recorded)
{
    static constexpr auto weight = [](const StepInCall* step) {
        const auto cause = causeOf(*step);
        const int first = cause == SlowCause::Recompile ? 2
            : cause == SlowCause::FirstCompile          ? 1
                                                        : 0;
        return std::pair(first, step->durationNs);
    };
    const auto* spoken = *std::ranges::max_element(steps, {}, weight);
    CompileInCall call {.cause = causeOf(*spoken), .ns = unionNs(steps), .told = true};
    if (call.cause == SlowCause::GraphRecord)
        call.evidence = RecordedInCall {.again = recorded.contains(spoken->fact->compileId),
            .compileId = spoken->fact->compileId};
    else
        call.evidence = compiledInCall(*spoken,
            static_cast<std::size_t>(std::ranges::count_if(
                steps, [](const StepInCall* step) { return !step->recordsGraph(); })));
    for (const auto* step : steps)
        if (step->recordsGraph())
            recorded.insert(step->fact->compileId);
    return call;
}

/// Spreads the steps over the calls of the blocks, which ascend in time.
class CompilePlacing {
public:
    CompilePlacing(const ProcessRecord& process, int caseIndex)
        : m_process(&process)
        , m_caseIndex(caseIndex)
        , m_steps(stepsOf(process))
    {
    }

    CompilesInCalls place()
    {
        for (std::size_t i = 0; i < m_process->blocks.size(); ++i)
            placeBlock(i);
        markUntold();
        return std::move(m_placed);
    }

private:
    [[nodiscard]] std::vector<const StepInCall*> between(std::int64_t from, std::int64_t to) const
    {
        std::vector<const StepInCall*> found;
        auto each = std::ranges::lower_bound(m_steps, from, {}, &StepInCall::startNs);
        for (; each != m_steps.end() && each->startNs < to; ++each)
            found.push_back(&*each);
        return found;
    }

    void placeBlock(std::size_t index)
    {
        constexpr auto last = std::numeric_limits<std::int64_t>::max();
        const auto& block = m_process->blocks[index];
        const bool moved = block.kind == BlockKind::Timed && block.compileCountMoved;
        const auto next
            = index + 1 < m_process->blocks.size() ? m_process->blocks[index + 1].started.ns : last;
        if (hasLatenciesOf(block, m_caseIndex)) {
            if (moved)
                if (const auto before = between(m_end, block.started.ns); !before.empty())
                    m_placed.discarded[index] = inOneCall(before, m_recorded);
            if (moved || block.kind == BlockKind::WarmUp)
                placeIn(index, between(block.started.ns, next));
        }
        m_end = block.started.ns;
        for (const auto ns : block.wallNs)
            m_end += std::clamp<std::int64_t>(ns, 0, last - m_end);
    }

    void placeIn(std::size_t index, const std::vector<const StepInCall*>& steps)
    {
        if (steps.empty())
            return;
        const auto candidates = candidatesOf(m_process->blocks[index]);
        std::map<std::size_t, std::vector<const StepInCall*>> byCall;
        for (const auto* step : steps)
            if (const auto call = callOf(*step, candidates))
                byCall[*call].push_back(step);
        for (const auto& [call, ofCall] : byCall)
            m_placed.calls[{index, call}] = inOneCall(ofCall, m_recorded);
    }

    /// Calls that are known to have compiled, where no compile says when it was.
    void markUntold()
    {
        bool compiledBefore = false;
        for (std::size_t i = 0; i < m_process->blocks.size(); ++i) {
            const auto& block = m_process->blocks[i];
            if (!hasLatenciesOf(block, m_caseIndex))
                continue;
            for (std::size_t call = 0; call < block.compiled.size(); ++call)
                if (block.compiled[call] != 0)
                    markUntold({i, call}, compiledBefore);
            if (block.kind == BlockKind::Timed && block.compileCountMoved && !isPlaced(i)) {
                compiledBefore = true;
                markUntold({i, slowestOf(block)}, compiledBefore);
            }
        }
    }

    void markUntold(CallPlace place, bool& compiledBefore)
    {
        CompileInCall untold {
            .cause = compiledBefore ? SlowCause::Recompile : SlowCause::FirstCompile,
            .evidence = CompiledInCall {}};
        m_placed.calls.emplace(place, std::move(untold));
        compiledBefore = true;
    }

    [[nodiscard]] bool isPlaced(std::size_t block) const
    {
        const auto first = m_placed.calls.lower_bound({block, 0});
        return m_placed.discarded.contains(block)
            || (first != m_placed.calls.end() && first->first.block == block);
    }

    [[nodiscard]] static std::size_t slowestOf(const CallBlock& block)
    {
        return static_cast<std::size_t>(
            std::ranges::max_element(block.wallNs) - block.wallNs.begin());
    }

    const ProcessRecord* m_process;
    int m_caseIndex;
    std::vector<StepInCall> m_steps; ///< ascending
    CompilesInCalls m_placed;
    std::set<std::string> m_recorded; ///< compile ids whose CUDA graph was recorded
    std::int64_t m_end = 0; ///< of the block before
};

} // namespace

CompilesInCalls compilesInCalls(const ProcessRecord& process, int caseIndex)
{
    return CompilePlacing(process, caseIndex).place();
}

} // namespace profiler
