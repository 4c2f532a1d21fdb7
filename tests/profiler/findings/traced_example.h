// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/trace.h"
#include "tests/profiler/findings/rule_example.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Traces of one call of 10 ms, and the code that ran in it.
namespace tests {

inline profiler::GeneratedNode node(const char* name, const char* target)
{
    return {.name = name,
        .target = target,
        .module = "cell",
        .file = "model.py",
        .line = 12,
        .function = "forward"};
}

inline profiler::OperatorStat stat(
    std::string name, double perCallNs, profiler::SpanKind kind = profiler::SpanKind::Operator)
{
    return {.name = std::move(name),
        .kind = kind,
        .count = 1,
        .totalNs = static_cast<std::int64_t>(perCallNs),
        .selfPerCallNs = perCallNs};
}

inline profiler::KernelStat kernel(const char* name, double perCallNs)
{
    return {.name = name,
        .count = 1,
        .totalNs = static_cast<std::int64_t>(perCallNs),
        .perCallNs = perCallNs};
}

inline profiler::TraceSummary traceOf(std::vector<profiler::OperatorStat> operators)
{
    return {.calls = {{.startNs = 0, .endNs = 10'000'000}},
        .operators = std::move(operators),
        .ended = true};
}

/// The device runs these kernels and waits for the host otherwise.
inline profiler::TraceSummary traceOnDevice(
    std::vector<profiler::KernelStat> kernels, std::vector<profiler::OperatorStat> operators = {})
{
    auto trace = traceOf(std::move(operators));
    trace.kernels = std::move(kernels);
    profiler::DeviceCall call {.durationNs = 10'000'000, .kernels = 1, .launches = 1};
    auto idle = call.durationNs;
    for (const auto& each : trace.kernels) {
        call.busyNs[profiler::kernelClassOf(each.name)] += each.totalNs;
        idle -= each.totalNs;
    }
    call.idleNs = {{profiler::IdleCause::Host, idle}};
    trace.deviceCalls = {call};
    return trace;
}

/// The variant's trace, with its code.
inline RuleExample withCode(
    profiler::GeneratedCode code, std::vector<profiler::OperatorStat> operators = {})
{
    RuleExample example;
    auto& process = example.addProcess(profiler::ProcessKind::Trace);
    process.code = {std::move(code)};
    process.traces = {traceOf(std::move(operators))};
    return example;
}

} // namespace tests

using tests::kernel;
using tests::node;
using tests::stat;
using tests::traceOf;
using tests::traceOnDevice;
using tests::withCode;
