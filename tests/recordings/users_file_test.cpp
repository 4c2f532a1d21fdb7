// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/process_facts.h"
#include "recording_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace profiler {
namespace {

using testing::EndsWith;

class UsersFile : public RecordingTest { };

TEST_F(UsersFile, IsRecordedWithItsBreakItsShapesAndItsOutputs)
{
    auto plan = planFor(model("shapes.py:make"));
    plan.protocol.coldEmpty = 1;
    plan.protocol.checkInputs = 1;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->variantsFailed, 0) << outcome->reason << "\n" << wholeLog();

    ASSERT_EQ(data().plan.cases.size(), 2U);
    EXPECT_EQ(data().plan.cases[0].name, "small");
    EXPECT_EQ(data().plan.cases[1].items, 8);

    const auto cold = processes(ProcessKind::Cold, 1);
    ASSERT_EQ(cold.size(), 1U);
    ASSERT_FALSE(cold[0]->breaks.empty());
    for (const auto& graphBreak : cold[0]->breaks)
        EXPECT_THAT(graphBreak.file, EndsWith("shapes.py"));
    EXPECT_FALSE(cold[0]->recompiles.empty()) << "the second batch size recompiles";
    EXPECT_TRUE(std::any_of(cold[0]->phases.begin(), cold[0]->phases.end(),
        [](const PhaseFact& phase) { return phase.phase == "case/large/first_call"; }));
    EXPECT_TRUE(std::any_of(cold[0]->memory.begin(), cold[0]->memory.end(),
        [](const MemoryFact& fact) { return fact.phase == MemoryPhase::Steady; }));

    for (const auto* lane : processes(ProcessKind::Paired)) {
        EXPECT_GE(timedBlocksOf(*lane, 0).size(), 3U) << outcome->reason << "\n" << wholeLog();
        EXPECT_GE(timedBlocksOf(*lane, 1).size(), 3U) << outcome->reason << "\n" << wholeLog();
    }
    const auto check = processes(ProcessKind::Check, 1);
    ASSERT_EQ(check.size(), 1U);
    ASSERT_EQ(check[0]->numerics.size(), 4U) << "two tensors in two cases";
    for (const auto& fact : check[0]->numerics) {
        EXPECT_EQ(fact.bitEqual, fact.elements) << fact.path;
        EXPECT_TRUE(fact.rmseReference) << "fp64 was the reference";
    }
    EXPECT_TRUE(logHolds("in the middle")) << "what the model prints is the log";
}

} // namespace
} // namespace profiler
