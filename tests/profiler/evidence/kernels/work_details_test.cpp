// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/kernels/work_details.h"
#include "profiler/evidence/trace/operator_summary.h"
#include "tests/support/made_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::ElementsAre;
using testing::IsEmpty;
using tests::MadeRows;

namespace {

constexpr auto launchCall = "cudaLaunchKernel";

/// One call of 1000 ns, in which "gemm" runs in two places, and one kernel after it.
MadeRows deviceRows()
{
    MadeRows made;
    made.rows.places = {{.id = 4, .file = "net.py", .line = 12, .module = "encoder.fc"}};
    made.rows.shapes = {{.id = 1, .grid = {8, 1, 1}, .block = {128, 1, 1}, .registers = 32},
        {.id = 2, .grid = {9, 1, 1}, .block = {64, 1, 1}, .registers = 64}};
    made.addSpan("aten::add", 0, 10);
    made.addSpan("aten::linear", 20, 60, SpanKind::Operator, 1, -1, 4);
    made.addApi(launchCall, 2, 3, 1);
    made.addApi(launchCall, 25, 26, 2);
    made.addApi(launchCall, 35, 36, 3);
    made.addKernel("gemm", 100, 110, 1);
    made.addKernel("gemm", 200, 240, 2);
    made.addKernel("gemm", 300, 320, 3);
    made.addKernel("gemm", 5000, 5900, 9); // in no call
    made.rows.kernels.shape = {1, 2, 2, 1};
    return made;
}

} // namespace

TEST(WorkDetails, OfKernelsNameSourcesLongestFirstShapesAndDurations)
{
    const auto made = deviceRows();
    const auto details = workDetails(summaryOf(made.rows, {{0, 1000}}), made.rows);
    EXPECT_EQ(details.calls, 1);
    ASSERT_EQ(details.byKey.size(), 1U) << "operators are no work beside kernels";
    const auto* gemm = details.find({WorkKind::Matmul, "gemm"});
    ASSERT_NE(gemm, nullptr);
    EXPECT_EQ(gemm->sources,
        (std::vector<WorkSource> {{.operatorName = "aten::linear",
                                      .module = "encoder.fc",
                                      .file = "net.py",
                                      .line = 12,
                                      .count = 2,
                                      .ns = 60},
            {.operatorName = "aten::add", .count = 1, .ns = 10}}));
    EXPECT_THAT(gemm->durationsNs, ElementsAre(10, 20, 40));
    ASSERT_EQ(gemm->shapes.size(), 2U);
    EXPECT_EQ(gemm->shapes[0], (CountedShape {made.rows.shapes[1], 2}));
    EXPECT_EQ(gemm->shapes[1].count, 1);
    EXPECT_EQ(details.find({WorkKind::Matmul, "other"}), nullptr);
}

TEST(WorkDetails, LeaveOutDurationsThatTheDriverDidNotGive)
{
    auto made = deviceRows();
    made.rows.kernels.flags[1] = kernel_flags::zeroTimestamp;
    made.rows.kernels.durationNs[2] = -5; // from a file
    const auto details = workDetails(summaryOf(deviceRows().rows, {{0, 1000}}), made.rows);
    const auto* gemm = details.find({WorkKind::Matmul, "gemm"});
    ASSERT_NE(gemm, nullptr);
    EXPECT_THAT(gemm->durationsNs, ElementsAre(0, 10));
    std::int64_t count = 0;
    for (const auto& source : gemm->sources)
        count += source.count;
    EXPECT_EQ(count, 3) << "they ran all the same";
}

TEST(WorkDetails, OfOperatorsTakeTheirOwnTimeInTheirModule)
{
    MadeRows made;
    made.rows.places = {{.id = 1, .file = "net.py", .line = 7, .module = "head"}};
    made.addSpan("encoder", 0, 500, SpanKind::Module);
    made.addSpan("aten::addmm", 10, 110);
    made.addSpan("aten::copy_", 20, 50); // inside
    made.addSpan("aten::view", 120, 130); // computes nothing
    made.addSpan("aten::addmm", 600, 640, SpanKind::Operator, 1, -1, 1);
    made.addSpan("cpp_fused_gelu_0", 700, 760, SpanKind::Kernel);
    const auto details = workDetails(summaryOf(made.rows, {{0, 1000}}), made.rows);
    ASSERT_EQ(details.byKey.size(), 3U);
    const auto* addmm = details.find({WorkKind::Matmul, "aten::addmm"});
    ASSERT_NE(addmm, nullptr);
    EXPECT_THAT(addmm->durationsNs, ElementsAre(40, 70));
    EXPECT_EQ(addmm->sources,
        (std::vector<WorkSource> {{.module = "encoder", .count = 1, .ns = 70},
            {.module = "head", .file = "net.py", .line = 7, .count = 1, .ns = 40}}));
    EXPECT_THAT(addmm->shapes, IsEmpty());
    EXPECT_EQ(details.find({WorkKind::Copy, "aten::copy_"})->sources.front().module, "encoder");
    EXPECT_EQ(details.find({WorkKind::Fused, "cpp_fused_gelu_0"})->sources,
        (std::vector<WorkSource> {{.count = 1, .ns = 60}}));
}

TEST(WorkDetails, OfBackwardWorkKnowItsForward)
{
    MadeRows made;
    made.rows.places = {{.id = 1, .file = "net.py", .line = 7, .module = "head"}};
    made.addSpan("aten::mm", 10, 20, SpanKind::Operator, 1, 42, 1);
    made.addSpan("MmBackward0", 100, 200, SpanKind::Backward, 2, 42);
    made.addSpan("aten::mm", 110, 150, SpanKind::Operator, 2, 43);
    const auto details = workDetails(summaryOf(made.rows, {{0, 1000}}), made.rows);
    EXPECT_EQ(details.find({WorkKind::Matmul, "aten::mm"})->sources,
        (std::vector<WorkSource> {
            {.module = "head", .file = "net.py", .line = 7, .count = 2, .ns = 50}}));
}

TEST(OwnTimes, AreThoseOfTheSummary)
{
    MadeRows made;
    made.addSpan("a", 0, 100);
    made.addSpan("b", 10, 40);
    made.addSpan("c", 20, 30);
    made.addSpan("b", 50, 60, SpanKind::Operator, 2); // of another thread
    made.addSpan("b", 60, 90);
    EXPECT_THAT(ownTimes(made.rows.operators), ElementsAre(40, 20, 10, 10, 30));
    std::map<std::string, std::int64_t> sums;
    for (const auto& stat : summaryOf(made.rows, {{0, 1000}}).operators)
        sums[stat.name] = stat.selfNs;
    EXPECT_EQ(sums, (std::map<std::string, std::int64_t> {{"a", 40}, {"b", 60}, {"c", 10}}));
}
