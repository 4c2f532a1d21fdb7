// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/rule_example.h"

namespace {

RuleExample different(double cosine)
{
    RuleExample example;
    example.variant().numerics
        = {.status = NumericsStatus::Different, .cosine = cosine, .worstTensor = "1"};
    example.addProcess(ProcessKind::Check).numerics = {{.path = "hidden", .mismatches = 0},
        {.path = "0", .mismatches = 3}, {.path = "1", .mismatches = 9}};
    return example;
}

} // namespace

TEST(ResultsDifferRule, NamesTheFirstOutputThatDiffers)
{
    auto example = different(0.4);
    const auto findings = example.ask(outcomeRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("numerics"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default gives other results than the baseline in output 1, first in output 0");
}

TEST(ResultsDifferRule, NamesRoundingWhereResultsPointTheSameWay)
{
    auto example = different(0.9999);
    example.data.plan.numeric.autocast = "bfloat16";
    EXPECT_EQ(example.code(example.ask(outcomeRules)[0]),
        "torch._inductor.config.emulate_precision_casts = True");
    example.data.plan.numeric.autocast.clear();
    example.data.plan.numeric.tf32 = true;
    EXPECT_EQ(example.code(example.ask(outcomeRules)[0]),
        "torch.set_float32_matmul_precision(\"highest\")");
    example.data.plan.numeric.tf32 = false;
    EXPECT_THAT(example.code(example.ask(outcomeRules)[0]), IsEmpty());
    auto wrong = different(0.4);
    wrong.data.plan.numeric.tf32 = true;
    EXPECT_THAT(wrong.code(wrong.ask(outcomeRules)[0]), IsEmpty()) << "no rounding does that";
}
