// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/collection_fact.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "tests/profiler/findings/rule_example.h"
#include "tests/support/units.h"

using ::testing::Contains;
using ::testing::Not;

namespace {

CallBlock& addBlock(ProcessRecord& process, std::int64_t slowNs = ms)
{
    process.blocks.push_back({.round = static_cast<int>(process.blocks.size()),
        .order = static_cast<int>(process.blocks.size()),
        .started = {static_cast<std::int64_t>(process.blocks.size() + 1) * 1'000 * ms},
        .wallNs = std::vector<std::int64_t>(20, ms)});
    process.blocks.back().wallNs[10] = slowNs;
    return process.blocks.back();
}

} // namespace

TEST(ClockDropRule, FiresWhereTheDeviceLoweredItsClockInTimedBlocks)
{
    RuleExample example;
    auto& process = example.addProcess(ProcessKind::Paired);
    for (int i = 0; i < 8; ++i)
        addBlock(process).machine.smClockMhz = 1980;
    auto& machine = addBlock(process).machine;
    machine.smClockMhz = 1410;
    machine.clockEventReasons = 0x4;
    const auto findings = example.ask(slowCallRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("clock_drop"));
    EXPECT_EQ(example.sentence(findings.front()),
        "the device lowered its clock in 11 % of timed blocks (1 of 9): power limit, 1410 "
        "instead of 1980 MHz");
    EXPECT_EQ(example.code(findings.front()), "nvidia-smi --lock-gpu-clocks=1410");
    machine.clockEventReasons = 0x1; // it was idle
    EXPECT_THAT(example.ask(slowCallRules), IsEmpty());
}

TEST(SharedDeviceRule, FiresWhereAnotherProcessHadTheDevice)
{
    RuleExample example;
    auto& process = example.addProcess(ProcessKind::Paired);
    addBlock(process);
    auto& machine = addBlock(process).machine;
    machine.foreignGpuProcesses = 2;
    const auto findings = example.ask(slowCallRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("device_shared"));
    EXPECT_THAT(example.sentence(findings.front()), HasSubstr("50 % of timed blocks (1 of 2)"));
    machine.foreignGpuProcesses = 0;
    EXPECT_THAT(example.ask(slowCallRules), IsEmpty());
}

TEST(TimedRecompileRule, NamesGuardAndLineOfACallThatCompiledWhileItWasTimed)
{
    RuleExample example;
    auto& process = example.addProcess(ProcessKind::Paired);
    addBlock(process);
    auto& block = addBlock(process, 400 * ms);
    block.compileCountMoved = true;
    process.compiles = {{.compileId = "0/1",
        .function = "forward",
        .file = "/home/user/model.py",
        .line = 12,
        .duration = nanoseconds(380 * ms),
        .metricsJson = "{\"start_time_us\": 2010000}"}};
    process.recompiles = {{.compileId = "0/1",
        .guard = "tensor 'x' size mismatch at index 0. expected 8, actual 64"}};
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), Contains("timed_recompile"));
    const auto& finding = findings.front();
    EXPECT_EQ(example.sentence(finding),
        "default compiled in a call that was timed because x changed from 8 to 64 in dimension 0");
    EXPECT_EQ(findingPlace(example.judged, finding), "/home/user/model.py:12");
    EXPECT_EQ(finding.onceNs, 380.0 * ms);
    EXPECT_THAT(example.code(finding), HasSubstr("torch._dynamo.mark_dynamic(x, 0)"));
    block.compileCountMoved = false;
    EXPECT_THAT(rulesIn(example.ask(recompileRules)), Not(Contains("timed_recompile")));
}

TEST(GarbageCollectionRule, FiresWhereTheCollectorTookAFifthOfACallTwice)
{
    RuleExample example(1e6);
    auto& process = example.addProcess(ProcessKind::Cold);
    for (int i = 0; i < 4; ++i) {
        addBlock(process, i < 2 ? 9 * ms : ms).kind = BlockKind::WarmUp;
        process.blocks.back().round = -1;
        if (i < 2)
            process.collections.push_back(
                {.block = i, .call = 10, .duration = nanoseconds(7 * ms), .generation = 2});
    }
    const auto findings = example.ask(slowCallRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("garbage_collection"));
    EXPECT_THAT(example.sentence(findings.front()),
        HasSubstr("garbage collector for up to 7 ms of a call (median 1 ms): 2 calls"));
    EXPECT_THAT(example.code(findings.front()), HasSubstr("gc.freeze()"));
    for (auto& collection : process.collections)
        collection.generation = 1;
    EXPECT_THAT(example.ask(slowCallRules), IsEmpty()) << "young objects are collected everywhere";
    process.collections.front().generation = 2;
    EXPECT_THAT(example.ask(slowCallRules), IsEmpty()) << "once is no habit";
}
