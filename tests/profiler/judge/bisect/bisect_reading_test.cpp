// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/bisect_reading.h"
#include "profiler/judge/bisect/bisect_result.h"

#include <gtest/gtest.h>

namespace profiler {
namespace {

BisectReading counted(double value)
{
    return {.value = value, .change = std::nullopt};
}

BisectReading timed(double estimate, double low, double high)
{
    return {.value = 1e6 * estimate, .change = Interval {estimate, low, high}};
}

const BisectReading oldest {.value = 1e6, .change = std::nullopt};

TEST(BisectReading, IsLikeTheSideOnWhichItsWholeIntervalLies)
{
    const auto slower = timed(1.21, 1.19, 1.23); // the middle lies at 1.10
    EXPECT_EQ(answerOf(oldest, timed(1.01, 0.99, 1.03), slower), BisectAnswer::AsFirst);
    EXPECT_EQ(answerOf(oldest, timed(1.18, 1.12, 1.24), slower), BisectAnswer::AsLast);
    EXPECT_EQ(answerOf(oldest, timed(1.09, 1.02, 1.16), slower), BisectAnswer::Unclear);
    const auto faster = timed(0.64, 0.62, 0.66); // 0.80
    EXPECT_EQ(answerOf(oldest, timed(0.99, 0.95, 1.02), faster), BisectAnswer::AsFirst);
    EXPECT_EQ(answerOf(oldest, timed(0.66, 0.60, 0.72), faster), BisectAnswer::AsLast);
}

TEST(BisectReading, CountsAreLikeTheNearerOne)
{
    EXPECT_EQ(answerOf(counted(0), counted(0), counted(2)), BisectAnswer::AsFirst);
    EXPECT_EQ(answerOf(counted(0), counted(2), counted(2)), BisectAnswer::AsLast);
    EXPECT_EQ(answerOf(counted(0), counted(1), counted(2)), BisectAnswer::Unclear);
}

TEST(BisectReading, WhatIsMissingIsNoAnswer)
{
    const BisectReading none;
    EXPECT_EQ(answerOf(counted(0), none, counted(2)), BisectAnswer::Unclear);
    EXPECT_EQ(endsAnswer(BisectMetric::Breaks, none, counted(2), 0.03), EndsAnswer::Unclear);
}

TEST(BisectReading, TheEndsDifferWhereTheWholeIntervalLiesBeyondWhatMatters)
{
    constexpr double least = 0.03;
    const auto ends = [&](const BisectReading& last) {
        return endsAnswer(BisectMetric::Median, oldest, last, least);
    };
    EXPECT_EQ(ends(timed(1.08, 1.05, 1.11)), EndsAnswer::Differ);
    EXPECT_EQ(ends(timed(0.92, 0.90, 0.95)), EndsAnswer::Differ);
    EXPECT_EQ(ends(timed(1.00, 0.98, 1.02)), EndsAnswer::Alike);
    EXPECT_EQ(ends(timed(1.04, 1.01, 1.07)), EndsAnswer::Unclear);
    EXPECT_EQ(ends(oldest), EndsAnswer::Unclear) << "a time without an interval";
    EXPECT_EQ(endsAnswer(BisectMetric::Kernels, counted(7), counted(8), least), EndsAnswer::Differ);
    EXPECT_EQ(
        endsAnswer(BisectMetric::Compile, counted(10e9), counted(12e9), least), EndsAnswer::Alike);
    EXPECT_EQ(
        endsAnswer(BisectMetric::Compile, counted(10e9), counted(13e9), least), EndsAnswer::Differ);
}

TEST(DefaultsChange, NamesThoseOfBothAndCountsTheOthers)
{
    const auto change = defaultsChange({{"a", "True"}, {"b", "1"}, {"gone", "x"}},
        {{"a", "False"}, {"b", "1"}, {"new", "y"}, {"newer", "z"}});
    ASSERT_EQ(change.changed.size(), 1U);
    EXPECT_EQ(change.changed[0].field, "a");
    EXPECT_EQ(change.changed[0].before, "True");
    EXPECT_EQ(change.changed[0].after, "False");
    EXPECT_EQ(change.added, 2);
    EXPECT_EQ(change.removed, 1);
}

} // namespace
} // namespace profiler
