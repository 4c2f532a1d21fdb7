// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/bisection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace profiler {
namespace {

/// Looks until it is found; how many looks it took.
int search(
    std::size_t candidates, std::size_t changedAt, std::pair<std::size_t, std::size_t>& found)
{
    Bisection bisection(candidates);
    int looks = 0;
    while (const auto next = bisection.next()) {
        bisection.tell(*next < changedAt);
        ++looks;
    }
    found = bisection.between();
    return looks;
}

TEST(Bisection, FindsEveryPlaceWithinTheStepsThatWereSaid)
{
    for (std::size_t candidates = 2; candidates <= 130; ++candidates) {
        int most = 0;
        for (std::size_t changedAt = 1; changedAt < candidates; ++changedAt) {
            std::pair<std::size_t, std::size_t> found;
            most = std::max(most, search(candidates, changedAt, found));
            EXPECT_EQ(found, std::pair(changedAt - 1, changedAt)) << candidates;
        }
        EXPECT_EQ(most, Bisection::stepsAtMost(candidates)) << candidates;
    }
}

TEST(Bisection, NeedsAsManyStepsAsThereAreBitsInTheGaps)
{
    EXPECT_EQ(Bisection::stepsAtMost(2), 0);
    EXPECT_EQ(Bisection::stepsAtMost(3), 1);
    EXPECT_EQ(Bisection::stepsAtMost(5), 2);
    EXPECT_EQ(Bisection::stepsAtMost(6), 3);
    EXPECT_EQ(Bisection::stepsAtMost(1025), 10);
}

} // namespace
} // namespace profiler
