// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/kernels/waterfall.h"
#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/work_text.h"
#include "tests/support/median_latency.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

namespace {

struct Ran {
    std::string name;
    SpanKind kind = SpanKind::Operator;
    int times = 1; ///< in a call
    std::int64_t us = 0; ///< of a call, all of them
};

/// Kernels, 10 µs of copies, and the rest idle; several kernels at once are all that is busy.
DeviceCall deviceCallOf(std::int64_t callUs, const std::vector<Ran>& kernels)
{
    constexpr std::int64_t copyUs = 10;
    DeviceCall call {.durationNs = callUs * us};
    std::int64_t left = callUs;
    for (const auto& ran : kernels) {
        const auto alone = std::min(ran.us, left);
        call.busyNs[kernelClassOf(ran.name)] += alone * us;
        left -= alone;
    }
    call.busyNs[WorkKind::Copy] = std::min(copyUs, left) * us;
    call.idleNs[IdleCause::Launch] = (left - std::min(copyUs, left)) * us;
    return call;
}

/// Two traced calls of `callUs` each.
TraceSummary traceOf(
    std::int64_t callUs, const std::vector<Ran>& operators, const std::vector<Ran>& kernels = {})
{
    TraceSummary trace {
        .calls = {{0, callUs * us}, {1'000'000 * us, (1'000'000 + callUs) * us}}, .ended = true};
    for (const auto& ran : operators)
        trace.operators.push_back({.name = ran.name,
            .kind = ran.kind,
            .count = 2 * ran.times,
            .totalNs = 2 * ran.us * us,
            .selfNs = 2 * ran.us * us,
            .selfPerCallNs = static_cast<double>(ran.us * us)});
    for (const auto& ran : kernels)
        trace.kernels.push_back({.name = ran.name,
            .count = 2 * ran.times,
            .totalNs = 2 * ran.us * us,
            .perCallNs = static_cast<double>(ran.us * us)});
    if (!kernels.empty())
        trace.deviceCalls.assign(2, deviceCallOf(callUs, kernels));
    return trace;
}

class Example {
public:
    Example()
    {
        m_data.plan.variants
            = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
        m_case.name = "b8";
        for (int i = 0; i < 2; ++i)
            m_case.variants.push_back(
                {.variant = i, .name = m_data.plan.variants[static_cast<std::size_t>(i)].name});
    }

    Example& traced(int variant, TraceSummary trace)
    {
        auto& process = m_data.processes.emplace_back();
        process.start = {.kind = ProcessKind::Trace, .variant = variant};
        process.traces = {std::move(trace)};
        return *this;
    }

    Example& median(int variant, std::int64_t ns)
    {
        m_case.variants[static_cast<std::size_t>(variant)].latency
            = medianLatency(static_cast<double>(ns));
        return *this;
    }

    [[nodiscard]] Measured<WorkComparison> work(int variant = 1) const
    {
        return compareWork(m_data, m_case, variant);
    }

    [[nodiscard]] WorkHeadline headline(int variant = 1) const
    {
        return workHeadline({.plan = m_data.plan, .device = "a CPU"}, m_case, variant,
            work(variant), waterfallOf(m_data, m_case, variant));
    }

    [[nodiscard]] const ComparisonData& data() const { return m_data; }

    [[nodiscard]] CaseResult& inCase() { return m_case; }

private:
    ComparisonData m_data;
    CaseResult m_case;
};

Example onHost()
{
    Example example;
    example
        .traced(0,
            traceOf(100,
                {{"aten::addmm", SpanKind::Operator, 2, 40},
                    {"aten::gelu", SpanKind::Operator, 1, 20},
                    {"aten::view", SpanKind::Operator, 3, 5}}))
        .median(0, 90 * us)
        .traced(1,
            traceOf(80,
                {{"aten::addmm", SpanKind::Operator, 2, 38},
                    {"cpp_fused_gelu_0", SpanKind::Kernel, 1, 4}}))
        .median(1, 60 * us);
    return example;
}

double sumOf(const WorkComparison& work, std::optional<WorkTime> WorkPair::*side)
{
    double sum = 0;
    for (const auto& row : work.rows)
        sum += (row.time.*side).value_or(WorkTime {}).ns;
    for (const auto& rest : work.rests)
        sum += (rest.time.*side).value_or(WorkTime {}).ns;
    return sum;
}

} // namespace

TEST(WorkComparison, AddsUpToTheUntracedMedianOnBothSides)
{
    for (const std::int64_t median : {52 * us, 55 * us, 90 * us, 190 * us}) {
        auto example = onHost();
        const auto work = example.median(0, median).work();
        ASSERT_TRUE(work) << reasonText(work.error());
        EXPECT_NEAR(sumOf(*work, &WorkPair::baseline), static_cast<double>(median), 1e-6);
        EXPECT_NEAR(sumOf(*work, &WorkPair::variant), 60 * us, 1e-6);
        double change = 0;
        for (const auto& row : work->rows)
            change += row.time.changeNs();
        for (const auto& rest : work->rests)
            change += rest.time.changeNs();
        EXPECT_NEAR(change, work->total.changeNs(), 1e-6);
    }
}

TEST(WorkComparison, HasTheSameSumsAsTheSplitOfACall)
{
    auto example = onHost();
    const auto work = example.work();
    const auto split = splitOfCall(example.data(), example.inCase().variants[0], 0);
    ASSERT_TRUE(work && split);
    for (const auto& [kind, ns] : split->workNs)
        EXPECT_NEAR(work->byKind.at(kind).baseline->ns, ns, 1e-6);
    EXPECT_NEAR(work->rests.front().time.baseline->ns, split->hostNs, 1e-6);
}

TEST(WorkComparison, PairsRowsByNameAndOrdersThemByChange)
{
    const auto work = onHost().work();
    std::vector<std::string> names;
    for (const auto& row : work->rows)
        names.push_back(row.name);
    EXPECT_THAT(names, ElementsAre("aten::gelu", "cpp_fused_gelu_0", "aten::addmm"));
    EXPECT_FALSE(work->rows[0].time.variant) << "only in eager";
    EXPECT_FALSE(work->rows[1].time.baseline) << "only compiled";
    EXPECT_DOUBLE_EQ(work->rows[2].time.baseline->times, 2);
    EXPECT_NEAR(work->rows[2].time.changeNs(), -2 * us, 1e-6);
}

TEST(WorkComparison, OnADeviceRowsAreKernelsAndTheRestIsCopiedOrIdle)
{
    Example example;
    const auto work
        = example
              .traced(0,
                  traceOf(120, {{"aten::addmm", SpanKind::Operator, 1, 90}},
                      {{"ampere_sgemm_32x32_tn", SpanKind::Kernel, 1, 50},
                          {"vectorized_elementwise_kernel", SpanKind::Kernel, 4, 20}}))
              .median(0, 100 * us)
              .traced(1, traceOf(90, {}, {{"triton_poi_fused_add_0", SpanKind::Kernel, 1, 30}}))
              .median(1, 80 * us)
              .work();
    ASSERT_TRUE(work) << reasonText(work.error());
    EXPECT_TRUE(work->onDevice);
    EXPECT_THAT(work->rows, SizeIs(3));
    ASSERT_THAT(work->rests, SizeIs(3));
    EXPECT_EQ(work->rests[0].kind, RestKind::DeviceCopies);
    EXPECT_NEAR(work->rests[0].time.baseline->ns, 10 * us, 1e-6);
    EXPECT_NEAR(work->rests[0].time.variant->ns, 10 * us, 1e-6);
    EXPECT_EQ(work->rests[1].kind, RestKind::DeviceIdle);
    EXPECT_NEAR(work->rests[1].time.baseline->ns, 20 * us, 1e-6);
    EXPECT_NEAR(work->rests[1].time.variant->ns, 40 * us, 1e-6);
    EXPECT_NEAR(sumOf(*work, &WorkPair::baseline), 100 * us, 1e-6);
    EXPECT_NEAR(*work->baselineOverhead, 1.2, 1e-9);
}

TEST(WorkComparison, HasTheSameSumsOnADeviceAsTheSplit)
{
    Example example;
    auto trace = traceOf(100, {},
        {{"ampere_sgemm_32x32_tn", SpanKind::Kernel, 1, 40},
            {"ncclDevKernel_AllReduce_Sum", SpanKind::Kernel, 1, 30}});
    for (auto& call : trace.deviceCalls) // most of it while the GEMM ran
        call.busyNs = {{WorkKind::Matmul, 40 * us}, {WorkKind::Communication, 10 * us},
            {WorkKind::Copy, 5 * us}};
    for (auto& call : trace.deviceCalls)
        call.idleNs = {{IdleCause::Launch, 45 * us}};
    example.traced(0, trace).median(0, 100 * us).median(1, 1);
    const auto work = example.work(0);
    ASSERT_TRUE(work) << reasonText(work.error());
    EXPECT_NEAR(work->byKind.at(WorkKind::Matmul).baseline->ns, 40 * us, 1e-6);
    EXPECT_NEAR(work->byKind.at(WorkKind::Communication).baseline->ns, 10 * us, 1e-6);
    EXPECT_EQ(work->rests[0].kind, RestKind::DeviceCopies);
    EXPECT_NEAR(work->rests[0].time.baseline->ns, 5 * us, 1e-6);
}

TEST(WorkComparison, OfKernelsOnSeveralStreamsStaysWithinTheCall)
{
    Example example;
    example
        .traced(
            0, traceOf(50, {}, {{"a", SpanKind::Kernel, 1, 60}, {"b", SpanKind::Kernel, 1, 60}}))
        .median(0, 60 * us)
        .median(1, 60 * us);
    const auto work = example.work(0);
    ASSERT_TRUE(work) << reasonText(work.error());
    EXPECT_NEAR(work->rows[0].time.baseline->ns, 25 * us, 1e-6); // both at once, busy for 50
    EXPECT_NEAR(sumOf(*work, &WorkPair::baseline), 60 * us, 1e-6);
    for (const auto& rest : work->rests) {
        if (rest.kind == RestKind::DeviceCopies) {
            EXPECT_EQ(rest.time.baseline->ns, 0)
                << "kernels fill what is busy: rounding is no copy";
        }
    }
}

TEST(WorkComparison, ShowsTheSideThatIsKnownAndSaysWhyNotTheOther)
{
    Example example;
    example.traced(1, traceOf(80, {{"aten::mm", SpanKind::Operator, 1, 30}}))
        .median(0, 90 * us)
        .median(1, 60 * us);
    const auto work = example.work();
    ASSERT_TRUE(work) << reasonText(work.error());
    EXPECT_FALSE(work->isPaired());
    EXPECT_THAT(reasonText(work->baselineOverhead.error()), HasSubstr("not traced"));
    EXPECT_FALSE(work->total.baseline);
    EXPECT_THAT(example.headline().sentence, HasSubstr("Only **default** can be shown"));
    EXPECT_EQ(example.headline().mark, Mark::Neutral);
    EXPECT_THAT(reasonText(example.work(0).error()), HasSubstr("not traced"));
    EXPECT_THAT(
        Example().headline().sentence, HasSubstr("is not known: its calls were not traced"));
}

TEST(WorkHeadline, SaysWhereTheTimeWentWithTheVerdictsInterval)
{
    auto example = onHost();
    auto& variant = example.inCase().variants[1];
    variant.verdict = Verdict::Faster;
    variant.speedUp = SpeedUp {.ratio = {.estimate = 1.5, .low = 1.4, .high = 1.6}};
    const auto headline = example.headline();
    EXPECT_EQ(headline.mark, Mark::Good);
    EXPECT_EQ(headline.sentence,
        "**default is 1.50× faster** than eager (1.40–1.60), 90.00 µs → 60.00 µs a call: "
        "elementwise/norm −16.00 µs, CPU/Python overhead −12.00 µs.")
        << "as the waterfall has it: what fuses replaces what it fused";
    EXPECT_THAT(headline.note, HasSubstr("profiler overhead: eager +11 %, default +33 %"));
}

TEST(WorkHeadline, ClaimsNothingWhereTheVerdictIsOpen)
{
    auto example = onHost();
    example.inCase().variants[1].verdict = Verdict::Undecided;
    EXPECT_EQ(example.headline().mark, Mark::Neutral);
    EXPECT_THAT(example.headline().sentence, HasSubstr("**Undecided** between default and eager"));
}

TEST(WorkHeadline, OfTheBaselineAloneAsksForAnother)
{
    const auto headline = onHost().headline(0);
    EXPECT_EQ(headline.mark, Mark::Information);
    EXPECT_THAT(headline.sentence, HasSubstr("A call of **eager** takes 90.00 µs: GEMM"));
    EXPECT_THAT(headline.sentence, HasSubstr("Choose another variant"));
}

TEST(WorkComparison, BearsAnythingInAFile)
{
    Example example;
    TraceSummary strange {.calls = {{0, -5}, {7, 12}, {20, 25}},
        .operators = {{.name = "",
            .count = -3,
            .totalNs = -9,
            .selfNs = INT64_MIN / 2,
            .selfPerCallNs = -1e300}},
        .kernels = {{.name = "", .count = 0, .totalNs = INT64_MAX / 2, .perCallNs = 1e300}},
        .ended = true};
    example.traced(0, strange).median(0, 5).traced(1, strange).median(1, 5);
    const auto work = example.work();
    ASSERT_TRUE(work) << reasonText(work.error());
    EXPECT_TRUE(std::isfinite(sumOf(*work, &WorkPair::baseline)));
}
