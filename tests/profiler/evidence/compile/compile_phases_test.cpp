// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_phases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <limits>
#include <numeric>

using namespace profiler;
using ::testing::ElementsAre;

namespace {

CompileSpan span(const char* name, std::int64_t begin, std::int64_t end, int thread = 0)
{
    return {.name = name,
        .compileId = "0/0",
        .thread = thread,
        .begin = {begin},
        .duration = nanoseconds(end - begin)};
}

CompileFlame flameOf(std::vector<CompileSpan> spans)
{
    return compileFlame({CompileTrace {.spans = std::move(spans)}});
}

std::int64_t of(const PhaseTimes& times, CompilePhase phase)
{
    return times[static_cast<std::size_t>(phase)];
}

std::int64_t sumOf(const PhaseTimes& times)
{
    return std::accumulate(times.begin(), times.end(), std::int64_t {0});
}

TEST(CompileFlame, CountsAStepWithoutThoseInside)
{
    const auto flame = flameOf({span("dynamo", 1000, 2000), span("backend_compile", 1200, 1900),
        span("inductor_compile", 1300, 1800), span("Scheduler.codegen", 1400, 1700),
        span("build_guards", 1910, 1950)});
    EXPECT_EQ(flame.wallNs, 1000);
    EXPECT_EQ(sumOf(flame.selfNs), flame.wallNs);
    EXPECT_EQ(of(flame.selfNs, CompilePhase::Dynamo), 1000 - 700 - 40);
    EXPECT_EQ(of(flame.selfNs, CompilePhase::AotAutograd), 200);
    EXPECT_EQ(of(flame.selfNs, CompilePhase::Lowering), 200);
    EXPECT_EQ(of(flame.selfNs, CompilePhase::CodeGeneration), 300);
    EXPECT_EQ(of(flame.selfNs, CompilePhase::Guards), 40);
    EXPECT_EQ(flame.depth, 4);
    EXPECT_EQ(flame.steps[3].parent, 2U);
}

TEST(CompileFlame, AStepThatNobodyKnowsBelongsToWhatHoldsIt)
{
    const auto flame = flameOf({span("inductor_compile", 0, 100), span("a new step", 10, 60)});
    EXPECT_EQ(of(flame.selfNs, CompilePhase::Lowering), 100);
    EXPECT_EQ(of(flame.selfNs, CompilePhase::Other), 0);
}

TEST(CompileFlame, CountsWhatIsCompiledToBeTriedAsAutotuning)
{
    const auto flame
        = flameOf({span("inductor_compile", 0, 1000), span("mm_template_autotuning", 100, 700),
            span("compile_file", 200, 600), span("compile_file", 800, 900)});
    EXPECT_EQ(of(flame.selfNs, CompilePhase::Autotune), 600);
    EXPECT_EQ(of(flame.selfNs, CompilePhase::KernelCompile), 100);
    EXPECT_EQ(sumOf(flame.selfNs), flame.wallNs);
}

TEST(CompileFlame, PutsOtherThreadsBesideTheOneThatCompiles)
{
    const auto flame = flameOf({span("dynamo", 0, 1000), span("async_compile.wait", 600, 900),
        span("compile_file", 400, 800, 1), span("compile_file", 500, 850, 2)});
    EXPECT_EQ(flame.wallNs, 1000);
    EXPECT_EQ(flame.workers, 2);
    EXPECT_EQ(flame.workerNs, 400 + 350);
    EXPECT_EQ(flame.overlappedNs, 200) << "from 400 to 600 the thread did something else";
    EXPECT_EQ(kernelCompiles(flame).front()->durationNs, 400);
}

TEST(CompileFlame, PutsAStepThatEndsAfterTheOneAroundItBesideThat)
{
    const auto flame = flameOf({span("dynamo", 0, 1000), span("compile_file", 900, 1200)});
    EXPECT_EQ(flame.wallNs, 1000);
    EXPECT_EQ(flame.workers, 1);
    EXPECT_EQ(sumOf(flame.selfNs), flame.wallNs);
}

TEST(CompileFlame, BearsDamagedSteps)
{
    constexpr auto far = std::numeric_limits<std::int64_t>::max();
    auto negative = span("dynamo", 100, 50);
    auto endless = span("dynamo", 100, 200);
    endless.duration.reset();
    const auto flame = flameOf({negative, endless, span("dynamo", far, far), span("dynamo", 0, far),
        span("dynamo", 10, 20)});
    EXPECT_EQ(flame.notEnded, 4);
    EXPECT_EQ(flame.wallNs, 10);
    EXPECT_TRUE(flameOf({}).steps.empty());
}

TEST(CompileFlame, IsMadeOfTenThousandStepsInEachOtherAtOnce)
{
    std::vector<CompileSpan> spans;
    for (int i = 0; i < 10'000; ++i)
        spans.push_back(span("dynamo", i, 100'000 - i));
    const auto flame = flameOf(std::move(spans));
    EXPECT_EQ(flame.depth, 10'000);
    EXPECT_EQ(sumOf(flame.selfNs), flame.wallNs);
}

TEST(CompileFlame, TellsWhatOneCompileTook)
{
    auto other = span("dynamo", 2000, 2500);
    other.compileId = "0/1";
    const auto flame = flameOf({span("dynamo", 0, 1000), other});
    EXPECT_EQ(sumOf(phaseTimes(flame, "0/1")), 500);
    EXPECT_EQ(sumOf(phaseTimes(flame, "0/0")) + sumOf(phaseTimes(flame, "0/1")), flame.wallNs);
}

TEST(CompileTraceBounds, KeepTheLongestSteps)
{
    CompileTrace trace;
    for (int i = 0; i < 12'000; ++i)
        trace.spans.push_back(span("pass", i, i + 1 + (i % 7)));
    trace.spans.push_back(span("dynamo", 0, 1'000'000));
    keepWithinBounds(trace);
    EXPECT_EQ(trace.spans.size(), mostCompileSpans);
    EXPECT_EQ(trace.spansLeftOut, 2001);
    EXPECT_EQ(trace.spans.front().name, "dynamo");
    EXPECT_TRUE(isBounded(trace));
}

TEST(PhaseOfStep, KnowsTheStepsOfAutotuningAndCudaGraphs)
{
    EXPECT_EQ(phaseOfStep("mm_template_autotuning"), CompilePhase::Autotune);
    EXPECT_EQ(phaseOfStep("CUDAGraphTreeManager.add_function"), CompilePhase::CudaGraphs);
    EXPECT_EQ(phaseOfStep("Scheduler.codegen"), CompilePhase::CodeGeneration);
    EXPECT_EQ(phaseOfStep("Scheduler.fused_nodes"), CompilePhase::Scheduling);
    EXPECT_EQ(phaseOfStep("pass.post_grad_passes.stable_sort"), CompilePhase::Passes);
    EXPECT_EQ(phaseOfStep("never heard of"), std::nullopt);
}

} // namespace
