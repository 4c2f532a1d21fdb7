// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "recording_fixture.h"

#include <gmock/gmock.h>

namespace profiler {
namespace {

using testing::HasSubstr;

/// Effort look finds breaks, recompiles and differences without a timed call, and reports no speed.
class Look : public RecordingTest {
protected:
    ComparisonResult lookAt(const std::string& spec)
    {
        auto plan = planFor(spec);
        setEffort(plan.protocol, Effort::Look);
        plan.protocol.traceCalls = 3;
        plan.protocol.numericsDepth = NumericsDepth::Outputs; // modules take processes of their own
        const auto outcome = record(plan);
        EXPECT_TRUE(outcome) << outcome.error().message;
        EXPECT_EQ(outcome->variantsFailed, 0) << wholeLog();
        return conclude(data());
    }

    static const VariantResult& compiled(const ComparisonResult& result)
    {
        return result.cases.at(0).variants.at(1);
    }
};

TEST_F(Look, FindsBreaksAndSameResultsAndTracesEachVariant)
{
    const auto result = lookAt(model("trouble.py:breaks"));
    EXPECT_EQ(data().processes.size(), 2U) << "one for each variant";
    EXPECT_EQ(compiled(result).graphBreaks, 1);
    EXPECT_EQ(compiled(result).recompiles, 0);
    EXPECT_EQ(compiled(result).numerics.status, NumericsStatus::Equal);
    const auto& process = *processes(ProcessKind::Look, 1).at(0);
    ASSERT_EQ(process.traces.size(), 3U) << wholeLog();
    EXPECT_TRUE(process.traces[0].ended);
    EXPECT_TRUE(timedBlocksOf(process).empty());
}

TEST_F(Look, SaysNothingOfSpeedAndHowToTellIt)
{
    const auto result = lookAt("builtin:mlp");
    const auto& variants = result.cases.at(0).variants;
    EXPECT_EQ(variants.at(0).verdict, Verdict::Baseline);
    EXPECT_EQ(variants.at(1).verdict, Verdict::NotEnoughData);
    for (const auto& variant : variants) {
        EXPECT_EQ(variant.latency.error().kind, ReasonKind::RecordedWithoutTiming);
        EXPECT_FALSE(variant.speedUp);
        EXPECT_FALSE(variant.paybackCold);
    }
    EXPECT_EQ(compiled(result).compileCold.error().kind, ReasonKind::RecordedWithoutTiming);
    EXPECT_THAT(overallSentence(result, Emphasis::None),
        HasSubstr("no verdict on graphs: recorded without timing (effort look): record with "
                  "--effort quick for a verdict"));
}

TEST_F(Look, ProvesThatACaseRanEager)
{
    const auto result = lookAt(model("trouble.py:past_the_limit_inside"));
    ASSERT_EQ(result.cases.size(), 4U);
    for (std::size_t i = 0; i < result.cases.size(); ++i) {
        const auto verdict = result.cases[i].variants.at(1).verdict;
        EXPECT_EQ(verdict, i >= 2 ? Verdict::RanEager : Verdict::NotEnoughData) << "case " << i;
    }
}

TEST_F(Look, SeesResultsThatDiffer)
{
    EXPECT_EQ(compiled(lookAt(model("trouble.py:differs"))).verdict, Verdict::ResultsDiffer);
}

} // namespace
} // namespace profiler
