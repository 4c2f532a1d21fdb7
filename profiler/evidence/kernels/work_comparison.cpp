// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_comparison.h"

#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/evidence/trace/short_names.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant_result.h"

#include <algorithm>
#include <cmath>

namespace profiler {

namespace {

/// One side of the table.
struct CallWork {
    double medianNs = 0;
    std::map<WorkKey, WorkTime> work;
    std::map<RestKind, double> restNs;
    double overheadRatio = 1;
    bool onDevice = false;
};

double sumOfWork(const std::map<WorkKey, WorkTime>& work)
{
    double sum = 0;
    for (const auto& [key, time] : work)
        sum += time.ns;
    return sum;
}

std::map<WorkKind, double> sumsByKind(const std::map<WorkKey, WorkTime>& work)
{
    std::map<WorkKind, double> sums;
    for (const auto& [key, time] : work)
        sums[key.first] += time.ns;
    return sums;
}

/// Makes the work fill `ns`: what a trace slows down, or several threads do at once.
void scaleTo(std::map<WorkKey, WorkTime>& work, double ns)
{
    const double sum = sumOfWork(work);
    if (sum > 0)
        for (auto& [key, time] : work)
            time.ns *= ns / sum;
}

CallWork workOnHost(const CallSplit& split, const TraceSummary& trace)
{
    CallWork call {.medianNs = split.medianNs, .overheadRatio = split.overheadRatio};
    const auto calls = static_cast<double>(trace.calls.size());
    for (const auto& stat : trace.operators)
        if (const auto kind = workKindOf(stat.name, stat.kind)) {
            auto& time = call.work[{*kind, stat.name}];
            time.times += static_cast<double>(stat.count) / calls;
            time.ns += stat.selfPerCallNs;
        }
    double worked = 0;
    for (const auto& [kind, ns] : split.workNs)
        worked += ns;
    scaleTo(call.work, worked);
    call.restNs = {{RestKind::Host, split.hostNs}, {RestKind::Unexplained, split.unexplainedNs}};
    return call;
}

/// Makes the kernels of each class fill what the split has of it: streams that work at once count
/// once there. Copies are not all kernels; what an older file has no class for stays as it is.
void scaleToSplit(std::map<WorkKey, WorkTime>& work, const CallSplit& split)
{
    std::map<WorkKind, double> scales;
    for (const auto& [kind, sum] : sumsByKind(work)) {
        const auto known = split.workNs.find(kind);
        if (sum > 0 && known != split.workNs.end())
            scales[kind]
                = kind == WorkKind::Copy ? std::min(1.0, known->second / sum) : known->second / sum;
    }
    for (auto& [key, time] : work)
        if (const auto scale = scales.find(key.first); scale != scales.end())
            time.ns *= scale->second;
}

/// Kernels take the time that they took under the trace: it slows the host down, not the device.
CallWork workOnDevice(const CallSplit& split, const TraceSummary& trace)
{
    CallWork call {
        .medianNs = split.medianNs, .overheadRatio = split.overheadRatio, .onDevice = true};
    const auto calls = static_cast<double>(trace.calls.size());
    for (const auto& stat : trace.kernels) {
        auto& time = call.work[{kernelClassOf(stat.name), stat.name}];
        time.times += static_cast<double>(stat.count) / calls;
        time.ns += stat.perCallNs;
    }
    scaleToSplit(call.work, split);
    const double busyNs = split.busyRatio.value_or(1) * split.medianNs;
    if (sumOfWork(call.work) > busyNs) // several streams at once
        scaleTo(call.work, busyNs);
    constexpr double rounding = 1e-3; // ns; what scaling leaves over is no copy
    const double copies = busyNs - sumOfWork(call.work);
    call.restNs[RestKind::DeviceCopies] = copies < rounding ? 0 : copies;
    auto& idle = call.restNs[RestKind::DeviceIdle];
    for (const auto& [cause, ns] : split.idleNs)
        idle += ns;
    call.restNs[RestKind::Unexplained] = split.unexplainedNs;
    return call;
}

Measured<CallWork> workOf(const ComparisonData& data, const VariantResult& variant, int caseIndex)
{
    const auto split = splitOfCall(data, variant, caseIndex);
    if (!split)
        return missing(split.error());
    const auto& trace = *tracedCallsOf(data, variant.variant, caseIndex).trace;
    return split->busyRatio ? workOnDevice(*split, trace) : workOnHost(*split, trace);
}

void add(std::optional<WorkTime>& sum, const std::optional<WorkTime>& time)
{
    if (!time)
        return;
    auto& into = sum ? *sum : sum.emplace();
    into.times += time->times;
    into.ns += time->ns;
}

class Comparing {
public:
    Measured<WorkComparison> compared(
        const Measured<CallWork>& baseline, const Measured<CallWork>* variant)
    {
        take(baseline, &WorkPair::baseline, m_result.baselineOverhead);
        if (variant != nullptr)
            take(*variant, &WorkPair::variant, m_result.variantOverhead);
        for (auto& [key, pair] : m_rows) {
            m_result.byKind[key.first].add(pair);
            m_result.rows.push_back({.name = key.second, .kind = key.first, .time = pair});
        }
        for (const auto& [kind, pair] : m_rests)
            m_result.rests.push_back({.kind = kind, .time = pair});
        nameAndOrder();
        return std::move(m_result);
    }

private:
    using Side = std::optional<WorkTime> WorkPair::*;

    void take(const Measured<CallWork>& call, Side side, Measured<double>& overhead)
    {
        if (!call) {
            overhead = missing(call.error());
            return;
        }
        overhead = call->overheadRatio;
        m_result.onDevice = m_result.onDevice || call->onDevice;
        m_result.total.*side = WorkTime {.ns = call->medianNs};
        for (const auto& [key, time] : call->work) {
            m_rows[key].*side = time;
            (m_result.total.*side)->times += time.times;
        }
        for (const auto& [kind, ns] : call->restNs)
            m_rests[kind].*side = WorkTime {.ns = ns};
    }

    void nameAndOrder()
    {
        setShortNames(m_result.rows);
        std::ranges::stable_sort(m_result.rows, std::ranges::greater {},
            [](const NamedWork& row) { return std::abs(row.time.changeNs()); });
    }

    std::map<WorkKey, WorkPair> m_rows;
    std::map<RestKind, WorkPair> m_rests;
    WorkComparison m_result;
};

} // namespace

double WorkPair::changeNs() const
{
    return (variant ? variant->ns : 0) - (baseline ? baseline->ns : 0);
}

void WorkPair::add(const WorkPair& other)
{
    profiler::add(baseline, other.baseline);
    profiler::add(variant, other.variant);
}

Measured<WorkComparison> compareWork(
    const ComparisonData& data, const CaseResult& inCase, int variant)
{
    const auto& variants = inCase.variants;
    if (variants.empty() || static_cast<std::size_t>(variant) >= variants.size())
        return missing(ReasonKind::WithoutSuchVariant);
    const auto baseline = workOf(data, variants.front(), inCase.caseIndex);
    if (variant == 0)
        return baseline ? Comparing().compared(baseline, nullptr) : missing(baseline.error());
    const auto other = workOf(data, variants[static_cast<std::size_t>(variant)], inCase.caseIndex);
    if (!baseline && !other)
        return missing(other.error());
    return Comparing().compared(baseline, &other);
}

} // namespace profiler
