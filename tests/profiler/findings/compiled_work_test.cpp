// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "tests/support/median_latency.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

namespace {

VariantResult variantOf(double medianNs)
{
    VariantResult variant;
    variant.variant = 1;
    variant.name = "default";
    variant.latency = medianLatency(medianNs);
    return variant;
}

/// Its baseline takes `eagerNs`.
CaseResult caseResult(double eagerNs)
{
    CaseResult result;
    result.name = "b8";
    result.variants.emplace_back().latency = medianLatency(eagerNs);
    return result;
}

OperatorStat compiledStat(const char* name, SpanKind kind, double perCallNs)
{
    return {.name = name, .kind = kind, .selfPerCallNs = perCallNs};
}

/// Eager's operators and the kernels of the compiled variant, in a call.
ComparisonData traced(std::vector<OperatorStat> eager, std::vector<OperatorStat> compiled,
    std::int64_t callNs = 10'000'000)
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    for (auto* stats : {&eager, &compiled}) {
        auto& process = data.processes.emplace_back();
        process.start = {.kind = ProcessKind::Trace, .variant = stats == &eager ? 0 : 1};
        process.traces = {{.start = {.pass = TracePass::Operators},
            .calls = {{.startNs = 0, .endNs = callNs}},
            .operators = *stats,
            .ended = true}};
    }
    return data;
}

/// Of the rules that read traces.
std::vector<Finding> found(
    const ComparisonData& data, double medianNs, double eagerNs = 10 * millisecond)
{
    const auto inCase = caseResult(eagerNs);
    auto variant = variantOf(medianNs);
    variant.verdict = medianNs > eagerNs ? Verdict::Slower : Verdict::Faster;
    const ComparisonResult judged {.plan = data.plan};
    std::vector<Finding> findings;
    for (const auto& rules : {traceRules, boundaryRules})
        for (const auto& rule : rules)
            for (auto& finding : rule.find(
                     {.data = data, .judged = judged, .inCase = &inCase, .variant = &variant})) {
                finding.rule = rule.key;
                findings.push_back(std::move(finding));
            }
    return findings;
}

std::string sentenceOf(const ComparisonData& data, const Finding& finding)
{
    return findingSentence({.plan = data.plan}, finding);
}

ComparisonData withGraphs(std::int64_t runNs)
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    auto& process = data.processes.emplace_back();
    process.start = {.kind = ProcessKind::Trace, .variant = 1};
    process.compiles = {{.compileId = "0/0", .operators = 40}, {.compileId = "1/0", .operators = 1},
        {.compileId = "2/0", .operators = 1}};
    TraceSummary trace {
        .start = {.pass = TracePass::Graphs}, .constants = {.nullGraphNs = 6'000}, .ended = true};
    for (int call = 0; call < 9; ++call)
        for (const auto* id : {"0/0", "1/0", "2/0"})
            trace.graphs.push_back({call, id, 0, id[0] == '0' ? 60'000 : runNs});
    process.traces = {trace};
    return data;
}

} // namespace

TEST(CompiledWork, NamesALibraryOperatorWhoseGeneratedKernelsTakeLonger)
{
    const auto data = traced(
        {compiledStat("aten::max_pool2d_with_indices", SpanKind::Operator, 0.5 * millisecond),
            compiledStat("aten::relu", SpanKind::Operator, 0.1 * millisecond)},
        {compiledStat(
            "cpp_fused_max_pool2d_with_indices_relu_3", SpanKind::Kernel, 8.6 * millisecond)});
    const auto findings = found(data, 10 * millisecond);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "decomposed_operator");
    EXPECT_THAT(sentenceOf(data, findings[0]), HasSubstr("max_pool2d_with_indices take 8.6 ms"));
    EXPECT_THAT(sentenceOf(data, findings[0]), HasSubstr("they replace 600 µs in eager"));
}

TEST(CompiledWork, DoesNotBlameAKernelForWhatElseWasFusedIntoIt)
{
    const auto data
        = traced({compiledStat("aten::relu", SpanKind::Operator, 0.1 * millisecond),
                     compiledStat("aten::convolution", SpanKind::Operator, 9 * millisecond)},
            {compiledStat("cpp_fused_convolution_relu_3", SpanKind::Kernel, 8.6 * millisecond)});
    EXPECT_THAT(found(data, 10 * millisecond), IsEmpty());
}

TEST(CompiledWork, DoesNotTakeAKernelForALibraryCallThatIsStillMade)
{
    const auto data
        = traced({compiledStat("aten::convolution", SpanKind::Operator, 0.5 * millisecond)},
            {compiledStat("aten::convolution", SpanKind::Operator, 0.5 * millisecond),
                compiledStat("graph_0_cpp_fused_add_convolution_relu_3", SpanKind::Kernel,
                    6 * millisecond)});
    EXPECT_THAT(found(data, 10 * millisecond), IsEmpty());
}

TEST(LayoutCopies, AreKernelsNamedAfterTheLibraryCallThatTheyPrepare)
{
    const auto data
        = traced({compiledStat("aten::convolution", SpanKind::Operator, 5 * millisecond)},
            {compiledStat("aten::convolution", SpanKind::Operator, 5 * millisecond),
                compiledStat("graph_0_cpp_fused_convolution_0", SpanKind::Kernel, 2 * millisecond),
                compiledStat("graph_0_cpp_fused_convolution_1", SpanKind::Kernel, 1 * millisecond),
                compiledStat(
                    "graph_0_cpp_fused_convolution_relu_2", SpanKind::Kernel, 1 * millisecond)});
    const auto findings = found(data, 10 * millisecond);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "layout_copies");
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.estimateNs, 3 * millisecond, 1);
    EXPECT_EQ(
        remedyCode({.plan = data.plan}, findings[0]), "torch._inductor.config.freezing = True");
    EXPECT_THAT(found(data, 1000 * millisecond), IsEmpty());
}

TEST(SlowerLibraryCall, IsToldWhereTheVariantLost)
{
    constexpr std::int64_t callNs = 25'000'000;
    const auto data = traced(
        {compiledStat("aten::mkldnn_convolution", SpanKind::Operator, 14 * millisecond)},
        {compiledStat("aten::mkldnn_convolution", SpanKind::Operator, 24 * millisecond)}, callNs);
    const auto findings = found(data, 32 * millisecond, 19 * millisecond);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "slower_library_call");
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.estimateNs, 10 * millisecond, 1);
    EXPECT_EQ(findings[0].remedy.name, "layout_optimization");
    EXPECT_THAT(found(data, 32 * millisecond, 40 * millisecond), IsEmpty()) << "it won";
    const auto products
        = traced({compiledStat("aten::addmm", SpanKind::Operator, 14 * millisecond)},
            {compiledStat("aten::addmm", SpanKind::Operator, 24 * millisecond)}, callNs);
    EXPECT_EQ(
        found(products, 32 * millisecond, 19 * millisecond).at(0).remedy.kind, RemedyKind::None)
        << "layouts are those of convolutions";
}

TEST(SlowerLibraryCall, IsNotToldFromATraceThatSplitsNoTimedCall)
{
    constexpr std::int64_t disturbedNs = 70'000'000; // more than twice what was timed
    const auto data
        = traced({compiledStat("aten::mkldnn_convolution", SpanKind::Operator, 14 * millisecond)},
            {compiledStat("aten::mkldnn_convolution", SpanKind::Operator, 24 * millisecond)},
            disturbedNs);
    EXPECT_THAT(found(data, 32 * millisecond, 19 * millisecond), IsEmpty());
}

TEST(CompiledWork, IsNoFindingWhereItIsSmallOrOnADevice)
{
    auto data = traced({compiledStat("aten::relu", SpanKind::Operator, 0.6 * millisecond)},
        {compiledStat("cpp_fused_relu_3", SpanKind::Kernel, 8.6 * millisecond)});
    EXPECT_THAT(found(data, 1000 * millisecond), IsEmpty());
    EXPECT_FALSE(found(data, 10 * millisecond).empty());
    data.plan.numeric.device = "cuda:0";
    EXPECT_THAT(found(data, 10 * millisecond), IsEmpty());
}

TEST(CompiledWork, NamesGraphsOfOneOperatorThatAreMostlyWrapper)
{
    const auto data = withGraphs(9'000);
    const auto findings = found(data, 100 * microsecond);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].rule, "graph_of_one_operator");
    EXPECT_THAT(
        sentenceOf(data, findings[0]), HasSubstr("2 graphs of one operator; a run takes 9 µs"));
    EXPECT_THAT(sentenceOf(data, findings[0]), HasSubstr("about 6 µs"));
}

TEST(CompiledWork, LeavesAloneAGraphWhoseOneOperatorIsTheWork)
{
    EXPECT_THAT(found(withGraphs(80'000), 200 * microsecond), IsEmpty());
    EXPECT_THAT(found(withGraphs(9'000), 10 * millisecond), IsEmpty()) << "12 µs of 10 ms";
}
