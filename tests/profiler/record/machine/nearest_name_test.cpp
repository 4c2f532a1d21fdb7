// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/nearest_name.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace {

const std::vector<std::string> modes {"default", "reduce-overhead", "max-autotune"};

TEST(NearestName, FindsTheNameThatWasMisspelt)
{
    EXPECT_EQ(profiler::nearestName("reduce_overhead", modes), "reduce-overhead");
    EXPECT_EQ(profiler::nearestName("maxautotune", modes), "max-autotune");
    EXPECT_EQ(profiler::didYouMean("defautl", modes), " (did you mean default?)");
}

TEST(NearestName, NamesNothingWhenNothingIsNear)
{
    EXPECT_EQ(profiler::nearestName("banana", modes), std::nullopt);
    EXPECT_EQ(profiler::didYouMean("banana", modes), "");
    EXPECT_EQ(profiler::nearestName("default", {}), std::nullopt);
}

} // namespace
