// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_of_variants.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/reason_text.h"
#include "tests/support/recorded_example.h"
#include "tests/support/traced_work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace profiler;
using testing::HasSubstr;

namespace {

class WorkOverVariants : public testing::TestWithParam<tests::TracedDevice> {
protected:
    WorkOverVariants()
        : m_data(recorded_example::recordedExample({.repetitions = 5, .rounds = 10}))
    {
        tests::addTracedWork(m_data, GetParam());
    }

    void untrace(int variant)
    {
        for (auto& process : m_data.processes)
            if (process.start.variant == variant)
                process.traces.clear();
    }

    void judgeNow() { m_result = judge(m_data); }

    [[nodiscard]] const CaseResult& inCase() const { return m_result.cases.front(); }

    [[nodiscard]] Measured<WorkOfVariants> work(const std::vector<int>& variants) const
    {
        return workOfVariants(m_data, inCase(), variants);
    }

    /// Of three variants, one of which was not traced.
    [[nodiscard]] Measured<WorkOfVariants> workWithout(int variant)
    {
        untrace(variant);
        judgeNow();
        return work({0, 1, 2});
    }

    ComparisonData m_data;
    ComparisonResult m_result;
};

double nsOf(const std::optional<WorkTime>& time)
{
    return time ? time->ns : 0;
}

} // namespace

TEST_P(WorkOverVariants, HasTheFiguresOfEachPair)
{
    judgeNow();
    const auto all = work({0, 1, 2, 3});
    ASSERT_TRUE(all);
    for (const int variant : {1, 2, 3}) {
        const auto pair = compareWork(m_data, inCase(), variant);
        ASSERT_TRUE(pair);
        const auto side = *all->sideOf(variant);
        EXPECT_EQ(all->total[side], pair->total.variant);
        EXPECT_EQ(all->total[0], pair->total.baseline);
        EXPECT_EQ(all->overheads[side], pair->variantOverhead);
        for (const auto& row : pair->rows) {
            const auto* same = all->find(row.key());
            ASSERT_NE(same, nullptr) << row.name;
            EXPECT_EQ(same->times[0], row.time.baseline) << row.name;
            EXPECT_EQ(same->times[side], row.time.variant) << row.name;
        }
    }
}

TEST_P(WorkOverVariants, AddsUpToTheMedianOfEachSide)
{
    judgeNow();
    const auto all = work({0, 1, 2, 3});
    ASSERT_TRUE(all);
    for (std::size_t side = 0; side < 4; ++side) {
        double sum = 0;
        for (const auto& row : all->rows)
            sum += nsOf(row.times[side]);
        for (const auto& rest : all->rests)
            sum += nsOf(rest.times[side]);
        const double median = inCase().variants[side].latency->median().ns.value();
        EXPECT_NEAR(sum, median, 1e-6 * median);
    }
}

TEST_P(WorkOverVariants, OfTwoIsThePairInItsOrder)
{
    judgeNow();
    const auto two = work({0, 2});
    const auto pair = compareWork(m_data, inCase(), 2);
    ASSERT_TRUE(two && pair);
    ASSERT_EQ(two->rows.size(), pair->rows.size());
    for (std::size_t i = 0; i < two->rows.size(); ++i) {
        EXPECT_EQ(two->rows[i].name, pair->rows[i].name);
        EXPECT_EQ(two->rows[i].shortName, pair->rows[i].shortName);
        EXPECT_DOUBLE_EQ(changeNs(two->rows[i].times, 1), pair->rows[i].time.changeNs());
    }
}

TEST_P(WorkOverVariants, NamesNoTwoAlikeAndTheLargestChangeFirst)
{
    judgeNow();
    const auto all = work({0, 1, 2, 3});
    ASSERT_TRUE(all);
    std::set<std::string> names;
    for (const auto& row : all->rows)
        EXPECT_TRUE(names.insert(row.shortName).second) << row.shortName;
    EXPECT_TRUE(std::ranges::is_sorted(all->rows, std::ranges::greater {},
        [](const NamedTimes& row) { return largestChangeNs(row.times); }));
}

TEST_P(WorkOverVariants, LeavesOutWhatIsNotTracedAndSaysWhy)
{
    const auto all = workWithout(1);
    ASSERT_TRUE(all);
    EXPECT_FALSE(all->isPaired(1));
    EXPECT_TRUE(all->isPaired(2));
    EXPECT_FALSE(all->total[1]);
    EXPECT_THAT(reasonText(all->overheads[1].error()), HasSubstr("not traced"));
    for (const auto& row : all->rows)
        EXPECT_FALSE(row.times[1]) << row.name;
}

TEST_P(WorkOverVariants, WithoutABaselineHasNoPair)
{
    const auto all = workWithout(0);
    ASSERT_TRUE(all);
    EXPECT_FALSE(all->isPaired(1));
    EXPECT_FALSE(all->isPaired(2));
    EXPECT_FALSE(all->total[0]);
    EXPECT_TRUE(all->total[1] && all->total[2]);
}

TEST_P(WorkOverVariants, WithoutAnyTraceIsMissing)
{
    for (const int variant : {0, 1, 2, 3})
        untrace(variant);
    judgeNow();
    EXPECT_FALSE(work({0, 1, 2, 3}));
    EXPECT_FALSE(work({0}));
    EXPECT_FALSE(work({0, 99}));
}

INSTANTIATE_TEST_SUITE_P(
    Devices, WorkOverVariants, testing::Values(tests::TracedDevice::Cpu, tests::TracedDevice::Gpu));
