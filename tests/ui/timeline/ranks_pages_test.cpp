// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/evidence/ranks/collectives.h"
#include "profiler/formats/imported_comparison.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/support/made_rows.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/page_text.h"
#include "tests/ui/patience.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/gpu/gpu_page.h"
#include "ui/pages/kernels/kernels_page.h"
#include "ui/pages/timeline/canvas/timeline_canvas.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/tables/data_table.h"

#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// What the pages say of a job of several ranks.
namespace ui {
namespace {

using testing::HasSubstr;
using testing::Not;
using ui_test::textIn;

constexpr std::int64_t us = 1'000;
constexpr std::int64_t ms = 1'000 * us;
constexpr int steps = 3;

/// Steps of 10 ms: a product of 2 ms, then an AllReduce to which rank `r` comes r ms late, and that
/// ends at the same moment everywhere. Each rank's clock is another second off.
profiler::ImportedTrace rankOf(int rank, int ranks)
{
    tests::MadeRows made;
    profiler::ImportedTrace trace;
    trace.environment = {{"rank", std::to_string(rank)}, {"world_size", std::to_string(ranks)}};
    trace.devices = {{.name = "NVIDIA H100"}};
    const std::int64_t clock = 1'750'000'000'000 * ms + rank * 1'000 * ms;
    for (int step = 0; step < steps; ++step) {
        const auto begin = clock + step * 10 * ms;
        const auto end = begin + (3 + ranks) * ms;
        made.addKernel("sm90_xmma_gemm_bf16", begin, begin + 2 * ms, 2 * step + 1);
        made.addKernel("ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgs)",
            begin + 3 * ms + rank * ms, end, 2 * step + 2, 20);
        trace.steps.push_back({.name = "ProfilerStep#" + std::to_string(step),
            .startNs = begin,
            .endNs = begin + 10 * ms});
    }
    trace.rows = made.rows;
    return trace;
}

class RanksPages : public testing::Test {
protected:
    ComparisonView job(int ranks)
    {
        profiler::ImportedVariant variant {.name = "ddp"};
        for (int rank = 0; rank < ranks; ++rank)
            variant.traces.push_back(rankOf(rank, ranks));
        return stored({std::move(variant)});
    }

    ComparisonView stored(std::vector<profiler::ImportedVariant> variants)
    {
        const auto imported = profiler::importedComparison(std::move(variants));
        const auto file = m_folder.filePath(QStringLiteral("job.fscope"));
        const auto id
            = storage::storeCopy(file.toStdString(), imported.data, {}, imported.rowsOf());
        EXPECT_TRUE(id) << id.error().message;
        ComparisonView view;
        view.file = file;
        view.comparison = judged(*storage::loadComparison(file.toStdString()));
        return view;
    }

    template <typename SomePage>
    SomePage& shown(SomePage& page, const ComparisonView& view)
    {
        page.showView(view);
        page.resize(1200, 900);
        page.show();
        EXPECT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
        ui_test::waitUntilLaidOut(page);
        return page;
    }

    QTemporaryDir m_folder;
    Theme m_theme {ThemeChoice::Dark};
};

TEST_F(RanksPages, TimelineLaysRanksOverEachOtherOnOneClock)
{
    TimelinePage page(m_theme);
    const auto& canvas = shown(page, job(3)).canvas();
    ASSERT_EQ(canvas.runs().size(), 3U);
    EXPECT_EQ(canvas.runs()[2].name, QStringLiteral("ddp, rank 2"));
    for (std::size_t run = 0; run < 3; ++run) {
        // A step begins everywhere at the same true time: its origin is there on each clock.
        const auto& calls = canvas.runs()[run].calls;
        EXPECT_EQ(
            canvas.originOfRun(run), calls.at(static_cast<std::size_t>(canvas.call())).startNs);
    }
    EXPECT_THAT(textIn(page).toStdString(),
        HasSubstr("Rank 2 arrives last in 3 of 3 AllReduces, and the others wait 1.500"));
    page.canvas().setAlignment(TimelineAlignment::Run);
    EXPECT_EQ(canvas.originOfRun(1) - canvas.originOfRun(0), 1'000 * ms);
}

TEST_F(RanksPages, TimelineShowsNoMoreRanksThanHaveRoom)
{
    TimelinePage page(m_theme);
    const auto& canvas = shown(page, job(11)).canvas();
    EXPECT_EQ(canvas.runs().size(), 8U);
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("Rank 10 arrives last in 3 of 3"))
        << "ranks that are not drawn are counted";
}

TEST_F(RanksPages, GpuTellsTheDeviceOfEachRank)
{
    GpuPage page(m_theme);
    const auto& table = shown(page, job(3)).shares();
    ASSERT_EQ(table.model()->rowCount(), 3);
    const auto cell = [&](int row, int column) {
        return table.model()->index(row, column).data().toString().toStdString();
    };
    EXPECT_EQ(cell(1, 0), "ddp, rank 1");
    EXPECT_THAT(cell(0, 4), HasSubstr("3.000 ms"));
    EXPECT_THAT(cell(2, 4), HasSubstr("1.000 ms"));
    EXPECT_EQ(cell(2, 4), cell(2, 5)) << "nothing computes meanwhile";
}

TEST_F(RanksPages, KernelsSaysWhatNothingHides)
{
    KernelsPage page(m_theme);
    page.showView(job(2));
    page.resize(1200, 900);
    page.show();
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return textIn(page).contains(QStringLiteral("exposed")); }, ui_test::patience));
    EXPECT_THAT(textIn(page).toStdString(),
        HasSubstr("AllReduce takes 2.000 ms of a step, 2.000 ms of it exposed"));
}

TEST_F(RanksPages, DevicesOfOneProcessAreToldApart)
{
    auto trace = rankOf(0, 1);
    const auto half = trace.rows.kernels.size() / 2;
    for (std::size_t i = half; i < trace.rows.kernels.size(); ++i)
        trace.rows.kernels.device[i] = 1;
    const auto view = stored({{.name = "two", .traces = {trace}}});
    GpuPage gpu(m_theme);
    EXPECT_EQ(shown(gpu, view).shares().model()->rowCount(), 2);
    TimelinePage timeline(m_theme);
    std::vector<std::string> titles;
    for (const auto& placed : shown(timeline, view).canvas().layoutOfRows().rows())
        if (placed.row.kind == TimelineRowKind::Kernels)
            titles.push_back(placed.row.title);
    EXPECT_THAT(titles,
        testing::ElementsAre(
            "Kernels 7 (GPU 0)", "Kernels 20 (GPU 0)", "Kernels 7 (GPU 1)", "Kernels 20 (GPU 1)"));
    KernelsPage kernels(m_theme);
    kernels.showView(view);
    kernels.resize(1200, 900);
    kernels.show();
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return textIn(kernels).contains(QStringLiteral("device 0 is busy")); },
        ui_test::patience));
    EXPECT_THAT(textIn(kernels).toStdString(), HasSubstr("on device 1 AllReduce takes"));
}

TEST_F(RanksPages, OneProcessIsNoJob)
{
    TimelinePage page(m_theme);
    const auto& canvas = shown(page, job(1)).canvas();
    ASSERT_EQ(canvas.runs().size(), 1U);
    EXPECT_EQ(canvas.runs()[0].name, QStringLiteral("ddp"));
    EXPECT_THAT(textIn(page).toStdString(), Not(HasSubstr("arrives last")));
}

} // namespace
} // namespace ui
