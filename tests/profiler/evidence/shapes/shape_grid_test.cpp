// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/shapes/shape_grid.h"
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

Case caseOf(std::vector<std::int64_t> ids, std::vector<std::int64_t> mask,
    const std::vector<std::string>& names = {})
{
    return {.name = {},
        .inputs = {{.name = "ids", .shape = std::move(ids), .dims = names},
            {.name = "mask", .shape = std::move(mask), .dims = names}}};
}

TEST(ShapeGrid, HasTheNamesOfASweep)
{
    const Plan plan {.cases
        = {caseOf({1, 16}, {1, 16}, {"batch", "seq"}), caseOf({1, 32}, {1, 32}, {"batch", "seq"}),
            caseOf({2, 64}, {2, 64}, {"batch", "seq"})}};
    const auto grid = shapeGrid(plan);
    ASSERT_EQ(grid.axes.size(), 2U);
    EXPECT_EQ(grid.axes[0], (ShapeAxis {"seq", {16, 32, 64}}));
    EXPECT_EQ(grid.axes[1], (ShapeAxis {"batch", {1, 2}}));
    EXPECT_THAT(grid.sizes[2], ElementsAre(64, 2));
    EXPECT_THAT(
        grid.sizes, ElementsAre(ElementsAre(16, 1), ElementsAre(32, 1), ElementsAre(64, 2)));
}

TEST(ShapeGrid, FindsSizesThatNobodyNamed)
{
    const Plan plan {.cases = {caseOf({8, 16}, {8, 16}), caseOf({8, 32}, {8, 32})}};
    const auto grid = shapeGrid(plan);
    ASSERT_EQ(grid.axes.size(), 1U) << "the mask's size is always that of the ids";
    EXPECT_EQ(grid.axes[0], (ShapeAxis {"ids.shape[1]", {16, 32}}));
}

TEST(ShapeGrid, IsEmptyWhereNothingDiffersOrInputsAreOthers)
{
    EXPECT_TRUE(shapeGrid({}).isEmpty());
    EXPECT_TRUE(shapeGrid({.cases = {caseOf({8, 16}, {8, 16})}}).isEmpty());
    EXPECT_TRUE(shapeGrid({.cases = {caseOf({8, 16}, {8}), caseOf({8, 32}, {8, 1})}}).isEmpty());
    auto named = caseOf({8, 16}, {8, 16}, {"8", "seq"});
    auto other = caseOf({8, 32}, {8, 32}, {"8", "seq"});
    const auto grid = shapeGrid({.cases = {named, other, {.name = "own"}}});
    ASSERT_EQ(grid.axes.size(), 1U);
    EXPECT_THAT(grid.sizes[2], IsEmpty());
}

} // namespace
