// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/estimate.h"

#include <gtest/gtest.h>

namespace {

using namespace std::chrono_literals;
using profiler::estimatePlan;
using profiler::Plan;

Plan plan(profiler::Effort effort)
{
    Plan made;
    made.cases = {{}};
    made.variants
        = {{.name = "eager"}, {.name = "default", .kind = profiler::VariantKind::Compiled}};
    made.protocol = profiler::protocolFor(effort);
    return made;
}

TEST(EstimatePlan, PutsAQuickComparisonAtSomeMinutes)
{
    const auto estimate = estimatePlan(plan(profiler::Effort::Quick));

    EXPECT_GT(estimate.low, 30s);
    EXPECT_LT(estimate.high, 6min);
    EXPECT_LT(estimate.low, estimate.high);
    EXPECT_LT(estimate.firstResult, 2min);
    EXPECT_LT(estimate.firstResult, estimate.high);
    // cold: eager 1, compiled 1 + 1; paired: 3 of each; check: one of each, eager in fp64 besides;
    // trace: one of each
    EXPECT_EQ(estimate.processes, 3 + 6 + 3 + 2);
    EXPECT_GT(estimate.diskBytes, 100'000);
}

TEST(EstimatePlan, GrowsWithEffortVariantsAndCases)
{
    const auto quick = estimatePlan(plan(profiler::Effort::Quick));
    EXPECT_GT(estimatePlan(plan(profiler::Effort::Normal)).low, quick.low);

    auto more = plan(profiler::Effort::Quick);
    more.variants.push_back({.name = "tuned",
        .kind = profiler::VariantKind::Compiled,
        .compile = {.mode = "max-autotune"}});
    EXPECT_GT(estimatePlan(more).low, quick.low);

    auto cases = plan(profiler::Effort::Quick);
    cases.cases.push_back({.name = "other"});
    EXPECT_GT(estimatePlan(cases).low, quick.low);
    const auto together = estimatePlan(cases);
    cases.protocol.casesApart = true;
    EXPECT_EQ(estimatePlan(cases).processes, 2 * together.processes);
}

TEST(EstimatePlan, KnowsThatEagerBackendsCompileNoCode)
{
    auto fast = plan(profiler::Effort::Quick);
    fast.variants[1].compile.backend = "aot_eager";

    EXPECT_LT(estimatePlan(fast).high, estimatePlan(plan(profiler::Effort::Quick)).high);
}

TEST(EstimatePlan, StaysUnderTheTimeLimitWherePossible)
{
    auto limited = plan(profiler::Effort::Thorough);
    limited.protocol.totalTimeLimit = 1min;
    const auto estimate = estimatePlan(limited);

    EXPECT_EQ(estimate.high, estimate.low) << "the least number of repetitions is run anyway";
}

} // namespace
