// SPDX-License-Identifier: Apache-2.0
#include "tests/support/traced_work.h"

#include "profiler/evidence/device/usual_work.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace tests {

using namespace profiler;

namespace {

constexpr int calls = 20;
constexpr double slowedDown = 1.08;

struct Part {
    const char* name;
    SpanKind kind;
    int times; ///< in a call
    double share; ///< of an eager call's median
};

const std::vector<Part> eagerOperators {
    {"aten::addmm", SpanKind::Operator, 48, 0.39},
    {"aten::_scaled_dot_product_flash_attention_for_cpu", SpanKind::Operator, 12, 0.066},
    {"aten::native_layer_norm", SpanKind::Operator, 25, 0.092},
    {"aten::gelu", SpanKind::Operator, 12, 0.081},
    {"aten::add", SpanKind::Operator, 50, 0.076},
    {"aten::mul", SpanKind::Operator, 25, 0.041},
    {"aten::copy_", SpanKind::Operator, 4, 0.027},
    {"aten::embedding", SpanKind::Operator, 1, 0.004},
    {"aten::view", SpanKind::Operator, 160, 0.02},
};

const std::vector<Part> compiledOperators {
    {"aten::addmm", SpanKind::Operator, 48, 0.384},
    {"aten::_scaled_dot_product_flash_attention_for_cpu", SpanKind::Operator, 12, 0.065},
    {"cpp_fused_add_native_layer_norm_7", SpanKind::Kernel, 25, 0.052},
    {"cpp_fused_gelu_view_3", SpanKind::Kernel, 12, 0.034},
    {"cpp_fused_add_mul_native_layer_norm_view_embedding_dense_backward_12", SpanKind::Kernel, 11,
        0.021},
    {"aten::copy_", SpanKind::Operator, 3, 0.017},
};

constexpr const char* matmul = "nvjet_tst_192x8_64x8_4x1_v_bz_TNT";
constexpr const char* flash
    = "void pytorch_flash::flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4, false, false, "
      "cutlass::bfloat16_t>, false, false, false, false, true, true, false>(pytorch_flash::"
      "Flash_fwd_params)";

const std::vector<Part> eagerKernels {
    {matmul, SpanKind::Kernel, 48, 0.31},
    {flash, SpanKind::Kernel, 12, 0.067},
    {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<c10::BFloat16>"
     ", std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<c10::BFloat16>, "
     "std::array<char*, 3ul>)",
        SpanKind::Kernel, 48, 0.081},
    {"void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>"
     ", std::array<char*, 3ul> >(int, at::native::CUDAFunctor_add<float>, std::array<char*, 3ul>)",
        SpanKind::Kernel, 2, 0.004},
    {"void at::native::(anonymous namespace)::vectorized_layer_norm_kernel<c10::BFloat16, float>"
     "(int, float, c10::BFloat16 const*)",
        SpanKind::Kernel, 25, 0.075},
    {"void at::native::unrolled_elementwise_kernel<at::native::direct_copy_kernel_cuda(at::"
     "TensorIteratorBase&)::{lambda()#3}::operator()() const::{lambda(float)#1}>(int)",
        SpanKind::Kernel, 4, 0.027},
};

const std::vector<Part> compiledKernels {
    {matmul, SpanKind::Kernel, 48, 0.305},
    {flash, SpanKind::Kernel, 12, 0.066},
    {"triton_red_fused_add_native_layer_norm_7", SpanKind::Kernel, 25, 0.07},
    {"triton_poi_fused_gelu_view_3", SpanKind::Kernel, 12, 0.033},
};

/// Most of what a device waits for is the host.
constexpr std::array idleShares {std::pair {IdleCause::Host, 0.55},
    std::pair {IdleCause::Launch, 0.25}, std::pair {IdleCause::Sync, 0.15},
    std::pair {IdleCause::Copy, 0.05}};

void addDeviceCalls(TraceSummary& trace)
{
    std::map<WorkKind, std::int64_t> busy;
    std::int64_t busyInAll = 0;
    for (const auto& stat : trace.kernels) {
        busy[kernelClassOf(stat.name)] += stat.totalNs / calls;
        busyInAll += stat.totalNs / calls;
    }
    for (const auto& call : trace.calls) {
        auto& device = trace.deviceCalls.emplace_back(
            DeviceCall {.durationNs = durationOf(call), .busyNs = busy});
        const auto idle = static_cast<double>(device.durationNs - busyInAll);
        for (const auto& stat : trace.kernels)
            device.kernels += stat.count / calls;
        device.launches = device.kernels;
        for (const auto& [cause, share] : idleShares)
            device.idleNs[cause] = std::llround(share * idle);
    }
}

TraceSummary traceOf(
    TracedDevice device, bool compiled, int caseIndex, double eagerNs, double medianNs)
{
    const bool gpu = device == TracedDevice::Gpu;
    const auto& parts = gpu ? (compiled ? compiledKernels : eagerKernels)
                            : (compiled ? compiledOperators : eagerOperators);
    TraceSummary trace {.start = {.caseIndex = caseIndex},
        .ended = true,
        .deviceReason = gpu ? "" : "the calls ran on the CPU"};
    std::int64_t now = 1'790'000'000'000'000'000;
    for (int i = 0; i < calls; ++i) {
        const auto took = std::llround(medianNs * slowedDown * (1 + 0.002 * (i - 0.5 * calls)));
        trace.calls.push_back({.startNs = now, .endNs = now + took});
        now += took + 50'000;
    }
    for (const auto& part : parts) {
        const auto perCall = std::llround(part.share * eagerNs);
        const auto ns = perCall * calls;
        const auto count = std::int64_t {part.times} * calls;
        if (gpu)
            trace.kernels.push_back({.name = part.name,
                .count = count,
                .totalNs = ns,
                .perCallNs = static_cast<double>(perCall)});
        else
            trace.operators.push_back({.name = part.name,
                .kind = part.kind,
                .count = count,
                .totalNs = ns,
                .selfNs = ns,
                .selfPerCallNs = static_cast<double>(perCall)});
    }
    if (gpu) {
        addDeviceCalls(trace);
        trace.usualWork = usualWork(trace.deviceCalls);
    }
    return trace;
}

} // namespace

void addTracedWork(ComparisonData& data, TracedDevice device)
{
    const auto result = judge(data);
    for (std::size_t variant = 0; variant < data.plan.variants.size(); ++variant) {
        ProcessRecord process;
        process.start
            = {.kind = ProcessKind::Trace, .variant = static_cast<int>(variant), .started = {}};
        for (const auto& inCase : result.cases) {
            const auto median = [&](std::size_t of) {
                const auto& latency = inCase.variants.at(of).latency;
                return latency ? latency->median().ns.value_or(0) : 0;
            };
            if (median(variant) > 0)
                process.traces.push_back(
                    traceOf(device, variant > 0, inCase.caseIndex, median(0), median(variant)));
        }
        data.processes.push_back(std::move(process));
    }
}

} // namespace tests
