// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/variant.h"
#include "tests/profiler/model/random_plan.h"

#include <gtest/gtest.h>

using namespace profiler;

namespace {

std::string refusal(std::string_view option, const std::string& text)
{
    Plan plan;
    const auto set = setSetting(plan, settingOf(option), text);
    EXPECT_EQ(plan, Plan {});
    return set ? "" : set.error().message;
}

} // namespace

TEST(PlanSetting, TextsOfOptionsReadBackAsTheSameValue)
{
    std::mt19937_64 random(11);
    for (int i = 0; i < 50; ++i) {
        auto plan = randomPlan(random);
        plan.protocol = protocolFor(plan.protocol.effort);
        plan.protocol.callsPerBlock = 3;
        plan.load = {.repetitions = 2, .concurrency = 4};
        Plan again;
        for (const auto& setting : planSettings())
            if (setting.text.option != nullptr && !isDefault(plan, setting)) {
                ASSERT_TRUE(setSetting(again, setting, settingText(plan, setting))) << setting.path;
                EXPECT_EQ(settingText(again, setting), settingText(plan, setting));
            }
    }
}

TEST(PlanSetting, SaysWhatWasExpected)
{
    EXPECT_EQ(refusal("--rounds", "0"), "a count of 1 or more");
    EXPECT_EQ(refusal("--rounds", "3000000000"), "a count of 1 or more");
    EXPECT_EQ(refusal("--rounds", "2.5"), "a count of 1 or more");
    EXPECT_EQ(refusal("--effort", "hasty"), "one of quick, normal, thorough, look");
    EXPECT_EQ(refusal("--warm-cache", "yes"), "true or false");
}

TEST(PlanSetting, AnEffortBringsItsNumbersAndLeavesTheRest)
{
    Plan plan;
    plan.protocol.callsPerBlock = 7;
    plan.protocol.rounds = 99;
    ASSERT_TRUE(setSetting(plan, settingOf("--effort"), "quick"));
    auto expected = protocolFor(Effort::Quick);
    expected.callsPerBlock = 7;
    EXPECT_EQ(plan.protocol, expected);
    ASSERT_TRUE(setSetting(plan, settingOf("--calls"), std::nullopt));
    EXPECT_EQ(plan.protocol, protocolFor(Effort::Quick));
}

TEST(PlanSetting, DefaultsOfThePlanAreThoseOfNormalEffort)
{
    EXPECT_EQ(protocolFor(Effort::Normal), Protocol {});
}
