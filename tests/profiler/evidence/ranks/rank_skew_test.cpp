// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/ranks/rank_skew.h"
#include "profiler/report/ranks/rank_sentences.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;
using ::testing::SizeIs;

namespace {

constexpr std::int64_t epoch = 1'750'000'000'000'000'000; // such as UTC is

/// Ranks whose clocks are off by so much, and that all come to the same collectives.
class Job {
public:
    explicit Job(std::vector<std::int64_t> clocks)
        : m_clocks(std::move(clocks))
        , m_ranks(m_clocks.size())
    {
        for (std::size_t i = 0; i < m_ranks.size(); ++i)
            m_ranks[i] = {.rank = static_cast<int>(i), .steps = 2};
    }

    /// Each begins at its own moment of the true time; all end together.
    void meet(const std::vector<std::pair<int, std::int64_t>>& begins, std::int64_t end,
        CollectiveKind kind = CollectiveKind::AllReduce, const std::string& group = {})
    {
        for (const auto& [rank, begin] : begins) {
            const auto off = epoch + m_clocks.at(static_cast<std::size_t>(rank));
            m_ranks.at(static_cast<std::size_t>(rank))
                .collectives.push_back(
                    {.kind = kind, .span = {begin + off, end + off}, .device = 0, .group = group});
        }
    }

    [[nodiscard]] std::vector<RankTrace>& ranks() { return m_ranks; }

private:
    std::vector<std::int64_t> m_clocks;
    std::vector<RankTrace> m_ranks;
};

} // namespace

TEST(RankSkew, FindsClocksByTheEndsOfCollectives)
{
    Job job({0, 5'000'000, -300});
    job.meet({{0, 100}, {1, 150}, {2, 120}}, 200);
    job.meet({{0, 300}, {1, 390}, {2, 310}}, 400);
    const auto skew = rankSkew(job.ranks());
    ASSERT_THAT(skew.clocks, SizeIs(3));
    EXPECT_EQ(skew.clocks[0].offsetNs, 0);
    EXPECT_EQ(skew.clocks[1].offsetNs, -5'000'000);
    EXPECT_EQ(skew.clocks[2].offsetNs, 300);
    EXPECT_EQ(skew.clocks[1].by, ClockAlignment::Collectives);
    EXPECT_EQ(skew.clocks[1].spreadNs, 0);
    EXPECT_EQ(skew.clocks[1].matched, 2);
    ASSERT_THAT(skew.matched, SizeIs(2));
    EXPECT_EQ(skew.matched[0].skewNs, 50);
    EXPECT_EQ(skew.matched[1].skewNs, 90);
    EXPECT_EQ(skew.slowest(), 1);
    EXPECT_THAT(skew.lastByRank, ElementsAre(Pair(1, 2)));
    EXPECT_THAT(skew.waitNs, ElementsAre(Pair(0, 140.), Pair(1, 0.), Pair(2, 110.)));
    EXPECT_DOUBLE_EQ(skew.waitPerStepNs(), (140 + 110) / 2. / 2); // two others, two steps
    EXPECT_EQ(skewSentence(skew, "step"),
        "rank 1 arrives last in 2 of 2 AllReduces, and the others wait 62.50 ns a step for it");
    EXPECT_THAT(clocksSentence(skew), HasSubstr("within 0 ns"));
}

TEST(RankSkew, ReachesRanksOfOtherGroupsThroughThoseTheyShare)
{
    Job job({0, 1'000, 20'000, 300'000});
    for (int step = 0; step < 3; ++step) {
        const auto at = std::int64_t {1000} * step;
        job.meet({{0, at}, {1, at + 10}}, at + 100, CollectiveKind::AllReduce, "tp [0, 1]");
        job.meet({{2, at + 40}, {3, at + 50}}, at + 170, CollectiveKind::AllReduce, "tp [2, 3]");
        job.meet({{0, at + 200}, {2, at + 260}}, at + 300, CollectiveKind::AllReduce, "dp [0, 2]");
    }
    const auto skew = rankSkew(job.ranks());
    EXPECT_EQ(skew.clocks[1].offsetNs, -1'000);
    EXPECT_EQ(skew.clocks[2].offsetNs, -20'000);
    EXPECT_EQ(skew.clocks[3].offsetNs, -300'000) << "it never meets rank 0";
    EXPECT_THAT(skew.matched, SizeIs(9));
}

TEST(RankSkew, KeepsTheirOwnClocksWhereNothingEndsTogether)
{
    Job job({0, 0});
    job.meet({{0, 100}, {1, 130}}, 200, CollectiveKind::Broadcast);
    const auto skew = rankSkew(job.ranks());
    EXPECT_EQ(skew.clocks[1].by, ClockAlignment::WallClock);
    EXPECT_EQ(skew.clocks[1].offsetNs, 0);
    EXPECT_EQ(skew.clocks[1].spreadNs, std::nullopt);
    EXPECT_EQ(skew.matched.at(0).skewNs, 30);
    EXPECT_THAT(clocksSentence(skew), HasSubstr("their own clocks"));
}

TEST(RankSkew, MatchesNothingWhereOneRankHoldsFewer)
{
    Job job({0, 0});
    job.meet({{0, 100}}, 200);
    job.meet({{0, 300}, {1, 320}}, 400);
    const auto skew = rankSkew(job.ranks());
    EXPECT_THAT(skew.matched, SizeIs(0));
    EXPECT_THAT(skew.unmatched, ElementsAre(Pair(CollectiveKind::AllReduce, 2)));
    EXPECT_EQ(skew.slowest(), std::nullopt);
    EXPECT_THAT(skewSentence(skew, "step"), HasSubstr("no collective is on several ranks"));
    EXPECT_THAT(unmatchedSentence(skew), HasSubstr("2 AllReduce not matched"));
}

TEST(RankSkew, SaysWhenNoRankIsBehind)
{
    Job job({0, 0, 0});
    for (int step = 0; step < 6; ++step) {
        const auto at = std::int64_t {1000} * step;
        job.meet({{0, at + (step % 3 == 0 ? 30 : 0)}, {1, at + (step % 3 == 1 ? 30 : 0)},
                     {2, at + (step % 3 == 2 ? 30 : 0)}},
            at + 100);
    }
    EXPECT_THAT(skewSentence(rankSkew(job.ranks()), "step"),
        HasSubstr("no rank is behind the others: of 6 AllReduces rank 0 arrives last most often, "
                  "in 2"));
}

/// The clock of a rank is the middle of many ends: one that was seen late does not move it.
TEST(RankSkew, IsNotMovedByASingleLateEnd)
{
    Job job({0, 7'000});
    for (int step = 0; step < 10; ++step)
        job.meet({{0, 1000 * step}, {1, 1000 * step + 5}}, 1000 * step + 100);
    job.ranks()[1].collectives[3].span.end += 500;
    const auto skew = rankSkew(job.ranks());
    EXPECT_EQ(skew.clocks[1].offsetNs, -7'000);
    EXPECT_EQ(skew.clocks[1].spreadNs, 0);
}

TEST(RankSkew, BearsTimesThatNoJobHas)
{
    constexpr auto far = std::int64_t {1} << 61;
    std::vector<RankTrace> ranks {{.rank = 0}, {.rank = 1}, {.rank = 2}};
    for (auto& rank : ranks)
        for (const auto at : {-far, far})
            rank.collectives.push_back({.kind = CollectiveKind::AllReduce,
                .span = {rank.rank == 1 ? -at : at, far},
                .device = 0});
    const auto skew = rankSkew(ranks);
    EXPECT_THAT(skew.matched, SizeIs(2));
    EXPECT_FALSE(skewSentence(skew, "step").empty());
}
