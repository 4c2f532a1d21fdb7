// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/slow_calls.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/slow_text.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <limits>
#include <string>

namespace profiler {
namespace {

using testing::Each;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t slowSecond = 1'000 * ms;

/// Of a comparison of one case, eager and a compiled variant, on the CPU.
struct Example {
    ComparisonData data;
    std::int64_t now = slowSecond;

    Example()
    {
        data.plan.cases = {{.name = "b8"}};
        data.plan.variants
            = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
        add(ProcessKind::Paired);
    }

    ProcessRecord& add(ProcessKind kind)
    {
        auto& process = data.processes.emplace_back();
        process.start = {.kind = kind, .variant = 1};
        process.end = ProcessEnd {};
        process.steady = {{.steady = true}};
        return process;
    }

    [[nodiscard]] ProcessRecord& process() { return data.processes.back(); }

    /// Calls of `usual` ns, a millisecond in its time, one of them as given.
    CallBlock& block(BlockKind kind, int calls, int slowOne, std::int64_t slowNs)
    {
        auto& process = this->process();
        CallBlock block {.kind = kind,
            .round = kind == BlockKind::Timed ? static_cast<int>(process.blocks.size()) : -1,
            .order = static_cast<int>(process.blocks.size()),
            .started = {now}};
        for (int i = 0; i < calls; ++i) {
            const auto ns = i == slowOne ? slowNs : ms + (i % 7) * 1'000;
            block.wallNs.push_back(ns);
            block.cpuNs.push_back(ns);
            block.switches.push_back(0);
            now += ns;
        }
        block.compiled.assign(kind == BlockKind::WarmUp ? block.wallNs.size() : 0, 0);
        now += 5 * ms;
        process.blocks.push_back(std::move(block));
        return process.blocks.back();
    }

    struct CompilingCall {
        std::size_t call = 0;
        std::int64_t ns = 0;
    };

    void warmUpWithTwoCompiles(int calls, const CompilingCall& one, const CompilingCall& other)
    {
        auto& warmUp = block(BlockKind::WarmUp, calls, static_cast<int>(one.call), one.ns);
        warmUp.compiled[one.call] = 1;
        warmUp.compiled[other.call] = 1;
        warmUp.wallNs[other.call] = other.ns;
    }

    void compile(const std::string& id, std::int64_t startNs, std::int64_t durationNs,
        const std::string& more = {})
    {
        process().compiles.push_back({.compileId = id,
            .function = "forward",
            .file = "/home/user/model.py",
            .line = 12,
            .duration = nanoseconds(durationNs),
            .metricsJson = R"({"start_time_us":)" + std::to_string(startNs / 1'000) + more + "}"});
    }

    [[nodiscard]] SlowCallList slow() const { return slowCalls(data, 1, 0); }
};

TEST(SlowCalls, AreNoneWhereCallsAreAlike)
{
    Example example;
    example.block(BlockKind::Timed, 200, -1, 0);
    EXPECT_THAT(example.slow().calls, IsEmpty());
    EXPECT_EQ(slowCallsSentence(example.slow()), "No call was much slower than the others.");
}

TEST(SlowCalls, AreUnexplainedWhereNothingSaysWhy)
{
    Example example;
    example.block(BlockKind::Timed, 200, 77, 9 * ms);
    const auto slow = example.slow();
    ASSERT_THAT(slow.calls, SizeIs(1));
    EXPECT_EQ(slow.calls[0].cause, SlowCause::Unexplained);
    EXPECT_EQ(slow.calls[0].call, 77U);
    EXPECT_EQ(slow.calls[0].number, 78);
    EXPECT_FALSE(slow.calls[0].explainedNs);
    EXPECT_THAT(slowCallSentence(slow.calls[0]), HasSubstr("nothing that was recorded says why"));
}

TEST(SlowCalls, NameTheGuardOfARecompileInATimedCall)
{
    Example example;
    example.block(BlockKind::Timed, 100, -1, 0);
    const auto start = example.now;
    auto& block = example.block(BlockKind::Timed, 100, 40, 412 * ms);
    block.compileCountMoved = true;
    example.compile("0/2", start + 40 * ms, 380 * ms, R"(,"cache_size":2,"recompile_limit":8)");
    example.process().recompiles = {{.compileId = "0/2",
        .guard = "tensor 'x' size mismatch at index 0. expected 8, actual 64"}};
    const auto slow = example.slow();
    ASSERT_THAT(slow.calls, SizeIs(1));
    const auto& call = slow.calls[0];
    EXPECT_EQ(call.cause, SlowCause::Recompile);
    EXPECT_EQ(call.call, 40U);
    EXPECT_TRUE(call.leftOut) << "its repetition is in no figure";
    EXPECT_EQ(call.explainedNs, 380.0 * ms);
    EXPECT_EQ(slowCallCause(call),
        "x changed from 8 to 64 in dimension 0, forward (model.py:12), 3 of 8 allowed");
    EXPECT_THAT(slowCallTimes(call), HasSubstr("412.0 ms"));
    EXPECT_THAT(slowCallTimes(call), HasSubstr("of it recompiling 380.0 ms"));
    EXPECT_EQ(slowCallCode(call), "torch._dynamo.mark_dynamic(x, 0)");
}

TEST(SlowCalls, TellFirstCompilesFromRecompilesOfAWarmUp)
{
    Example example;
    const auto start = example.now;
    example.warmUpWithTwoCompiles(20, {0, 900 * ms}, {5, 300 * ms});
    example.compile("0/0", start + ms, 800 * ms);
    example.compile("0/1", start + 910 * ms, 280 * ms);
    const auto calls = slowCallsOf(example.process(), 0, false);
    ASSERT_THAT(calls, SizeIs(2));
    EXPECT_EQ(calls[0].cause, SlowCause::FirstCompile);
    EXPECT_EQ(calls[0].call, 0U);
    EXPECT_EQ(calls[1].cause, SlowCause::Recompile);
    EXPECT_EQ(calls[1].call, 5U);
    EXPECT_THAT(slowCallCause(calls[1]), HasSubstr("which guard failed is not known"));
}

TEST(SlowCalls, AddUpWhatOneCallCompiledWithoutCountingAnythingTwice)
{
    Example example;
    const auto start = example.now;
    example.block(BlockKind::WarmUp, 20, 0, 900 * ms).compiled[0] = 1;
    example.compile("0/0", start, 500 * ms);
    example.compile("1/0", start + 400 * ms, 200 * ms); // within the first for 100 ms
    const auto calls = slowCallsOf(example.process(), 0, false);
    ASSERT_THAT(calls, SizeIs(1));
    EXPECT_EQ(calls[0].explainedNs, 600.0 * ms);
    EXPECT_THAT(slowCallCause(calls[0]), HasSubstr("2 graphs"));
}

TEST(SlowCalls, TellWhatCompiledInTheCallsThatAreDiscarded)
{
    Example example;
    example.block(BlockKind::Timed, 100, -1, 0);
    const auto between = example.now - 4 * ms;
    example.now += 200 * ms;
    example.block(BlockKind::Timed, 100, -1, 0).compileCountMoved = true;
    example.compile("0/1", between, 150 * ms);
    const auto slow = example.slow();
    ASSERT_THAT(slow.calls, SizeIs(1));
    EXPECT_TRUE(slow.calls[0].discarded);
    EXPECT_EQ(slow.calls[0].cause, SlowCause::Recompile);
    EXPECT_EQ(slow.calls[0].ns, 150.0 * ms);
}

TEST(SlowCalls, MarkTheSlowestOfABlockWhereTorchDoesNotSayWhenItCompiled)
{
    Example example;
    example.block(BlockKind::Timed, 100, 30, 50 * ms).compileCountMoved = true;
    const auto slow = example.slow();
    ASSERT_THAT(slow.calls, SizeIs(1));
    EXPECT_EQ(slow.calls[0].call, 30U);
    EXPECT_TRUE(isCompile(slow.calls[0].cause));
    EXPECT_FALSE(slow.calls[0].explainedNs);
}

TEST(SlowCalls, TellARecordedCudaGraphFromOneThatIsRecordedAgain)
{
    constexpr auto record = R"(,"is_runtime":true,"runtime_cudagraphify_time_us":70000)";
    Example example;
    const auto start = example.now;
    example.warmUpWithTwoCompiles(40, {1, 80 * ms}, {9, 80 * ms});
    example.compile("0/0", start + 2 * ms, 70 * ms, record);
    example.compile("0/0", start + 90 * ms, 70 * ms, record);
    const auto calls = slowCallsOf(example.process(), 0, true);
    ASSERT_THAT(calls, SizeIs(2));
    EXPECT_THAT(calls, Each(Field(&SlowCall::cause, SlowCause::GraphRecord)));
    EXPECT_FALSE(std::get<RecordedInCall>(calls[0].evidence).again);
    EXPECT_TRUE(std::get<RecordedInCall>(calls[1].evidence).again);
    EXPECT_EQ(calls[1].explainedNs, 70.0 * ms);
}

TEST(SlowCalls, BlameTheClockWhereTheDeviceLoweredIt)
{
    Example example;
    for (int i = 0; i < 5; ++i)
        example.block(BlockKind::Timed, 50, -1, 0).machine.smClockMhz = 1980;
    auto& slowBlock = example.block(BlockKind::Timed, 50, 3, 2 * ms);
    slowBlock.machine.smClockMhz = 990;
    slowBlock.machine.clockEventReasons = 0x40;
    const auto slow = example.slow();
    ASSERT_THAT(slow.calls, SizeIs(1));
    EXPECT_EQ(slow.calls[0].cause, SlowCause::ClockDrop);
    EXPECT_EQ(slowCallCause(slow.calls[0]), "too hot (hardware): 990 MHz instead of 1980");
    EXPECT_NEAR(*slow.calls[0].explainedNs, ms, ms / 50.0) << "half of its time";
    EXPECT_EQ(slowCallCode(slow.calls[0]), "nvidia-smi --lock-gpu-clocks=990");
}

TEST(SlowCalls, NameAnotherProcessOnTheDeviceAndContention)
{
    Example example;
    example.block(BlockKind::Timed, 50, 3, 9 * ms).machine.foreignGpuProcesses = 2;
    auto& disturbed = example.block(BlockKind::Timed, 50, 4, 7 * ms);
    disturbed.switches[4] = 3;
    disturbed.cpuNs[4] = 2 * ms;
    const auto slow = example.slow();
    ASSERT_THAT(slow.calls, SizeIs(2));
    EXPECT_EQ(slow.calls[0].cause, SlowCause::SharedDevice);
    EXPECT_THAT(slowCallCause(slow.calls[0]), HasSubstr("2 other processes"));
    EXPECT_EQ(slow.calls[1].cause, SlowCause::Contention);
    EXPECT_THAT(slowCallCause(slow.calls[1]), HasSubstr("lost its core 3 times"));
    EXPECT_EQ(slow.calls[1].explainedNs, 5.0 * ms) << "the wall time without a core";
    EXPECT_EQ(slow.of(SlowCause::Contention).calls, 1);
    EXPECT_GT(slow.overNs, slow.of(SlowCause::Contention).overNs);
}

TEST(SlowCalls, BlameTheCollectorWhereItTookThePartThatIsMissing)
{
    Example example;
    example.block(BlockKind::WarmUp, 40, 20, 9 * ms);
    example.block(BlockKind::WarmUp, 40, 21, 9 * ms);
    example.process().collections
        = {{.block = 0, .call = 20, .duration = nanoseconds(6 * ms), .generation = 1},
            {.block = 0, .call = 20, .duration = nanoseconds(1 * ms), .generation = 2, .runs = 3},
            {.block = 1, .call = 21, .duration = nanoseconds(ms / 2), .generation = 0}};
    const auto calls = slowCallsOf(example.process(), 0, false);
    ASSERT_THAT(calls, SizeIs(2));
    EXPECT_EQ(calls[0].cause, SlowCause::Collection);
    EXPECT_EQ(calls[0].explainedNs, 7.0 * ms);
    EXPECT_EQ(slowCallCause(calls[0]), "generation 2, 4 runs");
    EXPECT_EQ(calls[1].cause, SlowCause::Unexplained) << "the collector took a sixteenth of it";
}

TEST(SlowCalls, HoldAColdProcessAgainstItsOwnLastCalls)
{
    Example example;
    example.data.processes.clear();
    example.add(ProcessKind::Cold);
    example.block(BlockKind::WarmUp, 30, 1, 5 * ms);
    const auto slow = example.slow();
    ASSERT_THAT(slow.calls, SizeIs(1));
    EXPECT_EQ(slow.calls[0].kind, ProcessKind::Cold);
    EXPECT_FALSE(slow.calls[0].isTimed());
    EXPECT_THAT(slowCallPlace(slow.calls[0]), HasSubstr("cold process 1, warm-up call 2"));
}

/// A timing would be no test: what grows with the square of the calls would run for minutes.
TEST(SlowCalls, OfAHundredThousandCallsAndAThousandRecompilesAreAllListed)
{
    Example example;
    for (int i = 0; i < 1'000; ++i) {
        const auto start = example.now;
        example.block(BlockKind::Timed, 100, 50, 30 * ms).compileCountMoved = true;
        example.compile("0/" + std::to_string(i + 1), start + 50 * ms, 20 * ms);
    }
    const auto began = std::chrono::steady_clock::now();
    const auto slow = example.slow();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    RecordProperty("seconds", std::to_string(took.count()));
    EXPECT_EQ(slow.of(SlowCause::Recompile).calls, 1'000);
    EXPECT_THAT(slow.calls, SizeIs(1'000));
}

TEST(SlowCalls, OfADamagedFileAreBounded)
{
    Example example;
    auto& block = example.block(BlockKind::WarmUp, 3, -1, 0);
    block.compiled.assign(50, 1);
    block.wallNs = {-5, 0, std::numeric_limits<std::int64_t>::max()};
    example.compile("", std::numeric_limits<std::int64_t>::max() / 2, 1);
    example.process().compiles.back().metricsJson = "{\"start_time_us\": 9223372036854775807}";
    example.process().blocks.push_back({.compileCountMoved = true});
    EXPECT_LE(slowCallsOf(example.process(), 0, false).size(), 3U);
}

} // namespace
} // namespace profiler
