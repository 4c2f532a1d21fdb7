// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/not_explained.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/rule_example.h"
#include "tests/support/units.h"

namespace {

using profiler::millisecond;

/// Eager takes 10 ms, the variant 20.
RuleExample slower()
{
    RuleExample example(20 * millisecond, 10 * millisecond);
    example.variant().verdict = Verdict::Slower;
    example.variant().speedUp
        = SpeedUp {.ratio = {.estimate = 0.5, .low = 10.0 / 21, .high = 10.0 / 19}};
    example.judged.plan = example.data.plan;
    return example;
}

Finding costing(double estimateNs, double lowNs, double highNs)
{
    return {.rule = "graph_break",
        .variant = 1,
        .recoverable = {{.cost = {.estimateNs = estimateNs, .lowNs = lowNs, .highNs = highNs}}}};
}

} // namespace

TEST(NotExplained, IsWhatFindingsLeaveOfTheDifference)
{
    const auto example = slower();
    std::vector<Finding> findings {costing(7 * millisecond, 6 * millisecond, 8 * millisecond)};
    addNotExplained(example.judged, findings);
    ASSERT_THAT(rulesIn(findings), ElementsAre("graph_break", "not_explained"));
    const auto& left = findings[1];
    EXPECT_NEAR(left.notExplained->estimateNs, 3 * millisecond, 1);
    EXPECT_NEAR(left.notExplained->lowNs, 1 * millisecond, 1)
        << "9 lost at least, 8 explained at most";
    EXPECT_NEAR(left.notExplained->highNs, 5 * millisecond, 1);
    EXPECT_EQ(example.sentence(left),
        "not explained: 3 ms of the 10 ms that a call of default takes longer");
}

TEST(NotExplained, IsNotSaidWhereFindingsExplainAllOfIt)
{
    const auto example = slower();
    std::vector<Finding> findings {costing(9.8 * millisecond, 9 * millisecond, 11 * millisecond)};
    addNotExplained(example.judged, findings);
    EXPECT_THAT(rulesIn(findings), ElementsAre("graph_break"));
}

TEST(NotExplained, IsNothingOfAVariantThatIsNotSlower)
{
    auto example = slower();
    example.variant().verdict = Verdict::Undecided;
    std::vector<Finding> findings;
    addNotExplained(example.judged, findings);
    EXPECT_THAT(findings, IsEmpty());
}
