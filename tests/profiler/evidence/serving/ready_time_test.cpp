// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/serving/ready_time.h"
#include "profiler/judge/serving/serving.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/variant.h"
#include "profiler/report/serving/serving_sentences.h"
#include "tests/support/made_load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

/// Three seconds before its calls, then a call that compiles, one that compiles again, and two.
ProcessRecord cold(int variant, ProcessKind kind, std::int64_t compileNs)
{
    ProcessRecord process {.start = {.kind = kind, .variant = variant}, .end = ProcessEnd {}};
    process.phases = {{.phase = "import", .wall = 2s}, {.phase = "build", .wall = 1s},
        {.phase = "case/default/first_call", .caseIndex = 0, .wall = 100s}};
    process.blocks = {{.kind = BlockKind::WarmUp,
        .wallNs = {compileNs, 10'000'000, compileNs, 10'000'000},
        .compiled = {1, 0, 1, 0}}};
    return process;
}

TEST(ReadyTime, GoesUpToTheLastCallThatCompiled)
{
    EXPECT_DOUBLE_EQ(*readyTime(cold(1, ProcessKind::Cold, 4'000'000'000), 0), 11.01e9);
    EXPECT_FALSE(readyTime(cold(1, ProcessKind::Cold, 1), 7)) << "no call of that case";
    auto eager = cold(0, ProcessKind::Cold, 5'000'000);
    eager.blocks.front().compiled = {0, 0, 0, 0};
    EXPECT_DOUBLE_EQ(*readyTime(eager, 0), 3.005e9) << "its first call";
}

TEST(ReadyTime, SaysWhoCanAnswerUntilThen)
{
    const auto service = [](int) { return tests::fixedService(2e6); };
    auto data = tests::madeServing(
        {{"eager", service}, {"default", service}}, {.rates = {150, 250, 350, 450, 550}});
    for (const auto kind : {ProcessKind::Cold, ProcessKind::ColdKept})
        data.processes.push_back(
            cold(1, kind, kind == ProcessKind::Cold ? 4'000'000'000 : 500'000'000));
    auto eager = cold(0, ProcessKind::Cold, 5'000'000);
    eager.blocks.front().compiled = {0, 0, 0, 0};
    data.processes.push_back(eager);
    const auto serving = servingOf(data, 10ms);
    const auto sentence = readySentence(*serving.of(0), 1);
    EXPECT_THAT(sentence,
        StartsWith("default is ready 11.0 s after its process starts with an empty compile cache, "
                   "4.010 s with a kept one; eager is ready 8.005 s before it, and could answer "
                   "up to 2"));
    EXPECT_THAT(sentence, HasSubstr("within the limit meanwhile"));
    EXPECT_EQ(readySentence(*serving.of(0), 0), "eager is ready 3.005 s after its process starts.");
}

} // namespace
} // namespace profiler
