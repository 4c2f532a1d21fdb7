// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/shapes/bucket_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

using namespace profiler;

namespace {

/// The cost of padding to these sizes, counted as a user would.
double costOf(const BucketQuestion& question, const std::vector<std::int64_t>& buckets)
{
    double ns = question.compileNs * static_cast<double>(buckets.size());
    for (const auto& [size, calls] : question.traffic.calls) {
        const auto bucket = std::ranges::lower_bound(buckets, size);
        if (bucket == buckets.end())
            return std::numeric_limits<double>::infinity();
        ns += question.repeats * calls * timeAtSize(question.measured, *bucket)->ns;
    }
    return ns;
}

std::vector<std::int64_t> sizesOf(const BucketAdvice& advice)
{
    std::vector<std::int64_t> sizes;
    for (const auto& bucket : advice.buckets)
        sizes.push_back(bucket.size);
    return sizes;
}

/// 200 lengths between 1 and 512, short ones more often; steps of time at multiples of 64.
BucketQuestion madeTraffic(std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    BucketQuestion question {.compileNs = 3e9, .repeats = 2000};
    for (std::int64_t size = 16; size <= 512; size += 16)
        question.measured.push_back({.size = size,
            .ns = 2e5 + 900.0 * static_cast<double>(size)
                + 2e4 * std::floor(static_cast<double>(size) / 64)});
    std::uniform_int_distribution<std::int64_t> length(1, 512);
    while (question.traffic.calls.size() < 200) {
        const auto size = length(random);
        question.traffic.calls[size] = 1 + std::floor(400.0 / static_cast<double>(size));
    }
    return question;
}

TEST(BucketAdvice, IsTheBestByBruteForce)
{
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        auto question = madeTraffic(seed);
        question.mostBuckets = 3;
        std::vector<std::int64_t> sizes;
        for (const auto& [size, calls] : question.traffic.calls)
            sizes.push_back(size);
        double best = std::numeric_limits<double>::infinity();
        const auto last = sizes.back();
        best = std::min(best, costOf(question, {last}));
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (sizes[i] < last)
                best = std::min(best, costOf(question, {sizes[i], last}));
            for (std::size_t j = i + 1; j + 1 < sizes.size(); ++j)
                best = std::min(best, costOf(question, {sizes[i], sizes[j], last}));
        }
        const auto advice = adviseBuckets(question);
        ASSERT_TRUE(advice);
        EXPECT_LE(advice->buckets.size(), 3U);
        EXPECT_NEAR(advice->totalNs(), costOf(question, sizesOf(*advice)), 1e-3 * best);
        EXPECT_LE(advice->totalNs(), best * (1 + 1e-9)) << "measured sizes may be better still";
        EXPECT_GE(advice->totalNs(), advice->exactNs);
    }
}

TEST(BucketAdvice, UsesMoreBucketsWhereCompilingIsCheap)
{
    auto question = madeTraffic(7);
    const auto usual = adviseBuckets(question)->buckets.size();
    question.compileNs = 0;
    EXPECT_EQ(adviseBuckets(question)->buckets.size(), 16U);
    question.compileNs = 1e15;
    EXPECT_EQ(adviseBuckets(question)->buckets.size(), 1U);
    EXPECT_GT(usual, 1U);
    EXPECT_LT(usual, 16U);
    const auto advice = adviseBuckets(question);
    EXPECT_EQ(advice->totalNsByCount.size(), 16U);
    EXPECT_TRUE(std::ranges::is_sorted(advice->totalNsByCount)) << "each one more costs a compile";
}

TEST(BucketAdvice, PadsToALargerSizeThatIsFaster)
{
    const BucketQuestion question {
        .measured = {{.size = 63, .ns = 200}, {.size = 64, .ns = 100}, {.size = 128, .ns = 400}},
        .traffic = {.size = "seq", .calls = {{63, 10}}}};
    const auto advice = adviseBuckets(question);
    ASSERT_EQ(sizesOf(*advice), (std::vector<std::int64_t> {64}));
    EXPECT_TRUE(advice->buckets.front().measured);
    EXPECT_NEAR(advice->buckets.front().paddedRatio, 1.0 / 64, 1e-12);
}

TEST(BucketAdvice, SaysWhatItDoesNotKnow)
{
    BucketQuestion question {.measured = {{.size = 10, .ns = 100}, {.size = 20, .ns = 300}},
        .traffic = {.size = "seq", .calls = {{15, 2}, {40, 7}}}};
    const auto advice = adviseBuckets(question);
    ASSERT_TRUE(advice);
    EXPECT_EQ(advice->unservedCalls, 7);
    EXPECT_EQ(advice->buckets.front().size, 15);
    EXPECT_EQ(advice->buckets.front().ns, 200);
    EXPECT_FALSE(advice->buckets.front().measured);
    question.traffic.calls = {{40, 7}};
    EXPECT_FALSE(adviseBuckets(question));
    EXPECT_FALSE(adviseBuckets({}));
}

TEST(BucketAdvice, HoldsTenThousandSizes)
{
    auto question = madeTraffic(3);
    question.measured.push_back({.size = 20'000, .ns = 1e7});
    for (std::int64_t size = 1; size <= 10'000; ++size)
        question.traffic.calls[size] += 1;
    const auto advice = adviseBuckets(question);
    ASSERT_TRUE(advice);
    EXPECT_GE(advice->buckets.back().size, 10'000);
    EXPECT_NEAR(advice->totalNs(), costOf(question, sizesOf(*advice)), 1e-6 * advice->totalNs());
}

} // namespace
