// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/schedule.h"

#include "profiler/judge/judge.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/stopping_rule.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan/result_check.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/variant_result.h"
#include "profiler/record/lanes/check_run.h"
#include "profiler/record/lanes/load_run.h"
#include "profiler/record/lanes/look_run.h"
#include "profiler/record/lanes/monitoring.h"
#include "profiler/record/lanes/trace_run.h"
#include "profiler/record/machine/machine_state.h"
#include "profiler/record/placement.h"
#include "profiler/record/session/planned_work.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using Sort = TimeEstimate::Sort;

constexpr auto longCold = 2min; // from here on one cold process of each sort has to do

/// What the file keeps of why no repetition was added.
std::string storedReason(StoppingDecision decision)
{
    return textOf(decision,
        {{StoppingDecision::NothingToDecide,
             "no variant is left whose verdict more repetitions could change"},
            {StoppingDecision::NarrowEnough, "interval narrow enough"},
            {StoppingDecision::MostReached, "largest number of repetitions reached"}});
}

} // namespace

Schedule::Schedule(Session& session)
    : m_session(session)
    , m_placement(session.plan().protocol.placement)
{
    for (const auto& process : session.recording.data().processes)
        if (process.start.kind == ProcessKind::Paired)
            m_firstRepetition = std::max(m_firstRepetition, process.start.repetition + 1);
}

void Schedule::reportStart()
{
    const auto about = formatRoughly(static_cast<double>(m_session.saidInAll.count()));
    m_session.reporter.report({.kind = ProgressKind::Started,
        .text = fmt::format("{}: about {}", m_session.recording.data().info.name, about)});
}

void Schedule::sayPlacement()
{
    if (m_placement == Placement::Sequential)
        m_session.notice({.rule = "placement_sequential",
            .sentence = "the script's calls cannot be held in lock step: each variant runs the "
                        "whole script alone, one after the other; results are not compared and no "
                        "call is traced"});
}

bool Schedule::over() const
{
    m_session.noteRequests();
    return m_session.ending() || m_session.liveVariants().empty();
}

Result<void> Schedule::runPlan()
{
    planWork(m_session);
    reportStart();
    sayPlacement();
    const auto& protocol = m_session.plan().protocol;
    if (!isTimed(protocol))
        return runLook();
    if (protocol.coldEmpty > 0)
        if (auto ran = runColdOnce(CacheState::Empty, 0); !ran)
            return ran;
    choosePlacement();
    if (protocol.repetitionsMin > 0 && !over())
        if (auto ran = runRepetition(); !ran)
            return ran;
    reportProvisional();
    if (auto ran = runRestOfCold(); !ran)
        return ran;
    if (auto ran = runRestOfRepetitions(); !ran)
        return ran;
    if (auto ran = runCheck(); !ran)
        return ran;
    if (auto ran = runLoad(); !ran)
        return ran;
    return runTrace();
}

Result<void> Schedule::runLook()
{
    auto& estimate = m_session.reporter.estimate();
    estimate.begin(lookSort);
    auto ran = runLooks(m_session);
    estimate.done(lookSort);
    return ran;
}

Result<void> Schedule::runCheck()
{
    if (!checksApart(m_session.plan()) || over())
        return {};
    m_session.reporter.estimate().begin(checkSort);
    OutputCheck check(m_session);
    auto ran = runChecks(m_session, check);
    m_session.reporter.estimate().done(checkSort);
    return ran;
}

Result<void> Schedule::runLoad()
{
    if (m_session.plan().load.repetitions <= 0 || over())
        return {};
    m_session.reporter.estimate().begin(loadSort);
    auto ran = runLoads(m_session);
    m_session.reporter.estimate().done(loadSort);
    return ran;
}

/// Last, so that what is measured never waits for what only explains it.
Result<void> Schedule::runTrace()
{
    if (m_session.plan().protocol.traceCalls <= 0 || over())
        return {};
    m_session.reporter.estimate().begin(traceSort);
    const Monitoring monitoring(m_session, std::nullopt);
    auto ran = runTraces(m_session);
    m_session.reporter.estimate().done(traceSort);
    return ran;
}

Result<void> Schedule::runRepetitions(int count)
{
    planRepetitions(m_session, count);
    reportStart();
    m_placement = m_session.recording.data().info.placement;
    m_stopReason = fmt::format("{} repetitions were added", count);
    for (int i = 0; i < count && !over(); ++i)
        if (auto ran = runRepetition(); !ran)
            return ran;
    return {};
}

/// One cold process of every variant that still wants one.
Result<void> Schedule::runColdOnce(CacheState cache, int repetition)
{
    const auto& protocol = m_session.plan().protocol;
    const bool kept = cache == CacheState::Kept;
    for (const int variant : m_session.liveVariants()) {
        const auto& state = m_session.state(variant);
        const int runs = coldRuns(variant, kept ? protocol.coldKept : protocol.coldEmpty);
        // What compiles nothing has nothing in its cache; without a cache nothing can be kept.
        const bool pointless = kept && (state.compiledNothing || !state.keptCache);
        m_session.waitWhilePaused(-1, "processes");
        if (m_session.ending())
            return {};
        const Sort sort {
            .kind = kept ? ProcessKind::ColdKept : ProcessKind::Cold, .variant = variant};
        if (repetition >= runs || pointless) {
            m_session.reporter.estimate().drop(sort);
            continue;
        }
        m_session.reporter.estimate().begin(sort);
        if (auto ran = runCold(m_session, variant, cache, repetition); !ran)
            return ran;
        m_session.reporter.estimate().done(sort, state.live());
    }
    return {};
}

int Schedule::coldRuns(int variant, int planned) const
{
    const bool slow = m_session.state(variant).longestCold > longCold;
    return slow && m_session.plan().protocol.effort == Effort::Normal ? std::min(planned, 1)
                                                                      : planned;
}

Result<void> Schedule::runRestOfCold()
{
    const auto& protocol = m_session.plan().protocol;
    for (int i = 1; i < protocol.coldEmpty && !over() && !m_session.timeIsUp(); ++i)
        if (auto ran = runColdOnce(CacheState::Empty, i); !ran)
            return ran;
    for (int i = 0; i < protocol.coldKept && !over() && !m_session.timeIsUp(); ++i)
        if (auto ran = runColdOnce(CacheState::Kept, i); !ran)
            return ran;
    return {};
}

Result<void> Schedule::runRestOfRepetitions()
{
    while (!over() && wantsAnother())
        if (auto ran = runRepetition(); !ran)
            return ran;
    return {};
}

bool Schedule::wantsAnother()
{
    if (m_session.timeIsUp()) {
        m_stopReason = "the time limit was reached";
        return false;
    }
    // Below the least number there is nothing to judge yet.
    const bool judged = m_repetitions >= m_session.plan().protocol.repetitionsMin;
    if (!judged)
        return true;
    const auto decision
        = decideStop(judge(m_session.recording.data()), m_repetitions, m_session.request.question);
    m_stopReason = storedReason(decision);
    if (decision == StoppingDecision::AddRepetition)
        m_session.reporter.estimate().setPlanned(repetitionSort, 1);
    return decision == StoppingDecision::AddRepetition;
}

void Schedule::choosePlacement()
{
    std::vector<std::int64_t> peaks;
    for (const int variant : m_session.liveVariants()) {
        const auto& state = m_session.state(variant);
        peaks.push_back(state.hostPeakBytes);
    }
    lookAtOtherPrograms();
    if ((m_session.plan().protocol.noiseRepetitions > 0 || m_againInAll) && !peaks.empty())
        peaks.push_back(peaks.front());
    const auto chosen = placementFor(m_placement, peaks, freeHostBytes());
    if (chosen == m_placement)
        return;
    m_placement = chosen;
    m_session.recording.setPlacement(chosen);
    m_session.notice({.rule = "placement_pairs",
        .sentence = "memory does not hold all variants at once: the baseline and one variant are "
                    "measured at a time"});
}

Result<void> Schedule::runRepetition()
{
    const int number = m_firstRepetition + m_repetitions;
    lookAtOtherPrograms();
    const auto parts
        = static_cast<std::size_t>(m_session.processesForCases()) * laneGroups(number).size();
    m_session.reporter.estimate().begin(repetitionSort, static_cast<int>(parts));
    for (int index = 0; index < m_session.processesForCases() && !over(); ++index) {
        if (auto ran = runLanes(number, m_session.casesOfProcess(index)); !ran)
            return ran;
    }
    m_session.reporter.estimate().done(repetitionSort, !m_session.ending());
    ++m_repetitions;
    m_session.reporter.report({.kind = ProgressKind::Repetition,
        .process = ProcessKind::Paired,
        .repetition = number,
        .stage = "rounds"});
    return {};
}

Result<void> Schedule::runLanes(int number, std::optional<CaseRange> cases)
{
    for (const auto& lanes : laneGroups(number))
        if (!over()) {
            if (auto ran = runGroup({.number = number, .lanes = lanes, .cases = cases}); !ran)
                return ran;
            m_session.reporter.estimate().nextPart(repetitionSort);
        }
    return {};
}

/// A repetition in which a lane did not settle is run once more; a variant gets that favour once.
Result<void> Schedule::runGroup(const RepetitionOrder& order)
{
    std::set<int> forgiven; // a lane of these does not stop a repetition any more
    for (const auto& lane : order.lanes)
        if (m_session.state(lane.variant).retried)
            forgiven.insert(lane.variant);
    auto outcome = profiler::runRepetition(m_session, order, forgiven);
    bool favour = false;
    if (outcome)
        for (const int variant : outcome->unsteady)
            favour = favour || !std::exchange(m_session.state(variant).retried, true);
    if (favour && !over()) {
        for (const auto& lane : order.lanes)
            forgiven.insert(lane.variant);
        outcome = profiler::runRepetition(m_session, order, forgiven);
    }
    if (!outcome)
        return tl::unexpected(outcome.error());
    for (const int variant : outcome->unsteady)
        m_session.notice({.variant = variant,
            .rule = "not_steady",
            .sentence = fmt::format("{} did not settle in repetition {}: that repetition is left "
                                    "out of its interval",
                m_session.variant(variant).name, order.number + 1)});
    return {};
}

/// Before a repetition, while nothing of the recording runs.
void Schedule::lookAtOtherPrograms()
{
    if (m_againInAll || !m_session.plan().protocol.noiseWhenBusy)
        return;
    m_againInAll = loadNow().value_or(0) >= busyLoad
        || contendedRatioOf(m_session.recording.data()) > mostDisturbedRatio;
}

std::vector<std::vector<LaneOrder>> Schedule::laneGroups(int number) const
{
    // Cases that are added get a noise floor of their own.
    const int ofCases = m_session.recorded ? number - m_firstRepetition : number;
    const bool again = m_againInAll || ofCases < m_session.plan().protocol.noiseRepetitions;
    const auto live = m_session.liveVariants();
    const bool baseline = std::find(live.begin(), live.end(), 0) != live.end();
    if (m_placement == Placement::Lanes) {
        std::vector<LaneOrder> lanes;
        lanes.reserve(live.size() + 1);
        for (const int variant : live)
            lanes.push_back({.variant = variant});
        if (again && baseline)
            lanes.push_back({.variant = 0, .again = true});
        return {lanes};
    }
    std::vector<std::vector<LaneOrder>> groups;
    if (m_placement == Placement::Sequential) {
        for (const int variant : live)
            groups.push_back({{.variant = variant}});
        return groups;
    }
    const std::vector<LaneOrder> common
        = baseline ? std::vector<LaneOrder> {{.variant = 0}} : std::vector<LaneOrder> {};
    for (const int variant : live)
        if (variant != 0) {
            groups.push_back(common);
            groups.back().push_back({.variant = variant});
        }
    if (again && baseline)
        groups.push_back({{.variant = 0}, {.variant = 0, .again = true}});
    return groups;
}

void Schedule::reportProvisional()
{
    m_session.recording.flush();
    if (m_session.ending() || m_repetitions == 0)
        return;
    m_session.reporter.report({.kind = ProgressKind::Provisional,
        .judged = std::make_shared<ComparisonResult>(judge(m_session.recording.data()))});
}

} // namespace profiler
