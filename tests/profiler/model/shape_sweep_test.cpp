// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/shape_sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::ElementsAre;

namespace {

std::vector<std::int64_t> valuesOf(std::string_view word)
{
    const auto axis = sweepAxisFrom(word);
    return axis ? axis->values : std::vector<std::int64_t> {};
}

TEST(SweepAxis, TakesListsStepsAndWhatGoesOn)
{
    EXPECT_THAT(valuesOf("batch=1,2,4"), ElementsAre(1, 2, 4));
    EXPECT_THAT(valuesOf("batch=8"), ElementsAre(8));
    EXPECT_THAT(valuesOf("batch=4,1,4"), ElementsAre(1, 4));
    EXPECT_THAT(valuesOf("batch=1,2..64"), ElementsAre(1, 2, 4, 8, 16, 32, 64));
    EXPECT_THAT(valuesOf("batch=1,2,4…64"), ElementsAre(1, 2, 4, 8, 16, 32, 64));
    EXPECT_THAT(valuesOf("seq=10,15..30"), ElementsAre(10, 15, 20, 25, 30));
    EXPECT_THAT(valuesOf("n=2..4"), ElementsAre(2, 3, 4));
    EXPECT_THAT(valuesOf("seq=16:64:16"), ElementsAre(16, 32, 48, 64));
    EXPECT_THAT(valuesOf("seq=16:60:16"), ElementsAre(16, 32, 48));
}

TEST(SweepAxis, RefusesWhatIsNone)
{
    for (const auto* word : {"", "batch", "batch=", "=1", "8=1", "b-c=1", "batch=0", "batch=-1",
             "batch=a", "batch=1..", "batch=8,4..64", "seq=16:8:1", "seq=1:2", "seq=1:2:0",
             "seq=1:100000:1", "n=1..99999", "n=1,99999999999999999999"})
        EXPECT_FALSE(sweepAxisFrom(word)) << word;
}

TEST(SweptSizes, TakesTheLongestName)
{
    const std::vector<SweepAxis> axes {{"b", {1}}, {"batch", {1}}, {"ctx", {1}}};
    EXPECT_THAT(*sweptSizes("batchx3xctxxb", axes), ElementsAre("batch", "3", "ctx", "b"));
    EXPECT_THAT(*sweptSizes("", axes), ElementsAre());
    EXPECT_FALSE(sweptSizes("seqx8", axes));
    EXPECT_FALSE(sweptSizes("x8", axes));
}

TEST(SweptCases, AreAllCombinations)
{
    const std::vector<SweepAxis> axes {{"batch", {1, 8}}, {"seq", {16, 32, 64}}};
    const std::vector<SweptTensor> tensors {
        {.tensor = {.name = "ids", .dtype = "int64"}, .sizes = {"batch", "seq"}},
        {.tensor = {.name = "scale", .dtype = "float32"}, .sizes = {"4", "seq"}}};
    const auto cases = sweptCases(axes, tensors);
    ASSERT_TRUE(cases) << cases.error().message;
    ASSERT_EQ(cases->size(), 6U);
    EXPECT_EQ(cases->front().name, "batch1-seq16");
    EXPECT_EQ(cases->at(4).name, "batch8-seq32");
    EXPECT_THAT(cases->at(4).inputs[0].shape, ElementsAre(8, 32));
    EXPECT_THAT(cases->at(4).inputs[1].shape, ElementsAre(4, 32));
    EXPECT_THAT(cases->at(4).inputs[1].dims, ElementsAre("4", "seq"));
}

TEST(SweptCases, NeedAnInputWithEachSizeAndAreNotTooMany)
{
    const std::vector<SweptTensor> tensors {{.tensor = {.name = "x"}, .sizes = {"batch"}}};
    EXPECT_THAT(sweptCases({{"seq", {1, 2}}}, tensors).error().message,
        testing::HasSubstr("an input with the size seq"));
    std::vector<std::int64_t> many(mostSweptCases + 1);
    for (std::size_t i = 0; i < many.size(); ++i)
        many[i] = static_cast<std::int64_t>(i) + 1;
    EXPECT_THAT(
        sweptCases({{"batch", many}}, tensors).error().message, testing::HasSubstr("at most 512"));
}

std::vector<Case> sweptBy(std::vector<std::int64_t> batches, std::vector<std::int64_t> lengths)
{
    const std::vector<SweptTensor> tensors {
        {.tensor = {.name = "ids", .dtype = "int64"}, .sizes = {"batch", "seq"}}};
    return *sweptCases({{"batch", std::move(batches)}, {"seq", std::move(lengths)}}, tensors);
}

TEST(FurtherCases, AreTheCombinationsThatAreNotThereYet)
{
    const auto recorded = sweptBy({1, 8}, {16, 64});
    const auto more = furtherCases(recorded, {{"seq", {32, 64}}});
    ASSERT_TRUE(more) << more.error().message;
    ASSERT_EQ(more->size(), 2U);
    EXPECT_EQ(more->at(0).name, "batch1-seq32");
    EXPECT_EQ(more->at(1).name, "batch8-seq32");
    EXPECT_THAT(more->at(1).inputs[0].shape, ElementsAre(8, 32));
    EXPECT_THAT(namedSizes(more->at(1)),
        ElementsAre(std::pair<const std::string, std::int64_t>("batch", 8),
            std::pair<const std::string, std::int64_t>("seq", 32)));
    const auto one = furtherCases(recorded, {{"seq", {32}}, {"batch", {8}}});
    ASSERT_TRUE(one);
    EXPECT_EQ(one->size(), 1U);
}

TEST(FurtherCases, AreRefusedWhereThereIsNoSweepNoSuchSizeOrNothingNew)
{
    const auto recorded = sweptBy({1, 8}, {16, 64});
    EXPECT_THAT(furtherCases({{.name = "default"}}, {{"seq", {32}}}).error().message,
        testing::HasSubstr("no sweep"));
    EXPECT_THAT(furtherCases(recorded, {{"width", {32}}}).error().message,
        testing::HasSubstr("such as batch"));
    EXPECT_THAT(furtherCases(recorded, {{"seq", {16}}}).error().message,
        testing::HasSubstr("not recorded yet"));
}

} // namespace
