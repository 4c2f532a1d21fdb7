// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/call_series.h"

#include "profiler/evidence/latency/slow_calls.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace profiler {

namespace {

// For each variant; the others are counted.
constexpr std::size_t marksOfACause = 2;
constexpr std::size_t compilesMarked = 24;

/// A round of a repetition, the same one for all variants.
using CallRoundKey = std::tuple<int, bool, int, int>; ///< repetition, repeated, round, occurrence

struct Slot {
    std::size_t calls = 0; ///< of the variant that has most
    double start = 0;
};

struct RunVariant {
    const VariantResult* result = nullptr;
    std::vector<Lane> lanes; ///< steady, by repetition
    std::vector<Lane> recompiled; ///< left out: compiled while their calls were timed
};

CallRoundKey keyOf(const Lane& lane, const TimedBlock& block)
{
    return {lane.repetition, block.repeated, block.round, block.occurrence};
}

std::vector<std::int64_t> warmUpTimes(const ProcessRecord& process, int caseIndex)
{
    std::vector<std::int64_t> calls;
    for (const CallBlock& block : process.blocks)
        if (block.kind == BlockKind::WarmUp && block.caseIndex == caseIndex)
            calls.insert(calls.end(), block.wallNs.begin(), block.wallNs.end());
    return calls;
}

std::map<CallRoundKey, Slot> slotsOf(const std::vector<RunVariant>& variants, CallSeries& series)
{
    std::map<CallRoundKey, Slot> slots;
    for (const RunVariant& variant : variants) {
        for (const Lane& lane : variant.lanes) {
            for (const TimedBlock& block : lane.blocks) {
                Slot& slot = slots[keyOf(lane, block)];
                series.stretched
                    = series.stretched || (slot.calls != 0 && slot.calls != block.callsNs.size());
                slot.calls = std::max(slot.calls, block.callsNs.size());
            }
        }
    }
    double next = series.warmUpEnd;
    std::optional<int> repetition;
    for (auto& [key, slot] : slots) {
        if (repetition && *repetition != std::get<0>(key))
            series.nextProcess.push_back(next);
        if (repetition != std::get<0>(key))
            ++series.processes;
        repetition = std::get<0>(key);
        slot.start = next;
        next += static_cast<double>(slot.calls);
    }
    series.end = std::max(next - 1, series.warmUpEnd);
    return slots;
}

/// The slow calls of each process, in the order run.
class SlowCalls {
public:
    SlowCalls(int caseIndex, bool onDevice)
        : m_caseIndex(caseIndex)
        , m_onDevice(onDevice)
    {
    }

    [[nodiscard]] const std::vector<SlowCall>& of(const ProcessRecord& process)
    {
        const auto found = m_found.find(&process);
        if (found != m_found.end())
            return found->second;
        return m_found.emplace(&process, slowCallsOf(process, m_caseIndex, m_onDevice))
            .first->second;
    }

private:
    int m_caseIndex;
    bool m_onDevice;
    std::map<const ProcessRecord*, std::vector<SlowCall>> m_found;
};

void count(VariantCalls& calls, const SlowCall& slow)
{
    ++calls.slow.at(static_cast<std::size_t>(slow.cause));
}

/// In the order that they have.
void keepLongest(std::vector<MarkedCall>& calls, std::size_t most)
{
    if (calls.size() <= most)
        return;
    std::vector<double> ns;
    for (const MarkedCall& call : calls)
        ns.push_back(call.slow.ns);
    const auto last = ns.begin() + static_cast<std::ptrdiff_t>(most - 1);
    std::ranges::nth_element(ns, last, std::ranges::greater());
    std::erase_if(calls, [&](const MarkedCall& call) { return call.slow.ns < *last; });
    calls.resize(std::min(calls.size(), most));
}

/// The warm-up of the first process is drawn; of its slow calls compiles each have a sign.
void addWarmUp(CallSeries& series, VariantCalls& calls, std::vector<MarkedCall>& marks,
    const std::vector<std::int64_t>& warmUp, const std::vector<SlowCall>& slow)
{
    for (std::size_t i = 0; i < warmUp.size(); ++i)
        if (warmUp[i] > 0) {
            calls.place.push_back(static_cast<double>(i + 1));
            calls.ns.push_back(static_cast<double>(warmUp[i]));
        }
    calls.warmUp = calls.place.size();
    std::vector<MarkedCall> compiled;
    for (const SlowCall& each : slow) {
        if (each.isTimed())
            continue;
        count(calls, each);
        auto& into = isCompile(each.cause) ? compiled : marks;
        into.push_back({each, static_cast<double>(each.number), each.number});
    }
    keepLongest(compiled, compilesMarked);
    std::ranges::move(compiled, std::back_inserter(series.marks));
}

/// The recorded block behind a timed one; lanes keep the order of the process.
std::vector<std::size_t> recordedBlocks(const ProcessRecord& process, int caseIndex)
{
    std::vector<std::size_t> blocks;
    for (std::size_t i = 0; i < process.blocks.size(); ++i) {
        const CallBlock& block = process.blocks[i];
        const bool any = std::ranges::any_of(block.wallNs, [](auto ns) { return ns > 0; });
        if (block.kind == BlockKind::Timed && block.caseIndex == caseIndex
            && block.clock == Clock::Call && any)
            blocks.push_back(i);
    }
    return blocks;
}

struct Placed {
    double place = 0;
    double ns = 0;
};

/// A recorded block of a lane.
struct BlockOnAxis {
    double start = 0;
    double step = 1; ///< from call to call
    std::int64_t calls = 0; ///< before it
};

/// Places the calls of a lane; its blocks by their index within the process.
std::map<std::size_t, BlockOnAxis> placeLane(std::vector<Placed>& placed, const Lane& lane,
    const std::map<CallRoundKey, Slot>& slots, int caseIndex)
{
    const auto recorded = recordedBlocks(*lane.process, caseIndex);
    std::map<std::size_t, BlockOnAxis> blocks;
    for (std::size_t i = 0; i < lane.blocks.size(); ++i) {
        const TimedBlock& block = lane.blocks[i];
        const Slot& slot = slots.at(keyOf(lane, block));
        const double step
            = static_cast<double>(slot.calls) / static_cast<double>(block.callsNs.size());
        if (i < recorded.size())
            blocks[recorded[i]] = {slot.start, step, static_cast<std::int64_t>(placed.size())};
        double place = slot.start;
        for (const double ns : block.callsNs) {
            placed.push_back({place, ns});
            place += step;
        }
    }
    return blocks;
}

void addLane(VariantCalls& calls, std::vector<Placed>& placed, std::vector<MarkedCall>& marks,
    const Lane& lane, const std::map<CallRoundKey, Slot>& slots, SlowCalls& slow, int caseIndex)
{
    const auto blocks = placeLane(placed, lane, slots, caseIndex);
    for (const SlowCall& each : slow.of(*lane.process)) {
        const auto block = blocks.find(each.block);
        if (!each.isTimed() || block == blocks.end())
            continue;
        count(calls, each);
        const auto& [start, step, before] = block->second;
        marks.push_back({each, start + (step * static_cast<double>(each.call)),
            static_cast<std::int64_t>(calls.warmUp + each.call) + before + 1});
    }
}

void keepSlowest(std::vector<MarkedCall>& slow, std::vector<MarkedCall>& marks)
{
    std::ranges::stable_sort(
        slow, std::ranges::greater(), [](const MarkedCall& call) { return call.slow.ns; });
    std::array<std::size_t, slowCauses> kept {};
    for (MarkedCall& call : slow) {
        if (kept.at(static_cast<std::size_t>(call.slow.cause))++ < marksOfACause)
            marks.push_back(std::move(call));
    }
}

/// A process that compiled while its calls were timed is no part of any figure; what compiled is
/// marked where its round would stand.
void markRecompiled(CallSeries& series, VariantCalls& calls, const RunVariant& variant,
    const std::map<CallRoundKey, Slot>& slots, SlowCalls& slow)
{
    std::vector<MarkedCall> marks;
    for (const Lane& lane : variant.recompiled) {
        ++series.recompiled;
        for (SlowCall each : slow.of(*lane.process)) {
            if (!each.isTimed() || !isCompile(each.cause))
                continue;
            each.leftOut = true;
            const auto slot = slots.find(
                {lane.repetition, lane.process->blocks[each.block].repeated, each.round, 0});
            count(calls, each);
            const auto number = each.number;
            marks.push_back(
                {std::move(each), slot == slots.end() ? series.end : slot->second.start, number});
        }
    }
    keepLongest(marks, compilesMarked);
    std::ranges::move(marks, std::back_inserter(series.marks));
}

void addVariant(CallSeries& series, const RunVariant& variant,
    const std::map<CallRoundKey, Slot>& slots, SlowCalls& slow, int caseIndex)
{
    VariantCalls calls {.variant = variant.result->variant, .name = variant.result->name};
    markRecompiled(series, calls, variant, slots, slow);
    if (variant.lanes.empty()) {
        calls.whyEmpty = variant.result->latency ? Reason {ReasonKind::NoTimedCall, {}}
                                                 : variant.result->latency.error();
        series.variants.push_back(std::move(calls));
        return;
    }
    std::vector<MarkedCall> marks;
    const auto& first = *variant.lanes.front().process;
    addWarmUp(series, calls, marks, warmUpTimes(first, caseIndex), slow.of(first));
    std::vector<Placed> placed;
    for (const Lane& lane : variant.lanes)
        addLane(calls, placed, marks, lane, slots, slow, caseIndex);
    std::ranges::stable_sort(placed, {}, &Placed::place);
    for (const Placed& call : placed) {
        calls.place.push_back(call.place);
        calls.ns.push_back(call.ns);
    }
    keepSlowest(marks, series.marks);
    series.variants.push_back(std::move(calls));
}

/// The value that all but one of a thousand stay below.
double bulkOf(const VariantCalls& calls)
{
    std::vector<double> timed(
        calls.ns.begin() + static_cast<std::ptrdiff_t>(calls.warmUp), calls.ns.end());
    if (timed.empty())
        return 0;
    const auto place = timed.begin() + static_cast<std::ptrdiff_t>(timed.size() * 999 / 1000);
    std::nth_element(timed.begin(), place, timed.end());
    return *place;
}

} // namespace

CallExtent callExtent(const std::vector<VariantCalls>& variants)
{
    constexpr double aboveBulk = 1.6; // what lies further up is no part of the bulk
    constexpr double worthAGap = 1.3;
    CallExtent extent {.low = std::numeric_limits<double>::infinity()};
    double bulk = 0;
    for (const VariantCalls& calls : variants) {
        bulk = std::max(bulk, bulkOf(calls));
        for (const double ns : calls.ns) {
            extent.low = std::min(extent.low, ns);
            extent.high = std::max(extent.high, ns);
        }
    }
    const double limit = bulk * aboveBulk;
    if (extent.high <= limit * worthAGap)
        return extent;
    extent.gap = {bulk, extent.high};
    for (const VariantCalls& calls : variants) {
        for (const double ns : calls.ns) {
            if (ns <= limit)
                extent.gap->first = std::max(extent.gap->first, ns);
            else
                extent.gap->second = std::min(extent.gap->second, ns);
        }
    }
    return extent;
}

CallSeries callSeries(const JudgeInput& input, const CaseResult& caseResult)
{
    CallSeries series;
    std::vector<RunVariant> variants;
    for (const VariantResult& variant : caseResult.variants) {
        const auto& attempts
            = input.attempts({.variant = variant.variant, .caseIndex = caseResult.caseIndex});
        std::vector<Lane> recompiled;
        std::ranges::copy_if(attempts, std::back_inserter(recompiled), &Lane::compiledWhileTimed);
        auto lanes = inState(byRepetition(attempts), LaneState::Steady);
        if (!lanes.empty()) {
            const auto warmUp = warmUpTimes(*lanes.front().process, caseResult.caseIndex).size();
            series.warmUpCalls = std::max(series.warmUpCalls, static_cast<std::int64_t>(warmUp));
        }
        variants.push_back({&variant, std::move(lanes), std::move(recompiled)});
    }
    series.warmUpEnd = static_cast<double>(series.warmUpCalls + 1);
    const auto slots = slotsOf(variants, series);
    SlowCalls slow(caseResult.caseIndex, isOnDevice(input.data().plan));
    for (const RunVariant& variant : variants)
        addVariant(series, variant, slots, slow, caseResult.caseIndex);
    if (slots.empty())
        series.whyEmpty = {ReasonKind::NoSteadyCallOfCase, {}};
    series.extent = callExtent(series.variants);
    for (const MarkedCall& mark : series.marks)
        series.extent.high = std::max(series.extent.high, mark.slow.ns);
    return series;
}

std::vector<CallPoint> visibleCalls(const VariantCalls& calls, double low, double high, int columns)
{
    constexpr std::size_t between = 6;
    std::vector<CallPoint> points;
    if (columns <= 0 || !(low > 0) || !(high > low))
        return points;
    const double ratio = std::log(high / low) / columns;
    auto from = std::ranges::lower_bound(calls.place, low);
    for (int column = 0; column < columns && from != calls.place.end(); ++column) {
        const double edge = column + 1 == columns ? std::nextafter(high, high * 2)
                                                  : low * std::exp(ratio * (column + 1));
        const auto to = std::lower_bound(from, calls.place.end(), edge);
        const auto first = static_cast<std::size_t>(from - calls.place.begin());
        const auto count = static_cast<std::size_t>(to - from);
        const auto add = [&](std::size_t i) { points.push_back({calls.place[i], calls.ns[i]}); };
        if (count <= between + 2) {
            for (std::size_t i = 0; i < count; ++i)
                add(first + i);
        } else {
            const auto begin = calls.ns.begin() + static_cast<std::ptrdiff_t>(first);
            const auto [fastest, slowest]
                = std::minmax_element(begin, begin + static_cast<std::ptrdiff_t>(count));
            add(static_cast<std::size_t>(fastest - calls.ns.begin()));
            add(static_cast<std::size_t>(slowest - calls.ns.begin()));
            for (std::size_t i = 0; i < between; ++i)
                add(first + (count * i / between));
        }
        from = to;
    }
    return points;
}

} // namespace profiler
