// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/tune/tuning.h"

#include "profiler/judge/judge.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/tune/tune_outcome.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/record/lanes/check_run.h"
#include "profiler/record/lanes/cold_run.h"
#include "profiler/record/lanes/monitoring.h"
#include "profiler/record/lanes/repetition.h"
#include "profiler/record/lanes/trace_run.h"
#include "profiler/record/lanes/worker_run.h"
#include "profiler/record/placement.h"
#include "profiler/record/session/session.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace profiler {
namespace {

using Steady = std::chrono::steady_clock;

constexpr int lookedAtCalls = 5;
constexpr std::size_t mostLanes = 4; ///< beside the baseline
constexpr std::int64_t compiledPeak = 3; ///< times that of an eager process: compiling takes memory

class Tuning {
public:
    Tuning(Session& session, RecordRequest& request, std::vector<Variant> given,
        CandidateGroups groups)
        : m_session(session)
        , m_request(request)
        , m_given(std::move(given))
        , m_groups(std::move(groups))
        , m_callLimit(request.plan.protocol.callTimeLimit)
    {
    }

    Result<std::string> run()
    {
        planTime();
        auto modules = lookAtModules();
        if (!modules)
            return tl::unexpected(modules.error());
        auto plan = m_session.plan();
        plan.variants.insert(plan.variants.end(), m_given.begin(), m_given.end());
        m_candidates = tuneCandidates(plan, *modules, m_groups);
        m_variantOf.assign(m_candidates.size(), std::nullopt);
        TuneSearch search(entries(), rules());
        while (!over())
            if (const auto batch = search.next(spent())) {
                report(search, *batch);
                if (auto ran = measure(search, *batch); !ran)
                    return tl::unexpected(ran.error());
            } else {
                return end(search);
            }
        noteDropped(search);
        return reasonOf(search);
    }

private:
    [[nodiscard]] bool over() const { return m_session.ending() || !m_session.state(0).live(); }

    [[nodiscard]] nanoseconds spent() const { return Steady::now() - m_session.begun; }

    [[nodiscard]] nanoseconds left() const
    {
        return m_session.plan().protocol.totalTimeLimit - spent();
    }

    /// Nobody knows how long a search takes but that its budget ends it.
    void planTime()
    {
        constexpr TimeEstimate::Sort whole {.kind = ProcessKind::Paired, .variant = 0};
        auto& estimate = m_session.reporter.estimate();
        estimate.plan(whole, 1, m_session.plan().protocol.totalTimeLimit);
        estimate.begin(whole);
        const auto minutes = std::chrono::duration<double, std::ratio<60>>(
            m_session.plan().protocol.totalTimeLimit);
        m_session.reporter.report({.kind = ProgressKind::Started,
            .text = fmt::format(
                "{}: at most {:.3g} min", m_session.recording.data().info.name, minutes.count())});
    }

    /// Parts to compile by themselves, and whether there are convolutions to set layouts for; empty
    /// where neither is searched, or the model cannot be watched.
    Result<std::vector<ModuleUse>> lookAtModules()
    {
        if (!m_groups.contains(CandidateGroup::Boundaries)
            && !m_groups.contains(CandidateGroup::Options))
            return std::vector<ModuleUse> {};
        WorkerRun worker(m_session,
            {.start = {.kind = ProcessKind::Trace},
                .cache = m_session.laneCache(0),
                .tolerated = true});
        const auto started = worker.start();
        if (!started)
            return tl::unexpected(started.error());
        auto modules = worker.alive() ? worker.modules(0, lookedAtCalls) : std::nullopt;
        worker.finish();
        return std::move(modules).value_or(std::vector<ModuleUse> {});
    }

    [[nodiscard]] std::vector<TuneEntry> entries() const
    {
        std::vector<TuneEntry> entries;
        for (const auto& candidate : m_candidates)
            entries.push_back(candidate.entry);
        return entries;
    }

    [[nodiscard]] TuneRules rules() const
    {
        const auto& plan = m_session.plan();
        return {.budget = plan.protocol.totalTimeLimit,
            .margin = LogRatio::ofEffect(plan.goal.minimumEffect),
            .lanesAtOnce = lanesAtOnce()};
    }

    /// As many settings side by side as memory holds, by the peak of the process that looked.
    [[nodiscard]] std::size_t lanesAtOnce() const
    {
        std::int64_t peak = 0;
        for (const auto& process : m_session.recording.data().processes)
            for (const auto& fact : process.memory)
                peak = std::max(peak, fact.hostPeakBytes.value_or(0));
        const auto free = freeHostBytes();
        if (peak == 0 || !free)
            return mostLanes;
        const auto held = static_cast<std::size_t>(*free / (compiledPeak * peak));
        return std::clamp<std::size_t>(held > 0 ? held - 1 : 0, 1, mostLanes); // one is eager
    }

    void report(TuneSearch& search, const TuneBatch& batch)
    {
        SearchProgress progress {.rung = batch.rung, .dropped = noteDropped(search)};
        for (const int candidate : batch.candidates)
            progress.measured.push_back(candidateAt(candidate).variant.name);
        m_session.reporter.report({.kind = ProgressKind::Rung,
            .search = std::make_shared<const SearchProgress>(std::move(progress))});
    }

    [[nodiscard]] const TuneCandidate& candidateAt(int candidate) const
    {
        return m_candidates[static_cast<std::size_t>(candidate)];
    }

    Result<void> measure(TuneSearch& search, const TuneBatch& batch)
    {
        m_request.plan.protocol.callTimeLimit
            = std::min(m_callLimit, std::max(left(), nanoseconds(std::chrono::seconds(1))));
        const auto variants = variantsOf(batch);
        letRun(variants);
        TuneConditions conditions;
        if (batch.cold && m_session.plan().protocol.coldEmpty > 0) {
            const auto begun = Steady::now();
            if (auto ran = runColds(variants); !ran)
                return ran;
            conditions.cold = Steady::now() - begun;
        }
        const auto begun = Steady::now();
        if (auto ran = runLanes(batch, variants); !ran)
            return ran;
        conditions.lanes = Steady::now() - begun;
        if (batch.check && m_session.plan().protocol.checkInputs > 0 && !over()) {
            OutputCheck check(m_session);
            if (auto ran = runChecks(m_session, check); !ran)
                return ran;
        }
        if (!m_session.ending()) // what was cut short says nothing of a setting
            take(search, batch, conditions);
        return {};
    }

    void take(TuneSearch& search, const TuneBatch& batch, TuneConditions conditions)
    {
        const auto judged = judge(m_session.recording.data());
        conditions.tooBusy = isDisturbed(judged.quality);
        search.take(resultsOf(batch, judged), conditions);
    }

    /// Those that run for the first time become variants of the comparison.
    std::vector<int> variantsOf(const TuneBatch& batch)
    {
        std::vector<int> variants;
        auto& all = m_request.plan.variants;
        const auto before = all.size();
        for (const int candidate : batch.candidates) {
            auto& variant = m_variantOf[static_cast<std::size_t>(candidate)];
            if (!variant) {
                variant = static_cast<int>(all.size());
                all.push_back(candidateAt(candidate).variant);
            }
            variants.push_back(*variant);
        }
        if (all.size() > before) {
            m_session.recording.setVariants(all);
            prepareVariants(m_session);
        }
        return variants;
    }

    void letRun(const std::vector<int>& variants)
    {
        for (int i = 1; i < static_cast<int>(m_session.variants.size()); ++i)
            m_session.state(i).resting = std::ranges::find(variants, i) == variants.end();
    }

    Result<void> runColds(const std::vector<int>& variants)
    {
        for (const int variant : variants)
            if (!over())
                if (auto ran = runCold(m_session, variant, CacheState::Empty, 0); !ran)
                    return ran;
        return {};
    }

    /// A rung is a repetition; the baseline runs beside each batch of it.
    Result<void> runLanes(const TuneBatch& batch, const std::vector<int>& variants)
    {
        RepetitionOrder order {
            .number = batch.rung, .lanes = {{.variant = 0}}, .isShort = batch.isShort};
        for (const int variant : variants)
            order.lanes.push_back({.variant = variant});
        std::set<int> all {0};
        all.insert(variants.begin(), variants.end());
        for (int index = 0; index < m_session.processesForCases() && !over(); ++index) {
            order.cases = m_session.casesOfProcess(index);
            if (const auto ran = runRepetition(m_session, order, all); !ran)
                return tl::unexpected(ran.error());
        }
        return {};
    }

    [[nodiscard]] std::vector<TuneResult> resultsOf(
        const TuneBatch& batch, const ComparisonResult& judged)
    {
        const auto& data = m_session.recording.data();
        std::vector<TuneResult> results;
        for (const int candidate : batch.candidates) {
            const int variant = *m_variantOf[static_cast<std::size_t>(candidate)];
            auto result = tuneResultOf(data, judged, variant);
            result.candidate = candidate;
            if (m_session.state(variant).out)
                result.out = TuneDecision::Failed;
            results.push_back(std::move(result));
        }
        return results;
    }

    using Dropped = std::vector<std::pair<std::string, TuneDecision>>;

    Dropped noteDropped(TuneSearch& search)
    {
        Dropped dropped;
        for (const int candidate : search.takeDropped()) {
            const auto& state = search.candidates()[static_cast<std::size_t>(candidate)];
            dropped.emplace_back(candidateAt(candidate).variant.name, *state.out);
            note(candidate, {state.lastRung.value_or(0), *state.out, spent()});
        }
        return dropped;
    }

    void note(int candidate, const TuneStep& step)
    {
        const auto variant = m_variantOf[static_cast<std::size_t>(candidate)];
        const auto& processes = m_session.recording.data().processes;
        for (std::size_t i = processes.size(); i-- > 0;)
            if (processes[i].start.variant == variant)
                return m_session.recording.add(ProcessIndex {static_cast<int>(i)}, step);
    }

    Result<std::string> end(TuneSearch& search)
    {
        noteDropped(search);
        for (std::size_t i = 0; i < m_candidates.size(); ++i)
            if (const auto& state = search.candidates()[i]; state.runs())
                note(static_cast<int>(i), {*state.lastRung, TuneDecision::Finalist, spent()});
        if (auto traced = traceBest(search); !traced)
            return tl::unexpected(traced.error());
        return reasonOf(search);
    }

    /// What explains the best setting, where time is left for it.
    Result<void> traceBest(const TuneSearch& search)
    {
        constexpr int lanes = 4; // two processes that compile other code, each as long as two
        const auto best = search.best();
        if (!best || m_session.plan().protocol.traceCalls <= 0
            || search.laneTime() * lanes > left())
            return {};
        letRun({*m_variantOf[static_cast<std::size_t>(*best)]});
        const Monitoring monitoring(m_session, std::nullopt);
        return runTraces(m_session);
    }

    [[nodiscard]] std::string reasonOf(const TuneSearch& search) const
    {
        if (!m_session.state(0).live() && !m_session.state(0).reason.empty())
            return m_session.state(0).reason;
        return search.budgetEnded() ? "the budget was spent" : "the best setting is told apart";
    }

    Session& m_session;
    RecordRequest& m_request; ///< the session's own
    std::vector<Variant> m_given;
    CandidateGroups m_groups;
    nanoseconds m_callLimit;
    std::vector<TuneCandidate> m_candidates;
    std::vector<std::optional<int>> m_variantOf; ///< by candidate, once it ran
};

/// Settings that fell out are no failure of the search; that none ran is.
struct Found {
    bool some = false;
    std::string failure; ///< the first
};

Found foundIn(const Session& session)
{
    const auto& data = session.recording.data();
    Found found {.some = tuneOutcomeOf(data, judge(data)).best.has_value()};
    for (const auto& state : session.variants)
        if (found.failure.empty())
            found.failure = state.reason;
    return found;
}

RecordOutcome ofSearch(RecordOutcome outcome, const Found& found)
{
    outcome.allFailed = !outcome.interrupted && !found.some;
    outcome.variantsFailed = 0;
    outcome.ranEager = false;
    outcome.reason = outcome.allFailed ? found.failure : "";
    return outcome;
}

} // namespace

nanoseconds leastTuneBudget()
{
    return TuneSearch::leastBudget({});
}

Result<RecordOutcome> tune(RecordRequest request, const CandidateGroups& groups, RecordSink& sink,
    const ProgressListener& progress, StopRequest& stop)
{
    auto& variants = request.plan.variants;
    const std::vector<Variant> given(variants.begin() + 1, variants.end());
    variants.resize(1);
    Found found;
    return recordWith(request, sink, progress, stop, [&](Session& session) {
        auto reason = Tuning(session, request, given, groups).run();
        found = foundIn(session);
        return reason;
    }).map([&](RecordOutcome outcome) { return ofSearch(std::move(outcome), found); });
}

} // namespace profiler
