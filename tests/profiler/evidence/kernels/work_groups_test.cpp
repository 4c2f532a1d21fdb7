// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/kernels/work_groups.h"
#include "profiler/evidence/trace/kernel_class.h"
#include "tests/support/example_traces.h"
#include "tests/support/member_of_each.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace profiler;
using std::nullopt;
using testing::ElementsAre;

namespace {

constexpr std::array groupings {
    WorkGrouping::Class, WorkGrouping::Module, WorkGrouping::SourceLine, WorkGrouping::Device};

/// gemm 400 → 100 ns, gelu 50 ns only in the baseline, fused 30 ns only in the variant.
WorkOfVariants comparison()
{
    WorkOfVariants work;
    work.rows = {NamedTimes {.name = "gemm",
                     .kind = WorkKind::Matmul,
                     .times = {WorkTime {4, 400}, WorkTime {2, 100}}},
        NamedTimes {
            .name = "gelu", .kind = WorkKind::Elementwise, .times = {WorkTime {1, 50}, nullopt}},
        NamedTimes {
            .name = "fused", .kind = WorkKind::Fused, .times = {nullopt, WorkTime {1, 30}}}};
    return work;
}

std::vector<WorkGroup> grouped(const WorkOfVariants& work, WorkGrouping grouping,
    const WorkDetails* baseline, const WorkDetails* variant)
{
    const std::array details {baseline, variant};
    return groupWork(work, grouping, details);
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

/// All names of a trace as one side of a comparison.
void takeSide(WorkOfVariants& work, const TraceSummary& trace, std::size_t side)
{
    for (const auto& stat : trace.kernels) {
        const WorkKey key {kernelClassOf(stat.name), stat.name};
        auto found = std::ranges::find_if(
            work.rows, [&](const NamedTimes& row) { return row.key() == key; });
        if (found == work.rows.end())
            found = work.rows.insert(
                found, NamedTimes {.name = stat.name, .kind = key.first, .times = WorkTimes(2)});
        found->times.at(side)
            = WorkTime {static_cast<double>(stat.count), static_cast<double>(stat.totalNs)};
    }
}

WorkTimes sumOf(const std::vector<NamedTimes>& rows)
{
    WorkTimes sum;
    for (const auto& row : rows)
        addTimes(sum, row.times);
    return sum;
}

} // namespace

TEST(WorkGroups, OfDevicesDivideANameByTheTimeOnEach)
{
    WorkDetails baseline;
    baseline.byKey[{WorkKind::Matmul, "gemm"}].devices
        = {{.device = 0, .count = 6, .ns = 900}, {.device = 1, .count = 2, .ns = 300}};
    WorkDetails variant;
    variant.byKey[{WorkKind::Matmul, "gemm"}].devices = {{.device = 1, .count = 4, .ns = 180}};
    const auto groups = grouped(comparison(), WorkGrouping::Device, &baseline, &variant);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].device, 0) << "300 of eager's gemm, and nothing of the variant's";
    EXPECT_EQ(groups[0].times[0], (WorkTime {3, 300}));
    EXPECT_FALSE(groups[0].times[1]);
    EXPECT_EQ(groups[1].device, 1);
    EXPECT_EQ(groups[1].times[0], (WorkTime {1, 100}));
    EXPECT_EQ(groups[1].times[1], (WorkTime {2, 100}));
    EXPECT_FALSE(groups[2].isKnown(WorkGrouping::Device)) << "gelu and fused: no trace has them";
    EXPECT_EQ(groups[2].rows.size(), 2U);
}

TEST(WorkGroups, ByModuleTakeThePartOfEachNameThatRanThere)
{
    const auto baseline = detailsOfBaseline();
    const auto variant = detailsOfVariant();
    const auto groups = grouped(comparison(), WorkGrouping::Module, &baseline, &variant);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].module, "attn"); // 300 → 100
    EXPECT_EQ(groups[0].times, (WorkTimes {WorkTime {3, 300}, WorkTime {2, 100}}));
    EXPECT_EQ(groups[1].module, "mlp"); // 100 + 50 → nothing
    EXPECT_EQ(groups[1].times, (WorkTimes {WorkTime {2, 150}, nullopt}));
    EXPECT_THAT(
        tests::memberOfEach(groups[1].rows, &NamedTimes::name), ElementsAre("gemm", "gelu"));
    EXPECT_FALSE(groups[2].isKnown(WorkGrouping::Module)) << "the variant's own kernel";
    EXPECT_EQ(groups[2].times, (WorkTimes {nullopt, WorkTime {1, 30}}));
}

TEST(WorkGroups, BySourceLineKeepWhatNoLineIsKnownOfLast)
{
    const auto baseline = detailsOfBaseline();
    const auto groups = grouped(comparison(), WorkGrouping::SourceLine, &baseline, nullptr);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].line, 7);
    EXPECT_EQ(groups[0].file, "net.py");
    EXPECT_EQ(groups[1].line, 9);
    EXPECT_FALSE(groups[2].isKnown(WorkGrouping::SourceLine)) << "though it changed by 80 ns";
    EXPECT_EQ(groups[2].times, (WorkTimes {WorkTime {1, 50}, WorkTime {3, 130}}));
    EXPECT_THAT(tests::memberOfEach(groups[2].rows, &NamedTimes::name),
        ElementsAre("gemm", "gelu", "fused"));
}

TEST(WorkGroups, ByClassNeedNoTrace)
{
    const auto groups = grouped(comparison(), WorkGrouping::Class, nullptr, nullptr);
    ASSERT_EQ(groups.size(), 3U);
    EXPECT_EQ(groups[0].kind, WorkKind::Matmul);
    EXPECT_DOUBLE_EQ(changeNs(groups[0].times, 1), -300);
    EXPECT_EQ(groups[1].kind, WorkKind::Elementwise);
    EXPECT_EQ(groups[2].kind, WorkKind::Fused);
}

TEST(WorkGroups, WithoutTimeArePartedByHowOftenEachRan)
{
    auto work = comparison();
    work.rows = {
        NamedTimes {.name = "empty", .kind = WorkKind::Copy, .times = {WorkTime {4, 8}, nullopt}}};
    WorkDetails details {.calls = 1};
    details.byKey[{WorkKind::Copy, "empty"}].sources
        = {{.module = "a", .count = 3}, {.module = "b", .count = 1}};
    const auto groups = grouped(work, WorkGrouping::Module, &details, nullptr);
    ASSERT_EQ(groups.size(), 2U);
    EXPECT_EQ(groups[0].times.front(), (WorkTime {3, 6}));
    EXPECT_EQ(groups[1].times.front(), (WorkTime {1, 2}));
}

TEST(WorkGroups, OfRealTracesAddUpToAllRows)
{
    for (const auto* variantFile : {"tl_h100_vit.json.gz", "tl_vllm_decode_full_graph.json.gz"}) {
        const auto baseline = tests::exampleTrace("tl_h100_bert_small.json.gz");
        const auto variant = tests::exampleTrace(variantFile);
        const auto whole
            = [](const TraceRows& rows) { return summaryOf(rows, {tests::wholeSpan(rows)}); };
        WorkOfVariants work;
        takeSide(work, whole(baseline.rows), 0);
        takeSide(work, whole(variant.rows), 1);
        const auto all = sumOf(work.rows);
        const auto first = workDetails(whole(baseline.rows), baseline.rows);
        const auto second = workDetails(whole(variant.rows), variant.rows);
        for (const auto grouping : groupings) {
            WorkTimes sum;
            for (const auto& group : grouped(work, grouping, &first, &second)) {
                addTimes(sum, group.times);
                const auto rows = sumOf(group.rows);
                EXPECT_NEAR(changeNs(rows, 1), changeNs(group.times, 1), 1e-6 * all[0]->ns);
            }
            EXPECT_NEAR(sum[0]->ns, all[0]->ns, 1e-9 * all[0]->ns);
            EXPECT_NEAR(sum[1]->ns, all[1]->ns, 1e-9 * all[1]->ns);
            EXPECT_NEAR(sum[0]->times, all[0]->times, 1e-6);
            EXPECT_NEAR(sum[1]->times, all[1]->times, 1e-6);
        }
    }
}
