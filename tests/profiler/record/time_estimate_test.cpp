// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_fields.h"
#include "profiler/record/session/plan_estimate.h"
#include "profiler/record/session/time_estimate.h"

#include <gtest/gtest.h>

using namespace profiler;
using namespace std::chrono_literals;

namespace {

constexpr TimeEstimate::Sort eagerCold {.kind = ProcessKind::Cold, .variant = 0};
constexpr TimeEstimate::Sort defaultCold {.kind = ProcessKind::Cold, .variant = 1};
constexpr TimeEstimate::Sort repetitions {.kind = ProcessKind::Paired, .variant = -1};

double seconds(nanoseconds time)
{
    return std::chrono::duration<double>(time).count();
}

class TimeEstimates : public ::testing::Test {
protected:
    [[nodiscard]] double left() const { return seconds(m_estimate.left(m_now)); }

    void pass(std::chrono::seconds time) { m_now += time; }

    TimeEstimate m_estimate;
    TimeEstimate::Clock::time_point m_now = TimeEstimate::Clock::now();
};

TEST_F(TimeEstimates, TakeTheMeanOfWhatWasSeen)
{
    m_estimate.plan(eagerCold, 3, 10s);
    EXPECT_EQ(left(), 30);
    m_estimate.begin(eagerCold, 1, m_now);
    pass(4s);
    EXPECT_EQ(left(), 26);
    m_estimate.done(eagerCold, true, m_now);
    EXPECT_EQ(left(), 8) << "the guess is no longer used";
    m_estimate.drop(eagerCold);
    EXPECT_EQ(left(), 0);
}

TEST_F(TimeEstimates, CorrectTheGuessesOfOtherSortsByWhatWasSeen)
{
    m_estimate.plan(eagerCold, 1, 10s);
    m_estimate.plan(repetitions, 2, 20s);
    m_estimate.begin(eagerCold, 1, m_now);
    pass(40s);
    m_estimate.done(eagerCold, true, m_now);
    // 45 s where 15 were expected, five of them before anything was seen
    EXPECT_DOUBLE_EQ(left(), 2 * 20 * 3);
}

TEST_F(TimeEstimates, TeachNothingByAPieceThatFailed)
{
    m_estimate.plan(eagerCold, 1, 10s);
    m_estimate.plan(repetitions, 1, 20s);
    m_estimate.begin(eagerCold, 1, m_now);
    pass(1s);
    m_estimate.done(eagerCold, false, m_now);
    EXPECT_DOUBLE_EQ(left(), 20);
}

TEST_F(TimeEstimates, BeginWithTheLoadOfTheMachine)
{
    m_estimate.expectSlowdown(expectedSlowdown(5, 2));
    m_estimate.plan(eagerCold, 1, 10s);
    EXPECT_DOUBLE_EQ(left(), 30);
}

TEST_F(TimeEstimates, GrowWhileAPieceTakesLongerThanItShould)
{
    m_estimate.plan(eagerCold, 1, 10s);
    m_estimate.plan(repetitions, 3, 20s);
    m_estimate.begin(eagerCold, 1, m_now);
    pass(100s);
    // "74 %, 2 min left" stood there for as long as it took
    EXPECT_GT(left(), 3 * 20 * 5);
}

TEST_F(TimeEstimates, CountTheRoundsOfARepetition)
{
    m_estimate.plan(repetitions, 3, 20s);
    m_estimate.begin(repetitions, 1, m_now);
    pass(10s);
    m_estimate.rounds(repetitions, 0, 10, m_now);
    pass(60s);
    m_estimate.rounds(repetitions, 1, 10, m_now);
    // nine more rounds of a minute, and two repetitions of ten rounds and ten seconds
    EXPECT_NEAR(left(), 540 + 2 * 610, 1);
}

TEST_F(TimeEstimates, CountTheGroupsOfARepetition)
{
    m_estimate.plan(repetitions, 1, 20s);
    m_estimate.begin(repetitions, 3, m_now);
    m_estimate.rounds(repetitions, 0, 10, m_now);
    pass(30s);
    m_estimate.rounds(repetitions, 5, 10, m_now);
    EXPECT_NEAR(left(), 30 + 2 * 60, 1);
    pass(30s);
    m_estimate.rounds(repetitions, 10, 10, m_now);
    m_estimate.nextPart(repetitions, m_now);
    m_estimate.rounds(repetitions, 0, 10, m_now);
    pass(30s);
    m_estimate.rounds(repetitions, 5, 10, m_now);
    EXPECT_NEAR(left(), 30 + 60, 1);
}

TEST_F(TimeEstimates, AddMeasuredCallsToAGuess)
{
    m_estimate.plan(repetitions, 2, 20s);
    m_estimate.setCalls(repetitions, 600s);
    EXPECT_DOUBLE_EQ(left(), 2 * 620);
    m_estimate.setCalls(defaultCold, 600s);
    EXPECT_DOUBLE_EQ(left(), 2 * 620) << "nothing of it is planned";
}

TEST(TimeOfCalls, CountsWarmUpAndRoundsOfSlowCallsAlone)
{
    Plan plan;
    plan.protocol = protocolFor(Effort::Quick);
    EXPECT_EQ(timeOfCalls(plan, ProcessKind::Paired, 5ms), 0s) << "in what a process usually takes";
    // a warm-up of 12, and ten rounds of a discarded, a timed and a compared call
    EXPECT_EQ(timeOfCalls(plan, ProcessKind::Paired, 30s), 30s * (12 + 10 * 3));
    EXPECT_EQ(timeOfCalls(plan, ProcessKind::Cold, 30s), 30s * 12);
}

} // namespace
