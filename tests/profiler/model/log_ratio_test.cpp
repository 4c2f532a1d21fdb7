// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/log_ratio.h"

#include <gtest/gtest.h>

#include <functional>
#include <type_traits>

namespace {

using profiler::LogRatio;

TEST(LogRatio, BecomesTheRatioThatItWasMadeFrom)
{
    for (const double ratio : {0.5, 0.97, 1.0, 1.03, 1.42, 40.0})
        EXPECT_DOUBLE_EQ(LogRatio::ofRatio(ratio).ratio(), ratio);
    EXPECT_NEAR(LogRatio::ofEffect(0.03).effect(), 0.03, 1e-12);
    EXPECT_DOUBLE_EQ(LogRatio().ratio(), 1);
}

TEST(LogRatio, IsNeitherItsRatioNorItsEffect)
{
    const auto noise = LogRatio::ofLogarithm(0.4);
    EXPECT_NEAR(noise.ratio(), 1.4918, 1e-4);
    EXPECT_NEAR(noise.effect(), 0.4918, 1e-4);
    EXPECT_FALSE((std::is_convertible_v<LogRatio, double>));
    EXPECT_FALSE((std::is_constructible_v<LogRatio, double>));
    EXPECT_FALSE((std::is_invocable_v<std::less<>, LogRatio, double>));
    EXPECT_FALSE((std::is_invocable_v<std::plus<>, double, LogRatio>));
}

TEST(LogRatio, IsAsFarFromOneOnBothSides)
{
    const auto faster = LogRatio::ofRatio(1.25);
    EXPECT_DOUBLE_EQ((-faster).ratio(), 0.8);
    EXPECT_DOUBLE_EQ((faster + faster).ratio(), 1.5625);
    EXPECT_DOUBLE_EQ((faster - faster).ratio(), 1);
    EXPECT_DOUBLE_EQ((faster * 3) / faster, 3);
    EXPECT_LT(-faster, faster / 2);
}

} // namespace
