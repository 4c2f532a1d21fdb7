// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/support/gpu_example.h"
#include "tests/support/recorded_example.h"
#include "tests/ui/laid_out.h"
#include "tests/ui/page_text.h"
#include "tests/ui/patience.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/gpu/counter_chart.h"
#include "ui/pages/gpu/counter_view.h"
#include "ui/pages/gpu/gpu_page.h"
#include "ui/pages/list/page_list.h"
#include "ui/tables/bar_table.h"
#include "ui/widgets/code_block.h"
#include "ui/widgets/panel.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ui {
namespace {

using recorded_example::gpuExample;
using testing::AllOf;
using testing::HasSubstr;

/// Readings of half of the machine, from long before to long after everything.
profiler::Result<profiler::MonitorRows> halfInUse(profiler::MonitorIndex /*monitor*/)
{
    constexpr std::int64_t early = 1;
    constexpr std::int64_t late = 4'000'000'000'000'000'000;
    return profiler::MonitorRows {.names = {{1, "cpu_busy_ratio"}, {2, "cpu_steal_ratio"}},
        .rows = {.timeNs = {early, early, late, late},
            .series = {1, 2, 1, 2},
            .value = {0.5, 0.2, 0.5, 0.2}}};
}

/// A comparison in a file, which the page reads for itself.
class GpuPageTest : public testing::Test {
protected:
    ComparisonView stored(const profiler::ComparisonData& data,
        const profiler::TraceRowsOf& rowsOf = {}, const profiler::MonitorRowsOf& countersOf = {})
    {
        const auto file = m_folder.filePath(QStringLiteral("run.fscope"));
        const auto id = storage::storeCopy(file.toStdString(), data, {}, rowsOf, countersOf);
        EXPECT_TRUE(id) << id.error().message;
        ComparisonView view;
        view.file = file;
        view.comparison = judged(*storage::loadComparison(file.toStdString()));
        view.focus = 2;
        return view;
    }

    ComparisonView onGpu()
    {
        const auto example = gpuExample();
        return stored(example.data, example.rowsOf(), example.countersOf());
    }

    ComparisonView onCpu()
    {
        auto data = recorded_example::recordedExample();
        data.monitors = {{.start = {.device = "cpu", .repetition = 0},
            .missing = {{"cpu_clock_mhz", "this machine does not tell the clock of its cores"}}}};
        return stored(data, {}, &halfInUse);
    }

    static void show(GpuPage& page, const ComparisonView& view, const QSize& size = {1472, 968})
    {
        page.showView(view);
        page.resize(size);
        page.show();
        ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
        ui_test::waitUntilLaidOut(page);
    }

    QTemporaryDir m_folder;
    Theme m_theme {ThemeChoice::Dark};
};

std::string cellText(const DataTable& table, int row, int column)
{
    return table.dataModel().cell(row, column).text.toStdString();
}

} // namespace

TEST_F(GpuPageTest, SaysAtFirstGlanceHowBusyTheDeviceIs)
{
    GpuPage page(m_theme);
    show(page, onGpu());
    EXPECT_THAT(page.verdictSentence().toStdString(),
        AllOf(HasSubstr("The GPU is busy"), HasSubstr("of a call with reduce-overhead, eager")));
    EXPECT_TRUE(page.busy().isVisible());
    EXPECT_EQ(page.busy().dataModel().rowCount(), 4);
    EXPECT_EQ(cellText(page.launches(), 0, 1), "60");
    EXPECT_EQ(cellText(page.launches(), 2, 2), "5, of them 1 graph");
    EXPECT_EQ(cellText(page.launches(), 3, 1), "–") << "it was not traced";
    EXPECT_FALSE(page.host().isVisible()) << "there is a device";
    EXPECT_THAT(ui_test::textIn(page).toStdString(), HasSubstr("power limit"));
}

TEST_F(GpuPageTest, NeverHidesTheColumnThatItsTableIsNamedAfter)
{
    GpuPage page(m_theme);
    show(page, onGpu());
    for (int column = 0; column < 3; ++column)
        EXPECT_EQ(page.launches().dataModel().column(column).yields, 0) << column;
}

TEST_F(GpuPageTest, KeepsTheRowOfACounterThatWasRefused)
{
    const auto view = onGpu();
    const auto facts = deviceFacts(view);
    const auto times = counterView(view, facts, 0);
    ASSERT_TRUE(times);
    const auto dram = std::ranges::find(times->rows, QStringLiteral("DRAM"), &CounterRow::title);
    ASSERT_NE(dram, times->rows.end());
    EXPECT_THAT(dram->missing.toStdString(), HasSubstr("only the administrator"));
    EXPECT_TRUE(dram->values.empty());
    EXPECT_FALSE(times->bands.empty());
    EXPECT_TRUE(times->round);
    const auto clock
        = std::ranges::find(times->rows, QStringLiteral("SM clock"), &CounterRow::title);
    EXPECT_THAT(clock->timedMedian.toStdString(), HasSubstr("980 MHz"));
}

TEST_F(GpuPageTest, SaysWhyNobodySawWhatADeviceDid)
{
    auto data = gpuExample().data;
    data.plan.numeric.device = "xpu:0";
    data.monitors.clear();
    for (auto& process : data.processes)
        for (auto& trace : process.traces) {
            trace.deviceCalls.clear();
            trace.kernels.clear();
            trace.deviceReason = "kernels are not collected on xpu: CUPTI is NVIDIA's";
        }
    GpuPage page(m_theme);
    show(page, stored(data));
    EXPECT_THAT(page.verdictSentence().toStdString(),
        testing::StartsWith(
            "No figures of the device: kernels are not collected on xpu: CUPTI is NVIDIA's.\n"));
    EXPECT_THAT(
        ui_test::textIn(page).toStdString(), testing::Not(HasSubstr("On a machine with a GPU")));
}

TEST_F(GpuPageTest, ShowsTheCpusOwnCountersWithoutAGpu)
{
    GpuPage page(m_theme);
    show(page, onCpu());
    EXPECT_THAT(page.verdictSentence().toStdString(),
        AllOf(HasSubstr("No GPU was measured"), HasSubstr("50 % in use with reduce-overhead"),
            HasSubstr("somebody else took part")));
    EXPECT_FALSE(page.busy().isVisible());
    EXPECT_TRUE(page.host().isVisible());
    EXPECT_EQ(cellText(page.host(), 0, 1), "50.0 %");
    EXPECT_TRUE(page.chart().isVisible());
    EXPECT_THAT(ui_test::textIn(page).toStdString(), HasSubstr("On a machine with a GPU"));
    ASSERT_NE(page.findChild<CodeLine*>(), nullptr);
    EXPECT_THAT(page.findChild<CodeLine*>()->code().toStdString(), HasSubstr("reproduce"));
}

TEST_F(GpuPageTest, SaysInWordsThatNothingWasWatched)
{
    GpuPage page(m_theme);
    const auto view = stored(recorded_example::recordedExample());
    EXPECT_FALSE(descriptorOf(PageId::Gpu).hasData(view));
    show(page, view);
    EXPECT_FALSE(page.chart().isVisible());
    EXPECT_THAT(ui_test::textIn(page).toStdString(), HasSubstr("No counter was read while"));
    EXPECT_FALSE(descriptorOf(PageId::Gpu).hasData(onCpu())) << "no GPU was measured";
}

TEST_F(GpuPageTest, KeepsWhatIsKnownWhereTheFileIsGoneMeanwhile)
{
    auto view = onGpu();
    view.file = m_folder.filePath(QStringLiteral("moved.fscope"));
    GpuPage page(m_theme);
    show(page, view);
    EXPECT_TRUE(page.busy().isVisible()); // of the summary that was read before
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("The GPU is busy"));
}

TEST_F(GpuPageTest, FollowsTheFocusAndTheRepetition)
{
    GpuPage page(m_theme);
    auto view = onGpu();
    show(page, view);
    view.focus = 0;
    page.showView(view);
    EXPECT_TRUE(page.isReady()) << "nothing is read again for another focus";
    EXPECT_THAT(page.verdictSentence().toStdString(), HasSubstr("of a call with eager;"));
    auto* choice = page.findChild<QComboBox*>();
    ASSERT_NE(choice, nullptr);
    EXPECT_EQ(choice->count(), 3);
    choice->setCurrentIndex(2);
    EXPECT_TRUE(page.chart().isVisible());
}

TEST_F(GpuPageTest, HasSoundModelsAndATableForItsChart)
{
    GpuPage page(m_theme);
    show(page, onGpu());
    for (auto* table : page.findChildren<DataTable*>())
        QAbstractItemModelTester tester(
            table->model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto table = page.chart().table();
    EXPECT_GT(table.rows.size(), 100);
    EXPECT_EQ(table.columns.size(), 4);
    EXPECT_FALSE(page.chart().accessibleDescription().isEmpty());
}

TEST_F(GpuPageTest, FitsASmallWindowWithoutScrollingSideways)
{
    GpuPage page(m_theme);
    show(page, onGpu(), {1104, 668});
    for (const auto* panel : page.findChildren<Panel*>())
        if (panel->isVisible()) {
            EXPECT_LE(panel->mapTo(&page, QPoint(panel->width(), 0)).x(), page.width());
        }
}

} // namespace ui
