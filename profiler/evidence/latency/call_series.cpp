// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/call_series.h"

#include "profiler/model/clock_reasons.h"
#include "profiler/statistics/outliers.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace profiler {

namespace {

constexpr std::size_t marksOfACause = 2; ///< for each variant; the others are counted

/// A round of a repetition, the same one for all variants.
using RoundKey = std::tuple<int, bool, int, int>; ///< repetition, repeated, round, occurrence

struct Slot {
    std::size_t calls = 0; ///< of the variant that has most
    double start = 0;
};

struct RunVariant {
    const VariantResult* result = nullptr;
    std::vector<Lane> lanes; ///< steady, by repetition
    std::vector<Lane> recompiled; ///< left out: compiled while their calls were timed
};

RoundKey keyOf(const Lane& lane, const TimedBlock& block)
{
    return {lane.repetition, block.repeated, block.round, block.occurrence};
}

std::vector<std::int64_t> warmUpCalls(
    const ProcessRecord& process, int caseIndex, std::vector<std::uint8_t>& compiled)
{
    std::vector<std::int64_t> calls;
    for (const CallBlock& block : process.blocks) {
        if (block.kind != BlockKind::WarmUp || block.caseIndex != caseIndex)
            continue;
        calls.insert(calls.end(), block.wallNs.begin(), block.wallNs.end());
        compiled.insert(compiled.end(), block.compiled.begin(), block.compiled.end());
        compiled.resize(calls.size(), 0);
    }
    return calls;
}

std::map<RoundKey, Slot> slotsOf(const std::vector<RunVariant>& variants, CallSeries& series)
{
    std::map<RoundKey, Slot> slots;
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

void addWarmUp(CallSeries& series, VariantCalls& calls, const RunVariant& variant, int caseIndex)
{
    const Lane& first = variant.lanes.front();
    std::vector<std::uint8_t> compiled;
    const auto warmUp = warmUpCalls(*first.process, caseIndex, compiled);
    bool compiledBefore = false;
    for (std::size_t i = 0; i < warmUp.size(); ++i) {
        if (warmUp[i] <= 0)
            continue;
        const auto ns = static_cast<double>(warmUp[i]);
        const auto place = static_cast<double>(i + 1);
        calls.place.push_back(place);
        calls.ns.push_back(ns);
        if (compiled[i] == 0)
            continue;
        const auto cause = compiledBefore ? SlowCause::Recompile : SlowCause::FirstCompile;
        compiledBefore = true;
        ++calls.slow.at(static_cast<std::size_t>(cause));
        series.marks.push_back({calls.variant, cause, place, ns, static_cast<std::int64_t>(i + 1),
            first.repetition, {}});
    }
    calls.warmUp = calls.place.size();
}

SlowCause causeOf(const CallBlock& block)
{
    const bool dropped = block.machine.clockEventReasons
        && (*block.machine.clockEventReasons & loweredClockReasons) != 0;
    if (dropped)
        return SlowCause::ClockDrop;
    return block.flags.empty() ? SlowCause::Unexplained : SlowCause::OtherWork;
}

/// The recorded block behind a timed one; lanes keep the order of the process.
std::vector<const CallBlock*> recordedBlocks(const ProcessRecord& process, int caseIndex)
{
    std::vector<const CallBlock*> blocks;
    for (const CallBlock& block : process.blocks) {
        const bool any = std::ranges::any_of(block.wallNs, [](auto ns) { return ns > 0; });
        if (block.kind == BlockKind::Timed && block.caseIndex == caseIndex
            && block.clock == Clock::Call && any)
            blocks.push_back(&block);
    }
    return blocks;
}

/// Beyond three times the IQR above p75: the same fence as the count of outliers.
double slowFence(const Lane& lane)
{
    const auto fences = tukeyOutliers(callsOf(lane));
    return fences ? fences->q3 + (3 * (fences->q3 - fences->q1)) : 0;
}

struct Placed {
    double place = 0;
    double ns = 0;
};

void addLane(VariantCalls& calls, std::vector<Placed>& placed, std::vector<SlowCall>& slow,
    const Lane& lane, const std::map<RoundKey, Slot>& slots, int caseIndex)
{
    const double fence = slowFence(lane);
    const auto recorded = recordedBlocks(*lane.process, caseIndex);
    auto number = static_cast<std::int64_t>(calls.warmUp + placed.size());
    for (std::size_t i = 0; i < lane.blocks.size(); ++i) {
        const TimedBlock& block = lane.blocks[i];
        const Slot& slot = slots.at(keyOf(lane, block));
        const double step
            = static_cast<double>(slot.calls) / static_cast<double>(block.callsNs.size());
        double place = slot.start;
        for (const double ns : block.callsNs) {
            placed.push_back({place, ns});
            ++number;
            if (ns > fence && i < recorded.size()) {
                const SlowCause cause = causeOf(*recorded[i]);
                ++calls.slow.at(static_cast<std::size_t>(cause));
                slow.push_back({calls.variant, cause, place, ns, number, lane.repetition,
                    recorded[i]->flags.empty() ? std::string() : recorded[i]->flags.front()});
            }
            place += step;
        }
    }
}

void keepSlowest(std::vector<SlowCall>& slow, std::vector<SlowCall>& marks)
{
    std::ranges::stable_sort(slow, std::ranges::greater(), &SlowCall::ns);
    std::array<std::size_t, slowCauses> kept {};
    for (SlowCall& call : slow) {
        if (kept.at(static_cast<std::size_t>(call.cause))++ < marksOfACause)
            marks.push_back(std::move(call));
    }
}

/// The call that compiled, or where the recorder cannot tell the slowest of its block.
double compiledCallNs(const CallBlock& block)
{
    std::int64_t slowest = 0;
    for (std::size_t i = 0; i < block.wallNs.size(); ++i) {
        if (i < block.compiled.size() && block.compiled[i] != 0)
            return static_cast<double>(block.wallNs[i]);
        slowest = std::max(slowest, block.wallNs[i]);
    }
    return static_cast<double>(slowest);
}

/// A process that compiled while its calls were timed is no part of any figure; it is marked where
/// its round would stand.
void markRecompiled(CallSeries& series, VariantCalls& calls, const RunVariant& variant,
    const std::map<RoundKey, Slot>& slots, int caseIndex)
{
    for (const Lane& lane : variant.recompiled) {
        ++series.recompiled;
        for (const CallBlock& block : lane.process->blocks) {
            if (block.kind != BlockKind::Timed || block.caseIndex != caseIndex
                || !block.compileCountMoved)
                continue;
            const double ns = compiledCallNs(block);
            if (!(ns > 0))
                continue;
            const auto slot = slots.find({lane.repetition, block.repeated, block.round, 0});
            ++calls.slow.at(static_cast<std::size_t>(SlowCause::Recompile));
            series.marks.push_back({.variant = calls.variant,
                .cause = SlowCause::Recompile,
                .place = slot == slots.end() ? series.end : slot->second.start,
                .ns = ns,
                .repetition = lane.repetition,
                .detail = "recompiled in timed round " + std::to_string(block.round + 1)
                    + ": this process is left out",
                .leftOut = true});
        }
    }
}

void addVariant(CallSeries& series, const RunVariant& variant,
    const std::map<RoundKey, Slot>& slots, int caseIndex)
{
    VariantCalls calls {.variant = variant.result->variant, .name = variant.result->name};
    markRecompiled(series, calls, variant, slots, caseIndex);
    if (variant.lanes.empty()) {
        calls.whyEmpty = variant.result->latency ? Reason {ReasonKind::NoTimedCall, {}}
                                                 : variant.result->latency.error();
        series.variants.push_back(std::move(calls));
        return;
    }
    addWarmUp(series, calls, variant, caseIndex);
    std::vector<Placed> placed;
    std::vector<SlowCall> slow;
    for (const Lane& lane : variant.lanes)
        addLane(calls, placed, slow, lane, slots, caseIndex);
    std::ranges::stable_sort(placed, {}, &Placed::place);
    for (const Placed& call : placed) {
        calls.place.push_back(call.place);
        calls.ns.push_back(call.ns);
    }
    keepSlowest(slow, series.marks);
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
            std::vector<std::uint8_t> compiled;
            const auto warmUp
                = warmUpCalls(*lanes.front().process, caseResult.caseIndex, compiled).size();
            series.warmUpCalls = std::max(series.warmUpCalls, static_cast<std::int64_t>(warmUp));
        }
        variants.push_back({&variant, std::move(lanes), std::move(recompiled)});
    }
    series.warmUpEnd = static_cast<double>(series.warmUpCalls + 1);
    const auto slots = slotsOf(variants, series);
    for (const RunVariant& variant : variants)
        addVariant(series, variant, slots, caseResult.caseIndex);
    if (slots.empty())
        series.whyEmpty = {ReasonKind::NoSteadyCallOfCase, {}};
    series.extent = callExtent(series.variants);
    for (const SlowCall& mark : series.marks)
        series.extent.high = std::max(series.extent.high, mark.ns);
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
