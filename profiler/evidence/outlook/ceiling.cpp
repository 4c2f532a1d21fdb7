// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/outlook/ceiling.h"

#include "profiler/model/outlook.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace profiler {
namespace {

constexpr double second = 1e9;

// What is allowed for before something is called impossible: a roof is the best of a few runs.
constexpr double fasterThanPeak = 1.25;
constexpr double fasterThanCopy = 1.5; // reading alone is faster than reading and writing
constexpr double fasterInCaches = 3; // a core's own cache is faster than the one that was measured
/// A convolution of 3 × 3 by Winograd's method needs so much less than its formula says.
constexpr double fasterConvolution = 2.25;

/// What a compiled call costs by itself: guards, its wrapper, a call of the library from it.
struct EntryNs {
    double least = 0;
    double likely = 0;
    double likelyLibraryCall = 0; ///< for each call of the library
};

constexpr EntryNs onCpu {.least = 2'000, .likely = 10'000, .likelyLibraryCall = 1'500};
/// A kernel begins 6 us after its launch at the earliest, and one that waits for it wakes up later
/// still. Before CUDA graphs are replayed the host looks at all parameters: it left an H100 idle
/// for 70 us in a perceptron of three layers, and for 7 us more for each layer of ResNet-50, GPT-2,
/// BERT.
constexpr EntryNs onGpu {.least = 10'000, .likely = 60'000, .likelyLibraryCall = 7'000};
constexpr double leastLibraryCallNs = 200;

/// Of an operator in eager, its tensor's allocation included; what is above that and its bytes is
/// computing: tanh and exp are, and a kernel that fuses them computes as well.
constexpr double dispatchNs = 5'000;
constexpr double fasterComputing = 16; // wide vectors in place of scalars

constexpr double half = 0.5;
/// Packed weights, fused epilogues and other kernels win a part of what lies above the roof.
constexpr double likelyLibraryGain = 0.25;

const EntryNs& entryOf(const EagerCall& call)
{
    return call.onDevice ? onGpu : onCpu;
}

bool isConvolution(const OperatorWork& row)
{
    return row.name.find("conv") != std::string::npos;
}

double workNs(const CallSplit& split, WorkKind kind)
{
    const auto found = split.workNs.find(kind);
    return found == split.workNs.end() ? 0 : found->second;
}

bool isFusible(WorkKind kind)
{
    return kind != WorkKind::Matmul && kind != WorkKind::Communication;
}

double fusibleNs(const CallSplit& split)
{
    double ns = 0;
    for (const auto& [kind, each] : split.workNs)
        if (isFusible(kind))
            ns += each;
    return ns;
}

/// Nobody knows whether unknown time can be won. What was queued while others had the device is:
/// they have it in the gaps between launches, of which compiled code leaves few. In GPT-2 and BERT
/// on a shared H100 61 % and 54 % of an eager call were so, and CUDA graphs made them 3.6 and 3.8
/// times as fast.
bool isKnown(IdleCause cause)
{
    return cause != IdleCause::BeforeTrace && cause != IdleCause::Other;
}

double idleNs(const CallSplit& split)
{
    double ns = split.hostNs;
    for (const auto& [cause, each] : split.idleNs)
        ns += isKnown(cause) ? each : 0;
    return ns;
}

double unexplainedNs(const CallSplit& split)
{
    double ns = split.unexplainedNs;
    for (const auto& [cause, each] : split.idleNs)
        ns += isKnown(cause) ? 0 : each;
    return ns;
}

double timeAt(std::int64_t amount, std::optional<double> perSecond)
{
    return perSecond && *perSecond > 0 ? static_cast<double>(amount) / *perSecond * second : 0;
}

/// Of all its calls, each at the bandwidth for its size.
double trafficNs(const OperatorWork& row, const MachineRoofs& roofs)
{
    const auto each = row.count > 0 ? row.bytes / row.count : row.bytes;
    return timeAt(row.bytes, roofs.bandwidthFor(each));
}

/// Parameters, inputs and results pass at least once, whatever is fused.
double leastTraffic(const EagerCall& call)
{
    if (call.work == nullptr || !call.roofs)
        return 0;
    const auto bytes = call.work->sourceBytes.value_or(0) + call.work->resultBytes.value_or(0);
    const bool cached = bytes <= call.roofs->cacheBytes && call.roofs->cache;
    return timeAt(bytes, call.roofs->bandwidthFor(bytes))
        / (cached ? fasterInCaches : fasterThanCopy);
}

std::int64_t libraryCalls(const EagerCall& call)
{
    std::int64_t calls = 0;
    if (call.work != nullptr)
        for (const auto& row : call.work->operators)
            calls += row.library ? row.count : 0;
    return calls;
}

CeilingTime libraryPart(const EagerCall& call)
{
    const double now = workNs(call.split, WorkKind::Matmul);
    const auto roof = libraryRoof(call);
    const double least = std::min(now, roof ? roof->leastNs : 0);
    return {CeilingPart::Library, now, least, now - likelyLibraryGain * (now - least), now};
}

/// What its bytes and its dispatch take, as eager runs it.
double explainedNs(const OperatorWork& row, const MachineRoofs& roofs)
{
    return trafficNs(row, roofs) + dispatchNs * static_cast<double>(row.count);
}

/// Inductor leaves them to the library, operator by operator.
bool isOnComplexNumbers(const OperatorWork& row)
{
    return row.dtype.starts_with("complex");
}

/// Of elementwise work what neither its bytes nor its dispatch explain.
double computingNs(const EagerCall& call, double fusible)
{
    if (call.work == nullptr || !call.roofs || call.work->operators.empty())
        return 0;
    double explained = 0;
    for (const auto& row : call.work->operators)
        explained += row.library || isOnComplexNumbers(row) ? 0 : explainedNs(row, *call.roofs);
    return std::max(0.0, fusible - explained);
}

CeilingTime fusiblePart(const EagerCall& call)
{
    const double now = fusibleNs(call.split);
    const double computing = computingNs(call, now);
    double likely = half * half * now; // where no size is known
    if (call.work != nullptr && call.work->crossingBytes && call.roofs)
        likely
            = timeAt(*call.work->crossingBytes, call.roofs->bandwidthFor(*call.work->crossingBytes))
            + half * computing;
    likely = std::min(now, likely);
    return {CeilingPart::Fusible, now, std::min(likely, computing / fasterComputing), likely,
        std::max(likely, half * now)};
}

/// Of a device what it waits for, of a CPU what Python and dispatch take.
CeilingTime hostPart(const EagerCall& call)
{
    const double now = std::max(0.0, idleNs(call.split) - call.dataWaitNs);
    const auto& entry = entryOf(call);
    const double likely = entry.likely * std::max(1, call.graphs)
        + entry.likelyLibraryCall * static_cast<double>(libraryCalls(call));
    return {CeilingPart::Host, now, std::min(now, entry.least), std::min(now, likely),
        std::min(now, std::max(likely, half * now))};
}

CeilingTime dataPart(const EagerCall& call)
{
    const double now = std::min(call.dataWaitNs, idleNs(call.split));
    return {CeilingPart::Data, now, half * now, now, now};
}

CeilingTime communicationPart(const EagerCall& call)
{
    const double now = workNs(call.split, WorkKind::Communication);
    return {CeilingPart::Communication, now, half * now, now, now};
}

CeilingTime unexplainedPart(const EagerCall& call)
{
    const double now = unexplainedNs(call.split);
    return {CeilingPart::Unexplained, now, 0, half * now, now};
}

/// A call without what no variant compiles, and how long that takes.
struct Compiled {
    EagerCall call;
    double leftNs = 0;
};

void scaleWork(CallSplit& split, double factor)
{
    for (auto& [kind, ns] : split.workNs)
        if (isFusible(kind))
            ns *= factor;
}

/// First its kernels; the rest of its time lies in elementwise work and in Python, as that of the
/// model does.
void leaveOptimizer(Compiled& compiled)
{
    auto& call = compiled.call;
    double rest = call.optimizerNs;
    if (const auto kernels = call.split.workNs.find(WorkKind::Optimizer);
        kernels != call.split.workNs.end()) {
        const double taken = std::min(rest, kernels->second);
        kernels->second -= taken;
        compiled.leftNs += taken;
        rest -= taken;
    }
    const double idle = idleNs(call.split);
    const double host = std::max(0.0, idle - call.dataWaitNs);
    const double pool = fusibleNs(call.split) + host + unexplainedNs(call.split);
    if (pool <= 0 || rest <= 0)
        return;
    const double factor = std::max(0.0, 1 - rest / pool);
    compiled.leftNs += pool * (1 - factor);
    scaleWork(call.split, factor);
    const double ofIdle = idle > 0 ? (idle - host * (1 - factor)) / idle : 1;
    call.split.hostNs *= ofIdle;
    call.split.unexplainedNs *= factor;
    for (auto& [cause, ns] : call.split.idleNs)
        ns *= isKnown(cause) ? ofIdle : factor;
}

/// The share of operators on complex numbers in elementwise work, by bytes and dispatch.
void leaveComplexNumbers(Compiled& compiled)
{
    const auto& call = compiled.call;
    if (call.work == nullptr || !call.roofs)
        return;
    double all = 0;
    double ofComplex = 0;
    for (const auto& row : call.work->operators) {
        const double ns = explainedNs(row, *call.roofs);
        const bool isComplex = isOnComplexNumbers(row);
        all += isComplex || !row.library ? ns : 0;
        ofComplex += isComplex ? ns : 0;
    }
    if (ofComplex <= 0)
        return;
    const double share = ofComplex / all;
    compiled.leftNs += share * fusibleNs(call.split);
    scaleWork(compiled.call.split, 1 - share);
}

Compiled compiledOf(const EagerCall& call)
{
    Compiled compiled {.call = call};
    leaveOptimizer(compiled);
    leaveComplexNumbers(compiled);
    return compiled;
}

CeilingTime notCompiledPart(double ns)
{
    return {CeilingPart::NotCompiled, ns, ns, ns, ns};
}

Reason whyWithoutSizes(const EagerCall& call)
{
    if (call.work == nullptr)
        return {ReasonKind::WorkNotCounted, {std::string("it was not recorded")}};
    if (!call.work->reason.empty())
        return {ReasonKind::WorkNotCounted, {call.work->reason}};
    return {};
}

double timesFaster(double now, double then)
{
    return then > 0 ? std::max(1.0, now / then) : 1;
}

} // namespace

std::optional<LibraryRoof> libraryRoof(const EagerCall& call)
{
    if (call.work == nullptr || !call.roofs || call.work->operators.empty())
        return std::nullopt;
    LibraryRoof roof;
    for (const auto& row : call.work->operators) {
        if (!row.library)
            continue;
        const double compute = timeAt(row.flops.value_or(0), call.roofs->peakOf(row.dtype));
        const double memory = trafficNs(row, *call.roofs);
        const double shortcut = call.onDevice && isConvolution(row) ? fasterConvolution : 1;
        const double cached = timeAt(row.bytes, call.roofs->cache) / fasterInCaches;
        roof.leastNs += std::max({compute / fasterThanPeak / shortcut, cached,
            leastLibraryCallNs * static_cast<double>(row.count)});
        (compute >= memory ? roof.computeNs : roof.memoryNs) += std::max(compute, memory);
    }
    return roof;
}

Ceiling ceilingOf(const EagerCall& call)
{
    Ceiling ceiling {.medianNs = call.split.medianNs, .withoutSizes = whyWithoutSizes(call)};
    double least = 0;
    double likely = 0;
    double most = 0;
    const auto compiled = compiledOf(call);
    const auto& changed = compiled.call;
    for (const auto& part : {libraryPart(changed), fusiblePart(changed), hostPart(changed),
             dataPart(changed), communicationPart(changed), notCompiledPart(compiled.leftNs),
             unexplainedPart(changed)}) {
        if (part.nowNs <= 0)
            continue;
        ceiling.parts.push_back(part);
        least += part.leastNs;
        likely += part.likelyNs;
        most += part.mostNs;
    }
    const double floor = std::max(leastTraffic(call), entryOf(call).least);
    const double now = ceiling.medianNs;
    ceiling.ratio = {.estimate = timesFaster(now, std::max(likely, floor)),
        .low = timesFaster(now, std::max(most, floor)),
        .high = timesFaster(now, std::max(least, floor))};
    return ceiling;
}

} // namespace profiler
