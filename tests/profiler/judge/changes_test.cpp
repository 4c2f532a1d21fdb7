// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/changes.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace profiler;
using ::testing::IsEmpty;

namespace {

recorded_example::ExampleOptions threeVariants()
{
    return {.variants = recorded_example::exampleVariants(3)};
}

std::vector<Change> changesIn(const ComparisonData& data)
{
    return changesOf(data, judge(data));
}

const Change* find(const std::vector<Change>& changes, ChangeKind kind, int variant)
{
    const auto found = std::ranges::find_if(
        changes, [&](const Change& each) { return each.kind == kind && each.variant == variant; });
    return found == changes.end() ? nullptr : &*found;
}

} // namespace

TEST(Changes, SlowerIsWorseFasterIsBetterAndWorseComesFirst)
{
    auto options = threeVariants();
    options.variants[2].speedUp = 0.8;
    const auto changes = changesIn(recorded_example::recordedExample(options));
    ASSERT_FALSE(changes.empty());
    EXPECT_TRUE(changes.front().worse);
    const auto* slower = find(changes, ChangeKind::Speed, 2);
    ASSERT_NE(slower, nullptr);
    EXPECT_TRUE(slower->worse);
    EXPECT_LT(slower->ratio->estimate, 1);
    const auto* faster = find(changes, ChangeKind::Speed, 1);
    ASSERT_NE(faster, nullptr);
    EXPECT_FALSE(faster->worse);
    EXPECT_EQ(changedPairs(changes, true), 1);
    EXPECT_EQ(changedPairs(changes, false), 1);
}

TEST(Changes, WhatIsNotClearIsNoChange)
{
    recorded_example::ExampleOptions options {
        .variants = recorded_example::exampleVariants(2), .processNoise = 0.03};
    options.variants[1].speedUp = 1.01;
    options.variants[1].memoryRatio = 1;
    const auto changes = changesIn(recorded_example::recordedExample(options));
    EXPECT_EQ(find(changes, ChangeKind::Speed, 1), nullptr);
}

TEST(Changes, FailedAndDifferentResultsAreWorse)
{
    auto options = threeVariants();
    options.variants[1].failure = "no weights";
    options.variants[2].resultsDiffer = true;
    const auto changes = changesIn(recorded_example::recordedExample(options));
    ASSERT_NE(find(changes, ChangeKind::Failed, 1), nullptr);
    ASSERT_NE(find(changes, ChangeKind::Numerics, 2), nullptr);
    EXPECT_EQ(changes.front().kind, ChangeKind::Failed);
}

TEST(Changes, MoreMemoryIsWorse)
{
    auto options = threeVariants();
    options.variants[1].memoryRatio = 1.5;
    const auto changes = changesIn(recorded_example::recordedExample(options));
    const auto* memory = find(changes, ChangeKind::Memory, 1);
    ASSERT_NE(memory, nullptr);
    EXPECT_TRUE(memory->worse);
    EXPECT_GT(memory->memory->bytes, 0);
}

TEST(Changes, BreaksCountOnlyAgainstACompiledBaseline)
{
    auto options = threeVariants();
    options.variants[2].graphBreaks = 2;
    EXPECT_EQ(find(changesIn(recorded_example::recordedExample(options)), ChangeKind::Breaks, 2),
        nullptr);
    options.variants[0].kind = VariantKind::Compiled;
    const auto changes = changesIn(recorded_example::recordedExample(options));
    const auto* breaks = find(changes, ChangeKind::Breaks, 2);
    ASSERT_NE(breaks, nullptr);
    EXPECT_EQ(breaks->before, 0);
    EXPECT_EQ(breaks->after, 2);
}

TEST(Changes, NothingRecordedIsNoChange)
{
    EXPECT_THAT(changesIn(ComparisonData {}), IsEmpty());
}
