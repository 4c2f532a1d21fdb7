// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/slow_calls.h"

#include "profiler/evidence/latency/compiles_in_calls.h"
#include "profiler/model/clock_reasons.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/collection_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/thresholds.h"
#include "profiler/statistics/outliers.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <utility>

namespace profiler {

namespace {

/// Calls that the others are held against: the timed ones, else the last half of the warm-up.
std::vector<double> usualCalls(const ProcessRecord& process, int caseIndex)
{
    std::vector<double> timed;
    std::vector<double> warmUp;
    for (const auto& block : process.blocks) {
        if (!hasLatenciesOf(block, caseIndex))
            continue;
        auto& calls = block.kind == BlockKind::Timed ? timed : warmUp;
        for (std::size_t i = 0; i < block.wallNs.size(); ++i)
            if (block.wallNs[i] > 0 && (i >= block.compiled.size() || block.compiled[i] == 0))
                calls.push_back(static_cast<double>(block.wallNs[i]));
    }
    if (!timed.empty())
        return timed;
    warmUp.erase(warmUp.begin(), warmUp.begin() + static_cast<std::ptrdiff_t>(warmUp.size() / 2));
    return warmUp;
}

/// Wall time in which the calling thread had no core; of a call that it is known of.
std::optional<double> offCpuNs(const CallBlock& block, std::size_t call)
{
    if (call >= block.cpuNs.size() || block.cpuNs[call] < 0)
        return std::nullopt;
    return static_cast<double>(block.wallNs[call]) - static_cast<double>(block.cpuNs[call]);
}

/// What the calls of a process usually are.
struct Usual {
    std::optional<double> medianNs;
    double fenceNs = std::numeric_limits<double>::infinity();
    double offCpuNs = 0;
    std::optional<double> smClockMhz; ///< of blocks whose clock nothing lowered
};

bool isLowered(const CallBlock& block)
{
    return (block.machine.clockEventReasons.value_or(0) & loweredClockReasons) != 0;
}

Usual usualOf(const ProcessRecord& process, int caseIndex)
{
    Usual usual;
    const auto calls = usualCalls(process, caseIndex);
    usual.medianNs = median(calls);
    if (const auto fences = tukeyOutliers(calls))
        usual.fenceNs = fences->q3 + (slowFenceIqrs * (fences->q3 - fences->q1));
    std::vector<double> off;
    std::vector<double> clocks;
    for (const auto& block : process.blocks) {
        if (!hasLatenciesOf(block, caseIndex) || block.kind != BlockKind::Timed)
            continue;
        for (std::size_t i = 0; i < block.wallNs.size(); ++i)
            if (const auto ns = offCpuNs(block, i))
                off.push_back(*ns);
        if (block.machine.smClockMhz && !isLowered(block))
            clocks.push_back(*block.machine.smClockMhz);
    }
    usual.offCpuNs = std::max(0.0, median(off).value_or(0));
    usual.smClockMhz = median(clocks);
    return usual;
}

struct Collected {
    CollectedInCall told;
    double ns = 0;
};

/// Blocks by their order within the process, as the collector's events name them.
std::map<CallPlace, Collected> collectionsOf(const ProcessRecord& process, int caseIndex)
{
    std::map<int, std::size_t> byOrder;
    for (std::size_t i = 0; i < process.blocks.size(); ++i)
        if (hasLatenciesOf(process.blocks[i], caseIndex))
            byOrder.emplace(process.blocks[i].order, i);
    std::map<CallPlace, Collected> all;
    for (const auto& fact : process.collections) {
        const auto block = byOrder.find(fact.block);
        if (block == byOrder.end() || fact.call < 0)
            continue;
        auto& each = all[{block->second, static_cast<std::size_t>(fact.call)}];
        each.told.generation = std::max(each.told.generation, fact.generation);
        each.told.runs += fact.runs;
        each.ns += static_cast<double>(fact.duration.count());
    }
    return all;
}

/// Finds the slow calls of a process and says why.
class Search {
public:
    Search(const ProcessRecord& process, int caseIndex, bool onDevice)
        : m_process(process)
        , m_caseIndex(caseIndex)
        , m_onDevice(onDevice)
        , m_usual(usualOf(process, caseIndex))
        , m_compiles(compilesInCalls(process, caseIndex))
        , m_collections(collectionsOf(process, caseIndex))
    {
    }

    std::vector<SlowCall> found()
    {
        std::int64_t number = 0;
        for (std::size_t i = 0; i < m_process.blocks.size(); ++i) {
            const auto& block = m_process.blocks[i];
            if (!hasLatenciesOf(block, m_caseIndex))
                continue;
            addDiscarded(i, number);
            for (std::size_t call = 0; call < block.wallNs.size(); ++call) {
                ++number;
                if (block.wallNs[call] > 0)
                    look({i, call}, number);
            }
        }
        return std::move(m_found);
    }

private:
    void addDiscarded(std::size_t index, std::int64_t number)
    {
        const auto found = m_compiles.discarded.find(index);
        if (found == m_compiles.discarded.end())
            return;
        auto slow = callAt({index, 0}, number);
        slow.discarded = true;
        slow.ns = found->second.ns;
        slow.medianNs.reset();
        take(slow, found->second);
        m_found.push_back(std::move(slow));
    }

    void look(CallPlace place, std::int64_t number)
    {
        const auto& block = m_process.blocks[place.block];
        auto slow = callAt(place, number);
        slow.ns = static_cast<double>(block.wallNs[place.call]);
        if (const auto compiled = m_compiles.calls.find(place); compiled != m_compiles.calls.end())
            take(slow, compiled->second);
        else if (isSlow(block, place, slow.ns))
            explain(slow, block, place);
        else
            return;
        m_found.push_back(std::move(slow));
    }

    [[nodiscard]] SlowCall callAt(CallPlace place, std::int64_t number) const
    {
        const auto& start = m_process.start;
        const auto& block = m_process.blocks[place.block];
        return {.variant = start.variant,
            .caseIndex = m_caseIndex,
            .kind = start.kind,
            .again = start.again,
            .repetition = start.repetition,
            .block = place.block,
            .call = place.call,
            .round = block.kind == BlockKind::Timed ? std::max(block.round, 0) : -1,
            .number = number,
            .medianNs = m_usual.medianNs};
    }

    /// A warm-up gets faster by itself: only what is far above the median is told of it.
    [[nodiscard]] bool isSlow(const CallBlock& block, CallPlace place, double ns) const
    {
        if (!m_usual.medianNs || ns <= m_usual.fenceNs)
            return false;
        return block.kind == BlockKind::Timed || m_collections.contains(place)
            || ns > slowWarmUpMedians * *m_usual.medianNs;
    }

    static void take(SlowCall& slow, const CompileInCall& compiled)
    {
        slow.cause = compiled.cause;
        slow.evidence = compiled.evidence;
        if (compiled.told)
            slow.explainedNs = std::min(compiled.ns, std::max(slow.overMedianNs(), 0.0));
    }

    void explain(SlowCall& slow, const CallBlock& block, CallPlace place) const
    {
        if (isCollection(slow, place) || isDevice(slow, block))
            return;
        disturbed(slow, block, place);
    }

    bool isCollection(SlowCall& slow, CallPlace place) const
    {
        const auto found = m_collections.find(place);
        if (found == m_collections.end()
            || found->second.ns < collectionIsCause * slow.overMedianNs())
            return false;
        slow.cause = SlowCause::Collection;
        slow.evidence = found->second.told;
        slow.explainedNs = std::min(found->second.ns, slow.overMedianNs());
        return true;
    }

    bool isDevice(SlowCall& slow, const CallBlock& block) const
    {
        const auto& machine = block.machine;
        if (isLowered(block)) {
            slow.cause = SlowCause::ClockDrop;
            slow.evidence = LoweredInBlock {.reasons = *machine.clockEventReasons,
                .mhz = machine.smClockMhz,
                .usualMhz = m_usual.smClockMhz};
            if (machine.smClockMhz && m_usual.smClockMhz && *m_usual.smClockMhz > 0)
                slow.explainedNs
                    = std::clamp(slow.ns * (1 - (*machine.smClockMhz / *m_usual.smClockMhz)), 0.0,
                        slow.overMedianNs());
            return true;
        }
        if (machine.foreignGpuProcesses.value_or(0) <= 0)
            return false;
        slow.cause = SlowCause::SharedDevice;
        slow.evidence = SharedInBlock {*machine.foreignGpuProcesses};
        return true;
    }

    /// Of a device's calls the thread waits for the device, so that only switches tell.
    void disturbed(SlowCall& slow, const CallBlock& block, CallPlace place) const
    {
        Disturbed told {.pressureRatio = block.machine.cpuPressureRatio,
            .stealRatio = block.machine.stealRatio};
        if (place.call < block.switches.size() && block.switches[place.call] >= 0)
            told.switches = block.switches[place.call];
        if (told.switches.value_or(0) == 0 && block.flags.empty())
            return;
        slow.cause = SlowCause::Contention;
        slow.evidence = told;
        const auto off = m_onDevice ? std::nullopt : offCpuNs(block, place.call);
        if (off && *off > m_usual.offCpuNs)
            slow.explainedNs = std::min(*off - m_usual.offCpuNs, slow.overMedianNs());
    }

    const ProcessRecord& m_process;
    int m_caseIndex;
    bool m_onDevice;
    Usual m_usual;
    CompilesInCalls m_compiles;
    std::map<CallPlace, Collected> m_collections;
    std::vector<SlowCall> m_found;
};

void sum(SlowCallList& list)
{
    std::ranges::stable_sort(list.calls, std::ranges::greater(), &SlowCall::overMedianNs);
    for (const auto& call : list.calls) {
        auto& cause = list.sums.at(static_cast<std::size_t>(call.cause));
        ++cause.calls;
        cause.timed += call.isTimed() ? 1 : 0;
        const double over = std::max(call.overMedianNs(), 0.0);
        cause.overNs += over;
        cause.explainedNs += call.explainedNs.value_or(0);
        list.overNs += over;
    }
}

} // namespace

bool isOnDevice(const Plan& plan)
{
    return !plan.numeric.device.empty() && plan.numeric.device != "cpu";
}

std::vector<SlowCall> slowCallsOf(const ProcessRecord& process, int caseIndex, bool onDevice)
{
    return Search(process, caseIndex, onDevice).found();
}

SlowCallList slowCalls(const JudgeInput& input, int variant, int caseIndex)
{
    const auto& data = input.data();
    SlowCallList list;
    const auto addProcess = [&](const ProcessRecord& process, bool leftOut) {
        auto calls = slowCallsOf(process, caseIndex, isOnDevice(data.plan));
        for (auto& call : calls)
            call.leftOut = leftOut;
        std::ranges::move(calls, std::back_inserter(list.calls));
    };
    for (const auto& process : data.processes) {
        const auto& start = process.start;
        if (start.variant == variant && servesCase(process, caseIndex)
            && (start.kind == ProcessKind::Cold || start.kind == ProcessKind::ColdKept))
            addProcess(process, false);
    }
    for (const bool again : {false, true})
        for (const auto& lane :
            input.attempts({.variant = variant, .caseIndex = caseIndex, .again = again}))
            addProcess(*lane.process, lane.compiledWhileTimed);
    sum(list);
    return list;
}

SlowCallList joined(std::vector<SlowCallList> lists)
{
    SlowCallList all;
    for (auto& list : lists)
        std::ranges::move(list.calls, std::back_inserter(all.calls));
    sum(all);
    return all;
}

} // namespace profiler
