// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_caches.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/process_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;

namespace {

using Parts = std::vector<CacheKeyPart>;

CacheLookup missOf(const char* compileId, Parts parts, CacheOutcome outcome = CacheOutcome::Miss)
{
    return {.cache = TorchCache::FxGraph,
        .outcome = outcome,
        .compileId = compileId,
        .key = "f123",
        .parts = std::move(parts)};
}

ProcessRecord processOf(std::vector<CacheLookup> lookups)
{
    CompileTrace trace;
    for (auto& lookup : lookups)
        addLookup(trace, std::move(lookup));
    ProcessRecord process;
    process.compileTraces = {std::move(trace)};
    return process;
}

const Parts fourRows {{"gm", "aaa", ""}, {"example_inputs[0]", "bbb", "[4, 16]"},
    {"inductor_config[freezing]", "ccc", "False"}};
const Parts fiveRows {{"gm", "aaa", ""}, {"example_inputs[0]", "ddd", "[5, 16]"},
    {"inductor_config[freezing]", "ccc", "False"}};
const Parts frozen {{"gm", "aaa", ""}, {"example_inputs[0]", "bbb", "[4, 16]"},
    {"inductor_config[freezing]", "eee", "True"}, {"inductor_config[new]", "fff", "1"}};

TEST(CacheKeys, AreToldByTheFirstOfTheirCache)
{
    const auto process = processOf({missOf("0/0", fourRows), missOf("0/1", fiveRows)});
    const auto& trace = process.compileTraces.front();
    EXPECT_EQ(trace.lookups[1].parts.size(), 1U) << "the one that differs";
    EXPECT_EQ(wholeKey(trace, trace.lookups[1]).size(), 3U);
}

TEST(MissedKeys, OfARecompileStandBesideTheCompileBefore)
{
    const auto missed
        = missedKeys(processOf({missOf("0/0", fourRows), missOf("0/1", fiveRows)}), nullptr);
    ASSERT_EQ(missed.size(), 1U) << "the first compile stands beside nothing";
    EXPECT_EQ(missed.front().beforeId, "0/0");
    EXPECT_FALSE(missed.front().otherProcess);
    ASSERT_EQ(missed.front().differences.size(), 1U);
    EXPECT_EQ(missed.front().differences.front().name, "example_inputs[0]");
    EXPECT_EQ(missed.front().differences.front().before, "[4, 16]");
    EXPECT_EQ(missed.front().differences.front().after, "[5, 16]");
}

TEST(MissedKeys, OfAWarmProcessStandBesideTheColdOne)
{
    const auto cold = processOf({missOf("0/0", fourRows)});
    const auto missed = missedKeys(processOf({missOf("0/0", frozen)}), &cold);
    ASSERT_EQ(missed.size(), 1U);
    EXPECT_TRUE(missed.front().otherProcess);
    ASSERT_EQ(missed.front().differences.size(), 2U);
    EXPECT_EQ(missed.front().differences[0].after, "True");
    EXPECT_TRUE(missed.front().differences[1].added);
}

TEST(MissedKeys, AreNoneWhereTheCacheHit)
{
    const auto cold = processOf({missOf("0/0", fourRows)});
    EXPECT_TRUE(missedKeys(processOf({missOf("0/0", fourRows, CacheOutcome::Hit)}), &cold).empty());
}

TEST(CacheAnswersOf, AProcessCountOutcomesAndTheKernelsThatWereCompiled)
{
    auto process = processOf({missOf("0/0", fourRows), missOf("1/0", fourRows, CacheOutcome::Hit)});
    process.compileTraces.front().spans = {{.name = "compile_file", .duration = nanoseconds(5)}};
    const auto answers = cacheAnswers(process);
    EXPECT_EQ(answers[0].hits, 1);
    EXPECT_EQ(answers[0].misses, 1);
    EXPECT_EQ(answers[1].hits, std::nullopt) << "nobody told";
    EXPECT_EQ(answers[2].misses, 1) << "a kernel";
    EXPECT_TRUE(cacheAnswers(ProcessRecord {}).empty());
}

TEST(CacheKeyParts, KeepNoValueThatCouldBeSecret)
{
    const auto setting = keyPartIn(
        "[abcdefghijklmnopqrstuvwxyz] inductor_config[trace.log_url]: 'https://user:pw@host'");
    ASSERT_TRUE(setting);
    EXPECT_EQ(setting->name, "inductor_config[trace.log_url]");
    EXPECT_EQ(setting->hash.size(), keptHash);
    EXPECT_EQ(setting->value, "");
    EXPECT_EQ(keyPartIn("[abc] inductor_config[freezing]: True")->value, "True");
    EXPECT_EQ(keyPartIn("[abc] example_inputs[0]: TensorMetadata(shape=[4])")->value,
        "TensorMetadata(shape=[4])");
    EXPECT_EQ(keyPartIn("[abc] gm: def forward(self):\n    return secret")->value, "");
    EXPECT_FALSE(keyPartIn("no part"));
}

TEST(GraphGuards, TakeTheirTimeFromTheMetrics)
{
    ProcessRecord process;
    process.compiles
        = {{.compileId = "0/0", .guards = 34, .metricsJson = R"({"guard_latency_us":103})"},
            {.compileId = "1/0", .guards = 14}};
    const auto guards = graphGuards(process);
    ASSERT_EQ(guards.size(), 2U);
    EXPECT_EQ(guards[0].ns, 103'000);
    EXPECT_EQ(guards[1].ns, std::nullopt);
}

} // namespace
