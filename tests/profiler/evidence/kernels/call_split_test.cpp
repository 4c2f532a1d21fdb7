// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/median_latency.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

/// Two traced calls of 100 µs with 40 µs of matmul, 20 of a norm and a view in each.
ComparisonData traced()
{
    ComparisonData data;
    auto& process = data.processes.emplace_back();
    process.start = {.kind = ProcessKind::Trace, .variant = 1};
    process.traces = {{.start = {},
        .calls = {{.startNs = 0, .endNs = 100'000}, {.startNs = 500'000, .endNs = 600'000}},
        .operators = {{.name = "aten::addmm",
                          .count = 2,
                          .totalNs = 90'000,
                          .selfPerCallNs = 40 * microsecond},
            {.name = "aten::native_layer_norm",
                .count = 2,
                .totalNs = 40'000,
                .selfPerCallNs = 20 * microsecond},
            {.name = "aten::view",
                .count = 9,
                .totalNs = 9'000,
                .selfPerCallNs = 4.5 * microsecond},
            {.name = "0/0",
                .kind = SpanKind::Region,
                .count = 2,
                .selfPerCallNs = 25 * microsecond}},
        .ended = true}};
    return data;
}

VariantResult variantOf(double medianNs)
{
    VariantResult variant {.variant = 1};
    variant.latency = medianLatency(medianNs);
    return variant;
}

double sumOf(const CallSplit& split)
{
    double sum = split.hostNs + split.unexplainedNs;
    for (const auto& [kind, ns] : split.workNs)
        sum += ns;
    return sum;
}

} // namespace

TEST(CallSplit, AddsUpToTheUntracedMedian)
{
    for (const double median : {55 * microsecond, 60 * microsecond, 80 * microsecond,
             100 * microsecond, 130 * microsecond}) {
        const auto split = splitOfCall(traced(), variantOf(median), 0);
        ASSERT_TRUE(split) << reasonText(split.error());
        EXPECT_NEAR(sumOf(*split), median, 1e-6) << median;
    }
}

TEST(CallSplit, TellsWorkFromTheHostAndFromWhatNobodyKnows)
{
    const auto slower = splitOfCall(traced(), variantOf(90 * microsecond), 0);
    EXPECT_DOUBLE_EQ(slower->workNs.at(WorkKind::Matmul), 40 * microsecond);
    EXPECT_DOUBLE_EQ(slower->workNs.at(WorkKind::Norm), 20 * microsecond);
    EXPECT_DOUBLE_EQ(slower->hostNs, 30 * microsecond)
        << "tracing slows the host, so the median bounds it";
    EXPECT_DOUBLE_EQ(slower->unexplainedNs, 0);
    EXPECT_NEAR(slower->overheadRatio, 100.0 / 90, 1e-9);
    const auto faster = splitOfCall(traced(), variantOf(130 * microsecond), 0);
    EXPECT_DOUBLE_EQ(faster->hostNs, 40 * microsecond);
    EXPECT_DOUBLE_EQ(faster->unexplainedNs, 30 * microsecond);
}

TEST(CallSplit, CollectivesTakeWhatTheHostWaits)
{
    auto data = traced();
    auto& operators = data.processes[0].traces[0].operators;
    operators.push_back({.name = "c10d::allreduce_", .count = 2, .selfPerCallNs = 2 * microsecond});
    operators.push_back({.name = "gloo:all_reduce",
        .kind = SpanKind::Range,
        .count = 2,
        .selfPerCallNs = 15 * microsecond});
    operators.push_back({.name = "my range",
        .kind = SpanKind::Range,
        .count = 2,
        .selfPerCallNs = 9 * microsecond});
    auto split = splitOfCall(data, variantOf(100 * microsecond), 0);
    EXPECT_DOUBLE_EQ(split->workNs.at(WorkKind::Communication), 17 * microsecond);
    EXPECT_DOUBLE_EQ(split->hostNs, 23 * microsecond);
    EXPECT_NEAR(sumOf(*split), 100 * microsecond, 1e-6);

    operators[operators.size() - 2].selfPerCallNs
        = 90 * microsecond; // most of it beside the host's work
    split = splitOfCall(data, variantOf(100 * microsecond), 0);
    EXPECT_DOUBLE_EQ(split->workNs.at(WorkKind::Communication), 40 * microsecond);
    EXPECT_DOUBLE_EQ(split->hostNs, 0);
    EXPECT_NEAR(sumOf(*split), 100 * microsecond, 1e-6);
}

TEST(CallSplit, WhatIsDoneWithOtherProcessesIsCommunication)
{
    for (const auto* name : {"c10d::broadcast_", "c10d::barrier", "c10d::allgather_",
             "_c10d_functional::all_reduce", "_c10d_functional::wait_tensor"})
        EXPECT_EQ(workKindOf(name, SpanKind::Operator), WorkKind::Communication) << name;
    EXPECT_EQ(workKindOf("gloo:broadcast", SpanKind::Range), WorkKind::Communication);
    EXPECT_EQ(workKindOf("a range of a user's", SpanKind::Range), std::nullopt);
}

TEST(CallSplit, OneDisturbedCallChangesNothing)
{
    auto data = traced();
    data.processes[0].traces[0].calls.push_back({.startNs = 700'000, .endNs = 9'000'000});
    const auto split = splitOfCall(data, variantOf(110 * microsecond), 0);
    EXPECT_DOUBLE_EQ(split->hostNs, 40 * microsecond);
}

TEST(CallSplit, OnADeviceIsWhatWasBusyAndWhyItWasIdle)
{
    auto data = traced();
    data.processes[0].traces[0].deviceCalls.assign(2,
        {.durationNs = 100'000,
            .busyNs = {{WorkKind::Matmul, 50'000}, {WorkKind::Copy, 10'000}},
            .idleNs = {{IdleCause::Launch, 30'000}, {IdleCause::Other, 10'000}}});
    const auto split = splitOfCall(data, variantOf(80 * microsecond), 0);
    ASSERT_TRUE(split) << reasonText(split.error());
    EXPECT_DOUBLE_EQ(split->workNs.at(WorkKind::Matmul), 50 * microsecond);
    EXPECT_DOUBLE_EQ(split->workNs.at(WorkKind::Copy), 10 * microsecond);
    EXPECT_DOUBLE_EQ(split->idleNs.at(IdleCause::Launch), 15 * microsecond);
    EXPECT_DOUBLE_EQ(split->unexplainedNs, 5 * microsecond);
    EXPECT_DOUBLE_EQ(split->hostNs, 0);
    EXPECT_DOUBLE_EQ(split->busyRatio.value(), 0.75);
    EXPECT_NEAR(split->overheadRatio, 1.25, 1e-9);
}

TEST(CallSplit, SaysWhyItIsMissing)
{
    auto data = traced();
    EXPECT_THAT(
        reasonText(splitOfCall(data, variantOf(0), 0).error()), HasSubstr("no steady calls"));
    EXPECT_THAT(reasonText(splitOfCall(data, variantOf(1), 1).error()), HasSubstr("not traced"));
    auto& trace = data.processes[0].traces[0];
    trace.ended = false;
    EXPECT_THAT(reasonText(splitOfCall(data, variantOf(1), 0).error()), HasSubstr("not traced"));
}

TEST(CallSplit, IsNotMadeFromATraceFarFromTheTimedCalls)
{
    for (const double median : {100 * microsecond / 86.8, 49 * microsecond, 201 * microsecond}) {
        const auto split = splitOfCall(traced(), variantOf(median), 0);
        ASSERT_FALSE(split) << median;
        EXPECT_THAT(reasonText(split.error()), HasSubstr("too far from it to split it"));
    }
    EXPECT_THAT(reasonText(splitOfCall(traced(), variantOf(100 * microsecond / 86.8), 0).error()),
        HasSubstr("the profiled call took 86.8 times the timed one"));
    EXPECT_TRUE(splitOfCall(traced(), variantOf(50 * microsecond), 0)) << "twice is the limit";
}

TEST(CallSplit, OfADeviceIsMadeFromATraceThatSlowedTheHostDown)
{
    auto data = traced();
    data.processes[0].traces[0].deviceCalls.assign(2,
        {.durationNs = 100'000,
            .busyNs = {{WorkKind::Matmul, 15'000}},
            .idleNs = {{IdleCause::Launch, 85'000}}});
    const auto split = splitOfCall(data, variantOf(30 * microsecond), 0);
    ASSERT_TRUE(split) << reasonText(split.error());
    EXPECT_DOUBLE_EQ(split->workNs.at(WorkKind::Matmul), 15 * microsecond)
        << "the device is as fast";
    EXPECT_DOUBLE_EQ(split->idleNs.at(IdleCause::Launch), 15 * microsecond)
        << "what it waits gives way";
    EXPECT_FALSE(splitOfCall(data, variantOf(14 * microsecond), 0)) << "its work does not fit";
    EXPECT_FALSE(splitOfCall(data, variantOf(201 * microsecond), 0))
        << "the traced call is too short";
    data.processes[0].traces[0].deviceCalls.assign(2, {.busyNs = {{WorkKind::Matmul, 1'000}}});
    EXPECT_TRUE(splitOfCall(data, variantOf(10 * microsecond), 0)) << "ten times is the limit";
    EXPECT_FALSE(splitOfCall(data, variantOf(9.9 * microsecond), 0));
}

TEST(CallSplit, OfAnImportIsOfItsTracedCallsAlone)
{
    ComparisonData data;
    data.plan.workload.spec = "imported";
    ProcessRecord process {.start = {.kind = ProcessKind::Trace}};
    const DeviceCall brief {
        .durationNs = 100, .busyNs = {{WorkKind::Matmul, 90}}, .idleNs = {{IdleCause::Host, 10}}};
    const DeviceCall slow {
        .durationNs = 400, .busyNs = {{WorkKind::Matmul, 200}}, .idleNs = {{IdleCause::Host, 200}}};
    process.traces = {{.calls = {{0, 100}, {100, 200}, {200, 600}},
        .deviceCalls = {brief, brief, slow},
        .ended = true}};
    data.processes = {process};
    VariantResult variant;
    variant.latency = medianLatency(100);
    const auto split = splitOfCall(data, variant, 0);
    ASSERT_TRUE(split) << reasonText(split.error());
    EXPECT_NEAR(*split->busyRatio, 0.9, 1e-12)
        << "a mean of 127 in a median of 100 would be busier than can be";
    EXPECT_NEAR(split->workNs.at(WorkKind::Matmul) + split->idleNs.at(IdleCause::Host), 100, 1e-9);
}

TEST(WorkKind, IsToldByTheName)
{
    const auto kindOf = [](const char* name) { return workKindOf(name, SpanKind::Operator); };
    EXPECT_EQ(kindOf("aten::addmm"), WorkKind::Matmul);
    EXPECT_EQ(kindOf("aten::_scaled_dot_product_flash_attention_for_cpu"), WorkKind::Matmul);
    EXPECT_EQ(kindOf("aten::mkldnn_convolution"), WorkKind::Matmul);
    EXPECT_EQ(kindOf("aten::native_batch_norm"), WorkKind::Norm);
    EXPECT_EQ(kindOf("aten::_softmax"), WorkKind::Norm);
    EXPECT_EQ(kindOf("aten::max_pool2d_with_indices"), WorkKind::Norm);
    EXPECT_EQ(kindOf("aten::gelu"), WorkKind::Elementwise);
    EXPECT_EQ(kindOf("aten::addcmul"), WorkKind::Elementwise);
    EXPECT_EQ(kindOf("aten::mul_"), WorkKind::Elementwise);
    EXPECT_EQ(kindOf("aten::clamp_min"), WorkKind::Elementwise);
    EXPECT_EQ(kindOf("aten::amax"), WorkKind::Norm);
    EXPECT_EQ(kindOf("aten::_to_copy"), WorkKind::Copy);
    EXPECT_EQ(kindOf("aten::cat"), WorkKind::Copy);
    EXPECT_EQ(kindOf("aten::embedding_bag"), WorkKind::Embedding);
    EXPECT_EQ(kindOf("aten::_fused_adamw_"), WorkKind::Optimizer);
    EXPECT_EQ(kindOf("aten::_foreach_add_"), WorkKind::Optimizer);
    EXPECT_EQ(kindOf("c10d::allreduce_"), WorkKind::Communication);
    EXPECT_EQ(kindOf("aten::view"), std::nullopt);
    EXPECT_EQ(kindOf("aten::empty_strided"), std::nullopt);
    EXPECT_EQ(workKindOf("graph_0_cpp_fused_addmm_relu_0", SpanKind::Kernel), WorkKind::Fused);
    EXPECT_EQ(workKindOf("encoder.layers.0", SpanKind::Module), std::nullopt);
}
