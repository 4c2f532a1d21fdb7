// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/timeline_search.h"
#include "storage/run_database.h"
#include "tests/support/gpu_example.h"
#include "ui/pages/timeline/timeline_camera.h"
#include "ui/pages/timeline/timeline_canvas.h"
#include "ui/pages/timeline/timeline_inspector.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/parts/button.h"
#include "ui/parts/field.h"
#include "ui/parts/tab_strip.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ui {
namespace {

using recorded_example::gpuExample;
using testing::HasSubstr;

TimelineCamera cameraOver(std::int64_t to)
{
    TimelineCamera camera;
    camera.setBounds({0, to});
    camera.show({0, to});
    return camera;
}

TEST(TimelineCamera, ZoomsAroundAMoment)
{
    auto camera = cameraOver(1'000'000);
    camera.zoom(250'000, 0.5);
    EXPECT_EQ(camera.window(), (TimelineWindow {125'000, 625'000}));
    const double share = (250'000.0 - 125'000) / 500'000;
    EXPECT_DOUBLE_EQ(share, 0.25) << "the moment stands where it stood";
}

TEST(TimelineCamera, StaysWithinWhatThereIs)
{
    auto camera = cameraOver(1'000'000);
    camera.zoom(0, 4);
    EXPECT_EQ(camera.window(), camera.bounds());
    camera.zoom(900'000, 0.1);
    camera.pan(100);
    EXPECT_EQ(camera.window().to, 1'000'000);
    EXPECT_EQ(camera.window().length(), 100'000);
    for (int i = 0; i < 100; ++i)
        camera.zoom(950'000, 0.5);
    EXPECT_EQ(camera.window().length(), TimelineCamera::narrowest);
}

TEST(TimelineCamera, GoesBackToWhereItWas)
{
    auto camera = cameraOver(1'000'000);
    const auto whole = camera.window();
    camera.show({1'000, 2'000});
    camera.show({5'000, 6'000});
    EXPECT_TRUE(camera.back());
    EXPECT_EQ(camera.window(), (TimelineWindow {1'000, 2'000}));
    EXPECT_TRUE(camera.back());
    EXPECT_EQ(camera.window(), whole);
    EXPECT_TRUE(camera.forward());
    EXPECT_EQ(camera.window(), (TimelineWindow {1'000, 2'000}));
    camera.show({7'000, 8'000});
    EXPECT_FALSE(camera.forward()) << "another way was taken";
}

/// The example of a GPU in a file, which the page reads for itself.
class TimelinePageTest : public testing::Test {
protected:
    ComparisonView onGpu(int focus = 2)
    {
        const auto example = gpuExample();
        const auto file = m_folder.filePath(QStringLiteral("run.fscope"));
        const auto id = storage::storeCopy(file.toStdString(), example.data, {}, example.rowsOf());
        EXPECT_TRUE(id) << id.error().message;
        ComparisonView view;
        view.file = file;
        view.comparison = judged(*storage::loadComparison(file.toStdString()));
        view.focus = focus;
        return view;
    }

    TimelinePage& shown(const ComparisonView& view)
    {
        m_page = std::make_unique<TimelinePage>(m_theme);
        m_page->showView(view);
        m_page->resize(1200, 900);
        m_page->show();
        EXPECT_TRUE(QTest::qWaitFor([&] { return m_page->isReady(); }, 60'000));
        for (int pass = 0; pass < 5; ++pass)
            QTest::qWait(10);
        return *m_page;
    }

    static std::size_t rowOf(
        const TimelineCanvas& canvas, std::size_t run, profiler::TimelineRowKind kind)
    {
        const auto& rows = canvas.layoutOfRows().rows();
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (rows[i].run == run && rows[i].row.kind == kind)
                return i;
        ADD_FAILURE() << "there is no such row";
        return 0;
    }

    /// In the middle of the longest event of a row.
    static QPoint placeOfLongest(const TimelineCanvas& canvas, std::size_t row)
    {
        const auto& placed = canvas.layoutOfRows().rows().at(row);
        const auto& lane = *placed.row.lane;
        profiler::TimelineEvent longest = lane.event(0);
        for (std::size_t i = 1; i < lane.size(); ++i)
            if (const auto event = lane.event(i);
                event.span.end - event.span.begin > longest.span.end - longest.span.begin)
                longest = event;
        const auto middle = (longest.span.begin + longest.span.end) / 2;
        const double x
            = canvas.layoutOfRows().xOf(middle - canvas.originOfRun(placed.run), canvas.window());
        return {static_cast<int>(x), placed.box.center().y()};
    }

    QTemporaryDir m_folder;
    Theme m_theme {ThemeChoice::Dark};
    std::unique_ptr<TimelinePage> m_page;
};

std::string wordsOf(const QWidget& page)
{
    QStringList words;
    for (const auto* label : page.findChildren<QLabel*>())
        if (label->isVisibleTo(&page))
            words << label->text();
    return words.join(u'\n').toStdString();
}

TEST_F(TimelinePageTest, ShowsACallOfBothVariantsInOneWindow)
{
    const auto& page = shown(onGpu());
    const auto& canvas = page.canvas();
    ASSERT_EQ(canvas.runs().size(), 2U);
    EXPECT_EQ(canvas.runs()[0].name, QStringLiteral("eager"));
    EXPECT_EQ(canvas.runs()[1].name, QStringLiteral("reduce-overhead"));
    for (std::size_t run = 0; run < 2; ++run) {
        const auto& call = canvas.runs()[run].calls.at(0);
        EXPECT_EQ(canvas.originOfRun(run), call.startNs);
        EXPECT_LE(canvas.window().from, 0);
        EXPECT_GE(canvas.window().to, profiler::durationOf(call));
    }
    const auto words = wordsOf(page);
    EXPECT_THAT(words, HasSubstr("Call 1 took <b>4.266"));
    EXPECT_THAT(words, HasSubstr("in eager and <b>19.08"));
}

TEST_F(TimelinePageTest, BusyShareOfTheHeadIsThatOfTheTrace)
{
    const auto view = onGpu();
    const auto& page = shown(view);
    const auto& run = page.canvas().runs()[0];
    for (const auto& process : view.comparison->data.processes)
        if (process.start.kind == profiler::ProcessKind::Trace && process.start.variant == 0) {
            const auto& call = process.traces[0].deviceCalls.at(0);
            std::int64_t busy = 0;
            for (const auto& [kind, ns] : call.busyNs)
                busy += ns;
            const profiler::TimeSpan span {run.calls[0].startNs, run.calls[0].endNs};
            EXPECT_EQ(run.tracks->device.totals(span).busyNs(), busy);
        }
    EXPECT_THAT(timelineHead(run, 0).figures.toStdString(), HasSubstr("60 kernels"));
}

TEST_F(TimelinePageTest, AClickTellsOfTheEvent)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    const auto row = rowOf(canvas, 0, profiler::TimelineRowKind::Kernels);
    QTest::mouseClick(&canvas, Qt::LeftButton, {}, placeOfLongest(canvas, row));
    ASSERT_TRUE(canvas.picked());
    EXPECT_EQ(canvas.picked()->row, row);
    EXPECT_THAT(page.details().title().toStdString(), HasSubstr("cutlass"));
    QStringList facts;
    for (const auto& fact : page.details().facts())
        facts << fact.name + QLatin1Char('=') + fact.value;
    EXPECT_THAT(facts.join(u';').toStdString(), HasSubstr("launched by=cu"));
    EXPECT_THAT(facts.join(u';').toStdString(), HasSubstr("variant=eager"));
    QTest::keyClick(&canvas, Qt::Key_Escape);
    EXPECT_FALSE(canvas.picked());
}

TEST_F(TimelinePageTest, EverythingGoesByKeys)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    canvas.setFocus();
    const auto whole = canvas.window();
    QTest::keyClick(&canvas, Qt::Key_W);
    EXPECT_LT(canvas.window().length(), whole.length());
    const auto closer = canvas.window();
    QTest::keyClick(&canvas, Qt::Key_D);
    EXPECT_GT(canvas.window().from, closer.from);
    EXPECT_EQ(canvas.window().length(), closer.length());
    QTest::keyClick(&canvas, Qt::Key_A);
    QTest::keyClick(&canvas, Qt::Key_S);
    EXPECT_NEAR(static_cast<double>(canvas.window().length()), static_cast<double>(whole.length()),
        static_cast<double>(whole.length()) / 100);
    QTest::keyClick(&canvas, Qt::Key_Right);
    ASSERT_TRUE(canvas.picked());
    const auto first = *canvas.picked();
    QTest::keyClick(&canvas, Qt::Key_Down);
    EXPECT_NE(canvas.picked()->row, first.row);
    QTest::keyClick(&canvas, Qt::Key_Right);
    QTest::keyClick(&canvas, Qt::Key_F);
    const auto& placed = canvas.layoutOfRows().rows().at(canvas.picked()->row);
    const auto begin = canvas.picked()->what.span.begin - canvas.originOfRun(placed.run);
    EXPECT_LE(canvas.window().from, begin);
    EXPECT_GE(canvas.window().to, begin);
    QTest::keyClick(&canvas, Qt::Key_0);
    EXPECT_EQ(
        canvas.window(), boundsOf(canvas.runs(), {canvas.originOfRun(0), canvas.originOfRun(1)}));
    const auto before = canvas.window();
    QTest::keyClick(&canvas, Qt::Key_Z);
    EXPECT_NE(canvas.window(), before);
    QTest::keyClick(&canvas, Qt::Key_Z, Qt::ShiftModifier);
    EXPECT_EQ(canvas.window(), before);
}

TEST_F(TimelinePageTest, WhatIsSeenIsATableToo)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    const auto count = [&](const ChartTable& table, const QString& words) {
        qsizetype rows = 0;
        for (const auto& row : table.rows)
            rows += row[2].toString().contains(words) ? 1 : 0;
        return rows;
    };
    const auto whole = canvas.table();
    EXPECT_EQ(count(whole, QStringLiteral("BertEncoder_0")), 1);
    EXPECT_GT(count(whole, QStringLiteral("too narrow to be told apart")), 0);
    const auto row = rowOf(canvas, 0, profiler::TimelineRowKind::Kernels);
    canvas.pick(TimelinePick {
        .row = row, .event = 0, .what = canvas.layoutOfRows().rows()[row].row.lane->event(0)});
    canvas.zoomToPick();
    EXPECT_EQ(count(canvas.table(),
                  wholeEventName(
                      canvas.runs()[0], profiler::TimelineRowKind::Kernels, canvas.picked()->what)),
        1)
        << "from near it is an event of its own";
}

TEST_F(TimelinePageTest, FindsEventsByNameOneAfterTheOther)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    ASSERT_TRUE(canvas.find(QStringLiteral("FLASH_fwd"), TimelineCommand::NextEvent));
    const auto first = *canvas.picked();
    EXPECT_THAT(page.details().title().toStdString(), HasSubstr("flash_fwd"));
    ASSERT_TRUE(canvas.find(QStringLiteral("FLASH_fwd"), TimelineCommand::NextEvent));
    EXPECT_GT(canvas.picked()->what.span.begin, first.what.span.begin);
    ASSERT_TRUE(canvas.find(QStringLiteral("FLASH_fwd"), TimelineCommand::PreviousEvent));
    EXPECT_EQ(canvas.picked()->what, first.what);
    EXPECT_FALSE(canvas.find(QStringLiteral("nothing is called so"), TimelineCommand::NextEvent));
    EXPECT_EQ(canvas.picked()->what, first.what) << "what was selected stays so";
}

TEST_F(TimelinePageTest, LaysRunsOverEachOtherWhereAModuleBegins)
{
    auto& page = shown(onGpu(0));
    auto& canvas = page.canvas();
    canvas.alignByModule("BertEncoder_0");
    EXPECT_EQ(canvas.alignment(), TimelineAlignment::Module);
    const auto& run = canvas.runs()[0];
    const auto kernel
        = profiler::firstKernelOfModule(*run.tracks, "BertEncoder_0", run.calls[0].startNs);
    ASSERT_TRUE(kernel);
    const auto event = run.tracks->kernels[kernel->group].lanes[kernel->lane].event(kernel->index);
    EXPECT_EQ(canvas.originOfRun(0), event.span.begin);
    EXPECT_LT(canvas.window().from, 0);
    EXPECT_GT(canvas.window().to, 0);
}

TEST_F(TimelinePageTest, TheFieldFindsAndAModuleThatIsNotSelectedAlignsNothing)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    QStringList said;
    QObject::connect(&page, &Page::noted, &page, [&](const QString& words) { said << words; });
    auto* field = page.findChild<TextField*>();
    field->setText(QStringLiteral("flash_fwd"));
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_TRUE(canvas.picked());
    field->setText(QStringLiteral("nothing is called so"));
    QTest::keyClick(field, Qt::Key_Return);
    EXPECT_THAT(said.join(u';').toStdString(), HasSubstr("No later event"));
    auto* tabs = page.findChild<TabStrip*>();
    tabs->setCurrent(2);
    Q_EMIT tabs->currentChanged(2);
    EXPECT_EQ(canvas.alignment(), TimelineAlignment::Call);
    EXPECT_EQ(tabs->current(), 0);
    EXPECT_THAT(said.last().toStdString(), HasSubstr("Select a module first"));
    const auto row = rowOf(canvas, 0, profiler::TimelineRowKind::Modules);
    canvas.pick(TimelinePick {
        .row = row, .event = 0, .what = canvas.layoutOfRows().rows()[row].row.lane->event(0)});
    tabs->setCurrent(2);
    Q_EMIT tabs->currentChanged(2);
    EXPECT_EQ(canvas.alignment(), TimelineAlignment::Module);
}

TEST_F(TimelinePageTest, AllVariantsStandBelowEachOther)
{
    auto& page = shown(onGpu());
    for (auto* button : page.findChildren<Button*>())
        if (button->text() == QStringLiteral("All variants"))
            button->click();
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, 60'000));
    ASSERT_EQ(page.canvas().runs().size(), 4U);
    EXPECT_EQ(page.canvas().runs()[1].name, QStringLiteral("reduce-overhead")) << "in focus";
    EXPECT_EQ(page.canvas().runs()[2].name, QStringLiteral("default"));
}

TEST_F(TimelinePageTest, TheNextIdleTimeComesToTheMiddle)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    const auto row = rowOf(canvas, 0, profiler::TimelineRowKind::Kernels);
    canvas.pick(TimelinePick {
        .row = row, .event = 0, .what = canvas.layoutOfRows().rows()[row].row.lane->event(0)});
    canvas.zoomToPick();
    const auto window = canvas.window();
    QTest::keyClick(&canvas, Qt::Key_G);
    const auto middle = canvas.window().from + canvas.window().length() / 2;
    EXPECT_NE(canvas.window(), window);
    const auto piece = canvas.runs()[0].tracks->device.pieceAt(middle + canvas.originOfRun(0));
    EXPECT_FALSE(piece.state.isBusy());
}

TEST_F(TimelinePageTest, AVariantWithoutATraceSaysWhy)
{
    const auto& page = shown(onGpu(3));
    EXPECT_THAT(wordsOf(page), HasSubstr("max-autotune has no trace: its calls were not traced"));
    EXPECT_EQ(page.canvas().runs()[1].tracks, nullptr);
}

TEST_F(TimelinePageTest, BearsAFileThatIsGone)
{
    auto view = onGpu();
    view.file = m_folder.filePath(QStringLiteral("gone.fscope"));
    const auto& page = shown(view);
    EXPECT_THAT(wordsOf(page), HasSubstr("has no trace"));
}

} // namespace
} // namespace ui
