// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan/sweep_words.h"

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

TEST(SweepWord, IsReadAsTheSameAxis)
{
    for (const auto* word : {"batch=1", "batch=1,8", "batch=1,2,4", "batch=1,2..64", "b=3,6..48",
             "seq=16:512:16", "seq=1:4:1", "seq=5,6,9,100", "n=2,4,6,7"}) {
        const auto axis = sweepAxisFrom(word);
        ASSERT_TRUE(axis) << word;
        EXPECT_EQ(sweepWord(*axis), word);
    }
    EXPECT_EQ(sweepWord({.name = "seq", .values = {40, 72, 80, 88, 96}}), "seq=40,72,80,88,96");
}

TEST(SweepAxes, HaveEachNameOnce)
{
    EXPECT_EQ(sweepAxesFrom({"batch=1,8", "seq=16"})->size(), 2U);
    EXPECT_EQ(sweepAxesFrom({"batch=1", "batch=8"}).error().message,
        "--sweep \"batch=8\": expected each name once");
    EXPECT_THAT(sweepAxesFrom({"batch"}).error().message,
        testing::StartsWith("--sweep \"batch\": expected a name and its values"));
}

TEST(SweepOf, IsWhatMadeTheCases)
{
    const std::vector<SweepAxis> axes {{"seq", {16, 32, 64}}, {"batch", {1, 8}}, {"b", {2}}};
    const std::vector<SweptTensor> tensors {
        {.tensor = {.name = "ids", .dtype = "int64", .range = IntegerRange {0, 9}},
            .sizes = {"batch", "seq"}},
        {.tensor = {.name = "mask", .dtype = "bool"}, .sizes = {"4", "b"}},
        {.tensor = {.name = "table", .file = "table.pt"}}};
    const auto sweep = sweepOf(*sweptCases(axes, tensors));
    ASSERT_TRUE(sweep);
    EXPECT_EQ(sweep->axes, axes) << "in their order, b apart from batch";
    ASSERT_EQ(sweep->tensors.size(), 3U);
    EXPECT_THAT(sweep->tensors[1].sizes, ElementsAre("4", "b"));
    EXPECT_EQ(*sweptCases(sweep->axes, sweep->tensors), *sweptCases(axes, tensors));
}

TEST(SweepOf, IsNoneWhereCasesAreMissingOrOthers)
{
    const auto whole = sweptBy({1, 8}, {16, 64});
    EXPECT_TRUE(sweepOf(whole));
    EXPECT_FALSE(sweepOf({}));
    EXPECT_FALSE(sweepOf({{.name = "default"}}));
    auto some = whole;
    some.erase(some.begin() + 2);
    EXPECT_FALSE(sweepOf(some)) << "a combination is missing";
    auto added = whole;
    added.push_back({.name = "own"});
    EXPECT_FALSE(sweepOf(added));
    auto renamed = whole;
    renamed[1].name = "mine";
    EXPECT_FALSE(sweepOf(renamed));
    auto changed = whole;
    changed[3].inputs[0].dtype = "int32";
    EXPECT_FALSE(sweepOf(changed));
    auto turned = whole;
    std::swap(turned[1], turned[2]);
    EXPECT_FALSE(sweepOf(turned)) << "in another order";
    auto counted = whole;
    counted[0].items = 8;
    EXPECT_TRUE(sweepOf(counted)) << "what a call makes is no part of it";
}

} // namespace
