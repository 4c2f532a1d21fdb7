// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/comparison_result.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

namespace {

using namespace profiler;
using namespace recorded_example;

TEST(Judge, RecoversTheTrueSpeedUp)
{
    const ExampleOptions options;
    const auto result = judge(recordedExample(options));
    ASSERT_EQ(result.cases.size(), 1U);
    for (std::size_t variant = 1; variant < options.variants.size(); ++variant) {
        const auto& judged = result.cases[0].variants[variant];
        ASSERT_TRUE(judged.speedUp) << judged.speedUp.error();
        EXPECT_NEAR(judged.speedUp->ratio.estimate / options.variants[variant].speedUp, 1, 0.02);
        EXPECT_EQ(judged.speedUp->repetitions, options.repetitions);
        EXPECT_EQ(judged.verdict, Verdict::Faster);
    }
}

} // namespace
