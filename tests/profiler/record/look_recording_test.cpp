// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"
#include "profiler/model/comparison_info.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>

namespace profiler {
namespace {

class LookRecording : public FakeRecording { };

/// Of the fake model, with the numbers of that effort.
Plan lookPlan(Plan plan)
{
    setEffort(plan.protocol, Effort::Look);
    return plan;
}

TEST_F(LookRecording, LooksAtEachVariantInOneProcessWithoutTiming)
{
    ASSERT_TRUE(record(lookPlan(planFor(""))));
    EXPECT_EQ(orderOf(data()), "look eager, look default");
    EXPECT_THAT(steps.front().text, ::testing::Not(::testing::HasSubstr("about 0")));
    const auto& compiled = *processes(ProcessKind::Look, 1).at(0);
    EXPECT_TRUE(timedBlocksOf(compiled).empty());
    EXPECT_EQ(compiled.numerics.at(0).path, "eager as_is; default as_is; eager fp64");
    EXPECT_EQ(compiled.proofs.size(), 1U);
    EXPECT_EQ(compiled.traces.size(), 3U);
    EXPECT_EQ(compiled.end->outcome, ProcessOutcome::Finished);
}

TEST_F(LookRecording, LooksWithoutFp64WhereTheModelCannotDoIt)
{
    ASSERT_TRUE(record(lookPlan(planFor("no_fp64"))));
    EXPECT_EQ(noticesOf("no_fp64_reference"), 1);
    const auto& eager = *processes(ProcessKind::Look, 0).at(0);
    EXPECT_EQ(eager.end->outcome, ProcessOutcome::Finished) << "an error costs only its answer";
    EXPECT_EQ(processes(ProcessKind::Look, 1).at(0)->numerics.at(0).path,
        "eager as_is; default as_is; none");
}

TEST_F(LookRecording, LooksNoFurtherWhereTheFirstCallFails)
{
    const auto outcome = record(lookPlan(planFor("raise_in_call@default")));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->variantsFailed, 1);
    EXPECT_TRUE(processes(ProcessKind::Look, 1).at(0)->traces.empty());
}

} // namespace
} // namespace profiler
