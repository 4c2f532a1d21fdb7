// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "tests/profiler/findings/rule_example.h"

#include <string>

using ::testing::Contains;
using ::testing::Not;

namespace {

/// Lanes of 20 rounds whose first quarter takes so many times as long as the rest.
RuleExample withBeginning(double longer)
{
    RuleExample example;
    example.variant().driftPercentPerMinute = -3;
    for (int repetition = 0; repetition < 3; ++repetition) {
        auto& process = example.addProcess(ProcessKind::Paired);
        for (int round = 0; round < 20; ++round) {
            const auto ns = static_cast<std::int64_t>(round < 5 ? longer * 1e6 : 1e6);
            process.blocks.push_back({.round = round, .wallNs = {ns, ns, ns}});
        }
    }
    return example;
}

} // namespace

TEST(WarmUpRule, FiresWhereCallsGetFasterWhileTheyAreTimed)
{
    auto example = withBeginning(1.4);
    const auto findings = example.ask(measurementRules);
    EXPECT_THAT(rulesIn(findings), Contains("warm_up_too_short"));
    EXPECT_THAT(
        rulesIn(withBeginning(1.02).ask(measurementRules)), Not(Contains("warm_up_too_short")));
}

TEST(TailRule, FiresWhereTheMedianWinsAndTheTailLoses)
{
    RuleExample example;
    example.variant().verdict = Verdict::Faster;
    example.variant().tailVerdict = Verdict::Slower;
    example.variant().tailRatio = Interval {.estimate = 0.5, .low = 0.45, .high = 0.55};
    auto findings = example.ask(measurementRules);
    ASSERT_THAT(rulesIn(findings), Contains("tail_worse"));
    EXPECT_THAT(example.sentence(findings.front()), HasSubstr("p99 that is 2.00× higher"));
    example.variant().tailVerdict = Verdict::NoDifference;
    EXPECT_THAT(rulesIn(example.ask(measurementRules)), Not(Contains("tail_worse")));
}

TEST(MemoryRule, TellsWhereThePeakIs)
{
    RuleExample example;
    example.variant().memoryVerdict = Verdict::Slower;
    example.baseline().peakMemory.host = 100 << 20;
    example.variant().peakMemory.host = 150 << 20;
    example.variant().compileMemory.host = 450 << 20;
    const auto findings = example.ask(measurementRules);
    ASSERT_THAT(rulesIn(findings), Contains("memory_up"));
    EXPECT_THAT(example.sentence(findings.front()),
        HasSubstr("needs 50 % more host memory at its peak than eager, and 3.00 times that while "
                  "it compiles"));
    example.variant().memoryVerdict = Verdict::NoDifference;
    EXPECT_THAT(rulesIn(example.ask(measurementRules)), Not(Contains("memory_up")));
}
