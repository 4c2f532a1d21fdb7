// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/kernel_class.h"
#include "profiler/analysis/trace_summary.h"
#include "profiler/analysis/work_groups.h"
#include "tests/support/kineto_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace profiler;
using testing::ElementsAre;

namespace {

constexpr std::array groupings {
    WorkGrouping::Class, WorkGrouping::Module, WorkGrouping::SourceLine};

/// gemm 400 → 100 ns, gelu 50 ns only in the baseline, fused 30 ns only in the variant.
WorkComparison comparison()
{
    WorkComparison work;
    work.rows = {{.name = "gemm",
                     .kind = WorkKind::Matmul,
                     .time = {.baseline = WorkTime {4, 400}, .variant = WorkTime {2, 100}}},
        {.name = "gelu",
            .kind = WorkKind::Elementwise,
            .time = {.baseline = WorkTime {1, 50}, .variant = {}}},
        {.name = "fused",
            .kind = WorkKind::Fused,
            .time = {.baseline = {}, .variant = WorkTime {1, 30}}}};
    return work;
}

/// Three of four gemms, and three quarters of their time, in `attn` at net.py:7.
WorkDetails detailsOfBaseline()
{
    WorkDetails details {.calls = 2};
    details.byKey[{WorkKind::Matmul, "gemm"}].sources
        = {{.module = "attn", .file = "net.py", .line = 7, .count = 6, .ns = 900},
            {.module = "mlp", .file = "net.py", .line = 9, .count = 2, .ns = 300}};
    details.byKey[{WorkKind::Elementwise, "gelu"}].sources
        = {{.module = "mlp", .count = 2, .ns = 100}};
    return details;
}

WorkDetails detailsOfVariant()
{
    WorkDetails details {.calls = 2};
    details.byKey[{WorkKind::Matmul, "gemm"}].sources
        = {{.module = "attn", .file = "net.py", .line = 7, .count = 4, .ns = 180}};
    return details;
}

std::vector<std::string> namesOf(const WorkGroup& group)
{
    std::vector<std::string> names;
    for (const auto& row : group.rows)
        names.push_back(row.name);
    return names;
}

/// All names of a trace as one side of a comparison.
void takeSide(
    WorkComparison& work, const TraceSummary& trace, std::optional<WorkTime> WorkPair::*side)
{
    for (const auto& stat : trace.kernels) {
        const WorkKey key {kernelClassOf(stat.name), stat.name};
        auto found = std::ranges::find_if(
            work.rows, [&](const NamedWork& row) { return row.key() == key; });
        if (found == work.rows.end())
            found = work.rows.insert(found, {.name = stat.name, .kind = key.first});
        found->time.*side
            = WorkTime {static_cast<double>(stat.count), static_cast<double>(stat.totalNs)};
    }
}

WorkPair sumOf(const std::vector<NamedWork>& rows)
{
    WorkPair sum;
    for (const auto& row : rows)
        sum.add(row.time);
    return sum;
}

} // namespace

TEST(WorkGroups, ByModuleTakeThePartOfEachNameThatRanThere)
{
    const auto baseline = detailsOfBaseline();
    const auto variant = detailsOfVariant();
    const auto groups = groupWork(comparison(), WorkGrouping::Module, &baseline, &variant);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].module, "attn"); // 300 → 100
    EXPECT_EQ(
        groups[0].time, (WorkPair {.baseline = WorkTime {3, 300}, .variant = WorkTime {2, 100}}));
    EXPECT_EQ(groups[1].module, "mlp"); // 100 + 50 → nothing
    EXPECT_EQ(groups[1].time, (WorkPair {.baseline = WorkTime {2, 150}, .variant = {}}));
    EXPECT_THAT(namesOf(groups[1]), ElementsAre("gemm", "gelu"));
    EXPECT_FALSE(groups[2].isKnown(WorkGrouping::Module)) << "the variant's own kernel";
    EXPECT_EQ(groups[2].time, (WorkPair {.baseline = {}, .variant = WorkTime {1, 30}}));
}

TEST(WorkGroups, BySourceLineKeepWhatNoLineIsKnownOfLast)
{
    const auto baseline = detailsOfBaseline();
    const auto groups = groupWork(comparison(), WorkGrouping::SourceLine, &baseline, nullptr);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].line, 7);
    EXPECT_EQ(groups[0].file, "net.py");
    EXPECT_EQ(groups[1].line, 9);
    EXPECT_FALSE(groups[2].isKnown(WorkGrouping::SourceLine)) << "though it changed by 80 ns";
    EXPECT_EQ(
        groups[2].time, (WorkPair {.baseline = WorkTime {1, 50}, .variant = WorkTime {3, 130}}));
    EXPECT_THAT(namesOf(groups[2]), ElementsAre("gemm", "gelu", "fused"));
}

TEST(WorkGroups, ByClassNeedNoTrace)
{
    const auto groups = groupWork(comparison(), WorkGrouping::Class, nullptr, nullptr);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].kind, WorkKind::Matmul);
    EXPECT_DOUBLE_EQ(groups[0].time.changeNs(), -300);
    EXPECT_EQ(groups[1].kind, WorkKind::Elementwise);
    EXPECT_EQ(groups[2].kind, WorkKind::Fused);
}

TEST(WorkGroups, WithoutTimeArePartedByHowOftenEachRan)
{
    auto work = comparison();
    work.rows = {{.name = "empty",
        .kind = WorkKind::Copy,
        .time = {.baseline = WorkTime {4, 8}, .variant = {}}}};
    WorkDetails details {.calls = 1};
    details.byKey[{WorkKind::Copy, "empty"}].sources
        = {{.module = "a", .count = 3}, {.module = "b", .count = 1}};
    const auto groups = groupWork(work, WorkGrouping::Module, &details, nullptr);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].time.baseline, (WorkTime {3, 6}));
    EXPECT_EQ(groups[1].time.baseline, (WorkTime {1, 2}));
}

TEST(WorkGroups, OfRealTracesAddUpToAllRows)
{
    for (const auto* variantFile : {"tl_h100_vit.json.gz", "tl_vllm_decode_full_graph.json.gz"}) {
        const auto baseline = tests::readKineto(tests::exampleTrace("tl_h100_bert_small.json.gz"));
        const auto variant = tests::readKineto(tests::exampleTrace(variantFile));
        const auto whole
            = [](const TraceRows& rows) { return summaryOf(rows, {tests::wholeSpan(rows)}); };
        WorkComparison work;
        takeSide(work, whole(baseline.rows), &WorkPair::baseline);
        takeSide(work, whole(variant.rows), &WorkPair::variant);
        const auto all = sumOf(work.rows);
        const auto first = workDetails(whole(baseline.rows), baseline.rows);
        const auto second = workDetails(whole(variant.rows), variant.rows);
        for (const auto grouping : groupings) {
            WorkPair sum;
            for (const auto& group : groupWork(work, grouping, &first, &second)) {
                sum.add(group.time);
                const auto rows = sumOf(group.rows);
                EXPECT_NEAR(rows.changeNs(), group.time.changeNs(), 1e-6 * all.baseline->ns);
            }
            EXPECT_NEAR(sum.baseline->ns, all.baseline->ns, 1e-9 * all.baseline->ns);
            EXPECT_NEAR(sum.variant->ns, all.variant->ns, 1e-9 * all.variant->ns);
            EXPECT_NEAR(sum.baseline->times, all.baseline->times, 1e-6);
            EXPECT_NEAR(sum.variant->times, all.variant->times, 1e-6);
        }
    }
}
