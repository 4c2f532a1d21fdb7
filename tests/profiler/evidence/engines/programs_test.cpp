// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/engines/programs.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/made_programs.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace profiler {
namespace {

/// Eager, an AOTInductor package called from Python, and the same by the runner: a call of it takes
/// half as long.
ComparisonData withPrograms()
{
    recorded_example::ExampleOptions options {.variants = recorded_example::exampleVariants(3)};
    options.variants[1].speedUp = 1;
    options.variants[2].speedUp = 2;
    auto data = recorded_example::recordedExample(options);
    tests::makePrograms(data);
    return data;
}

TEST(Programs, TellWhatTheyCostAndWhatPythonAdds)
{
    const auto data = withPrograms();
    const auto programs = programFacts(data);
    ASSERT_EQ(programs.size(), 2U) << "eager is none";
    const auto& python = programs[0];
    const auto& native = programs[1];
    EXPECT_EQ(python.packageBytes, 47'185'920);
    ASSERT_EQ(python.steps.size(), 2U);
    EXPECT_EQ(python.steps[0].name, "export");
    EXPECT_EQ(python.steps[1].medianNs, 22.6e9);
    EXPECT_EQ(python.loadNs, 134e6);
    EXPECT_FALSE(python.pythonNs) << "it is called from Python itself";
    ASSERT_TRUE(python.callNs && native.callNs && native.pythonNs);
    EXPECT_NEAR(*python.callNs / *native.callNs, 2, 0.02);
    EXPECT_EQ(native.calledFromPython, 1);
    EXPECT_NEAR(native.pythonNs->estimate, *python.callNs - *native.callNs, 0.02 * *native.callNs);
    EXPECT_LT(native.pythonNs->low, native.pythonNs->estimate);
}

TEST(Programs, HaveNoTwinWithOtherSettings)
{
    auto data = withPrograms();
    data.plan.variants[1].torch.dtype = "bfloat16";
    const auto programs = programFacts(data);
    EXPECT_FALSE(programs[1].pythonNs);
    EXPECT_FALSE(programs[1].calledFromPython);
}

TEST(Programs, AreJudgedWithoutRegionsAndPayForTheirMaking)
{
    const auto result = judge(withPrograms());
    const auto& native = result.cases.front().variants[2];
    EXPECT_EQ(native.verdict, Verdict::Faster) << reasonText(native.verdictReason);
    ASSERT_FALSE(native.graphBreaks);
    EXPECT_EQ(
        reasonText(native.graphBreaks.error()), "it is one program, made before its first call");
    ASSERT_TRUE(native.compileCold);
    EXPECT_GE(native.compileCold->medianNs, 23.9e9);
    EXPECT_LT(native.compileWarm ? native.compileWarm->medianNs : 0, 1e9);
}

} // namespace
} // namespace profiler
