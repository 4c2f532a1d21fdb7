// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/analysis/timeline_search.h"
#include "storage/run_database.h"
#include "tests/support/gpu_example.h"
#include "ui/pages/timeline/timeline_camera.h"
#include "ui/pages/timeline/timeline_canvas.h"
#include "ui/pages/timeline/timeline_commands.h"
#include "ui/pages/timeline/timeline_inspector.h"
#include "ui/pages/timeline/timeline_page.h"
#include "ui/pages/timeline/timeline_range_panel.h"
#include "ui/parts/button.h"
#include "ui/parts/field.h"
#include "ui/parts/legend_strip.h"
#include "ui/parts/panel.h"
#include "ui/parts/tab_strip.h"

#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

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
    using Change = std::function<void(profiler::ComparisonData&)>;

    ComparisonView onGpu(int focus = 2, const Change& change = {})
    {
        auto example = gpuExample();
        if (change)
            change(example.data);
        const auto file = m_folder.filePath(QStringLiteral("run.fscope"));
        const auto id = storage::storeCopy(file.toStdString(), example.data, {}, example.rowsOf());
        EXPECT_TRUE(id) << id.error().message;
        ComparisonView view;
        view.file = file;
        const auto data = storage::loadComparison(file.toStdString());
        if (!data) {
            ADD_FAILURE() << data.error().message;
            return view;
        }
        view.comparison = judged(*data);
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

    static std::size_t rowOf(const TimelineCanvas& canvas, std::size_t run, TimelineRowKind kind)
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
    const auto row = rowOf(canvas, 0, TimelineRowKind::Kernels);
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
    EXPECT_EQ(canvas.window(), boundsOf(canvas.runs(), canvas.scene().axis));
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
    const auto row = rowOf(canvas, 0, TimelineRowKind::Kernels);
    canvas.pick(TimelinePick {
        .row = row, .event = 0, .what = canvas.layoutOfRows().rows()[row].row.lane->event(0)});
    canvas.zoomToSelection();
    EXPECT_EQ(
        count(canvas.table(),
            wholeEventName(canvas.runs()[0], TimelineRowKind::Kernels, canvas.picked()->what)),
        1)
        << "from near it is an event of its own";
}

TEST_F(TimelinePageTest, FindsEventsByNameOneAfterTheOther)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    ASSERT_TRUE(canvas.find(QStringLiteral("FLASH_fwd"), TimelineDirection::Later));
    const auto first = *canvas.picked();
    EXPECT_THAT(page.details().title().toStdString(), HasSubstr("flash_fwd"));
    ASSERT_TRUE(canvas.find(QStringLiteral("FLASH_fwd"), TimelineDirection::Later));
    EXPECT_GT(canvas.picked()->what.span.begin, first.what.span.begin);
    ASSERT_TRUE(canvas.find(QStringLiteral("FLASH_fwd"), TimelineDirection::Earlier));
    EXPECT_EQ(canvas.picked()->what, first.what);
    EXPECT_FALSE(canvas.find(QStringLiteral("nothing is called so"), TimelineDirection::Later));
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
    const auto row = rowOf(canvas, 0, TimelineRowKind::Modules);
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
    const auto row = rowOf(canvas, 0, TimelineRowKind::Kernels);
    canvas.pick(TimelinePick {
        .row = row, .event = 0, .what = canvas.layoutOfRows().rows()[row].row.lane->event(0)});
    canvas.zoomToSelection();
    const auto window = canvas.window();
    QTest::keyClick(&canvas, Qt::Key_G);
    const auto middle = canvas.window().from + canvas.window().length() / 2;
    EXPECT_NE(canvas.window(), window);
    const auto piece = canvas.runs()[0].tracks->device.pieceAt(middle + canvas.originOfRun(0));
    EXPECT_FALSE(piece.state.isBusy());
}

TEST_F(TimelinePageTest, ADragSelectsARangeWithTotalsForEveryVariant)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    const auto& row = canvas.layoutOfRows().rows()[rowOf(canvas, 0, TimelineRowKind::Kernels)];
    const QPoint from(row.box.left() + 20, row.box.center().y());
    const QPoint to(row.box.right() - 20, row.box.center().y());
    const auto window = canvas.window();
    QTest::mousePress(&canvas, Qt::LeftButton, {}, from);
    QTest::mouseMove(&canvas, (from + to) / 2);
    QTest::mouseMove(&canvas, to);
    QTest::mouseRelease(&canvas, Qt::LeftButton, {}, to);
    EXPECT_EQ(canvas.window(), window) << "the view stays";
    ASSERT_TRUE(canvas.selection().range);
    const auto& range = page.details().range();
    ASSERT_TRUE(QTest::qWaitFor([&] { return range.isReady(); }, 20'000));
    const auto value = [&](const char* name) {
        for (const auto& each : range.rows())
            if (each.name == QLatin1String(name))
                return each.values;
        return QStringList();
    };
    std::vector<std::int64_t> kernels;
    for (std::size_t run = 0; run < 2; ++run) {
        const auto span = canvas.scene().axis.inRun(run, *canvas.selection().range);
        kernels.push_back(
            profiler::rangeFigures(*canvas.runs()[run].tracks, span, 0).kernelCount());
    }
    EXPECT_GT(kernels[0], 0);
    EXPECT_EQ(
        value("kernels"), (QStringList {QString::number(kernels[0]), QString::number(kernels[1])}));
    EXPECT_EQ(value("busy").size(), 2);
    canvas.setFocus();
    QTest::keyClick(&canvas, Qt::Key_F);
    EXPECT_EQ(canvas.window(), *canvas.selection().range);
    QTest::keyClick(&canvas, Qt::Key_Escape);
    EXPECT_FALSE(canvas.selection().range);
}

TEST_F(TimelinePageTest, TheMiddleButtonMovesTheView)
{
    auto& canvas = shown(onGpu()).canvas();
    QTest::keyClick(&canvas, Qt::Key_W);
    const auto before = canvas.window();
    const QPoint middle(600, canvas.layoutOfRows().rows()[0].box.center().y());
    QTest::mousePress(&canvas, Qt::MiddleButton, {}, middle);
    QTest::mouseMove(&canvas, middle - QPoint(60, 0));
    QTest::mouseRelease(&canvas, Qt::MiddleButton, {}, middle - QPoint(60, 0));
    EXPECT_GT(canvas.window().from, before.from);
    EXPECT_EQ(canvas.window().length(), before.length());
    EXPECT_FALSE(canvas.selection().range);
}

TEST_F(TimelinePageTest, AKernelAndItsLaunchPointAtEachOther)
{
    auto& canvas = shown(onGpu()).canvas();
    const auto row = rowOf(canvas, 0, TimelineRowKind::Kernels);
    canvas.pick(canvas.scene().pickOf(row, 3));
    ASSERT_TRUE(canvas.selection().otherEnd);
    const auto launch = *canvas.selection().otherEnd;
    EXPECT_EQ(canvas.scene().rowOf(launch).row.kind, TimelineRowKind::Launches);
    EXPECT_EQ(launch.what.correlation, canvas.picked()->what.correlation);
    const auto kernel = *canvas.picked();
    canvas.pick(launch);
    ASSERT_TRUE(canvas.selection().otherEnd);
    EXPECT_EQ(canvas.selection().otherEnd->what, kernel.what);
}

TEST_F(TimelinePageTest, UnlinkedEachVariantMovesForItself)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    const auto& axis = canvas.scene().axis;
    canvas.pick(canvas.scene().pickOf(rowOf(canvas, 1, TimelineRowKind::Kernels), 0));
    QTest::keyClick(&canvas, Qt::Key_L);
    EXPECT_FALSE(axis.isLinked());
    const auto first = axis.window(0);
    QTest::keyClick(&canvas, Qt::Key_W);
    EXPECT_EQ(axis.window(0), first);
    EXPECT_LT(axis.window(1).length(), first.length());
    QTest::keyClick(&canvas, Qt::Key_L);
    EXPECT_EQ(axis.window(0), axis.window(1)) << "all show what the selected one showed";
    EXPECT_LT(axis.window(0).length(), first.length());
}

TEST_F(TimelinePageTest, FittedCallsAreEquallyWide)
{
    auto& canvas = shown(onGpu()).canvas();
    for (auto* button : m_page->findChildren<Button*>())
        if (button->text() == QStringLiteral("Fit call"))
            button->click();
    const auto& scene = canvas.scene();
    for (std::size_t run = 0; run < 2; ++run) {
        const auto& call = canvas.runs()[run].calls.at(static_cast<std::size_t>(canvas.call()));
        EXPECT_NEAR(
            scene.xOf(run, call.startNs), scene.xOf(0, canvas.runs()[0].calls[0].startNs), 1);
        EXPECT_NEAR(scene.xOf(run, call.endNs), scene.xOf(0, canvas.runs()[0].calls[0].endNs), 1);
    }
    QString caption;
    for (const auto* panel : m_page->findChildren<Panel*>())
        caption += panel->figureCaption();
    EXPECT_THAT(caption.toStdString(), HasSubstr("widths do not compare"));
    canvas.setFitted(false);
    EXPECT_EQ(scene.axis.window(0), scene.axis.window(1));
}

TEST_F(TimelinePageTest, MarksTellTheTimeBetweenThem)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    const auto row = rowOf(canvas, 0, TimelineRowKind::Kernels);
    const auto first = canvas.scene().pickOf(row, 0);
    const auto second = canvas.scene().pickOf(row, 5);
    canvas.pick(first);
    QTest::keyClick(&canvas, Qt::Key_M);
    canvas.pick(second);
    QTest::keyClick(&canvas, Qt::Key_M);
    const auto apart = second.what.span.begin - first.what.span.begin;
    ASSERT_EQ(canvas.selection().marks.size(), 2U);
    EXPECT_EQ(canvas.selection().marks[1] - canvas.selection().marks[0], apart);
    const auto facts = factsOfMarks(canvas);
    ASSERT_EQ(facts.size(), 2U);
    EXPECT_THAT(facts[1].name.toStdString(), HasSubstr("after the one before"));
    QTest::keyClick(&canvas, Qt::Key_Escape); // the pick
    QTest::keyClick(&canvas, Qt::Key_M, Qt::ShiftModifier);
    ASSERT_TRUE(canvas.selection().range);
    EXPECT_EQ(canvas.selection().range->length(), apart);
    canvas.pick(second);
    QTest::keyClick(&canvas, Qt::Key_M);
    EXPECT_EQ(canvas.selection().marks.size(), 1U) << "where one was";
}

TEST_F(TimelinePageTest, WhatWasCompiledStandsBeforeTheCalls)
{
    const auto id = [](const char* compileId, std::int64_t startNs) {
        return profiler::CompileFact {.compileId = compileId,
            .function = "forward",
            .duration = profiler::nanoseconds(2'000'000'000),
            .metricsJson = "{\"start_time_us\": " + std::to_string(startNs / 1000) + "}"};
    };
    auto& page = shown(onGpu(2, [&](profiler::ComparisonData& data) {
        for (auto& process : data.processes)
            if (process.start.kind == profiler::ProcessKind::Trace && process.start.variant == 2) {
                const auto start = process.traces[0].calls[0].startNs;
                process.compiles
                    = {id("0/0", start - 5'000'000'000), id("0/1", start - 2'500'000'000)};
            }
    }));
    auto& canvas = page.canvas();
    const auto& run = canvas.runs()[1];
    const auto row = rowOf(canvas, 1, TimelineRowKind::Compiles);
    const auto pick = canvas.scene().pickOf(row, 1);
    EXPECT_EQ(wholeEventName(run, TimelineRowKind::Compiles, pick.what),
        QStringLiteral("recompile 2.000 s · 0/1 forward"));
    EXPECT_GT(canvas.scene().axis.camera(1).bounds().from, -1'000'000'000)
        << "a call is seen from near";
    canvas.setAlignment(TimelineAlignment::Run);
    EXPECT_EQ(canvas.originOfRun(1), (run.calls[0].startNs - 5'000'000'000) / 1000 * 1000)
        << "torch tells microseconds";
    EXPECT_LE(canvas.window().from, 0);
    EXPECT_GT(canvas.window().length(), 5'000'000'000);
}

TEST_F(TimelinePageTest, TheNextGraphBreakComesToTheMiddle)
{
    TimelineRun run = shown(onGpu()).canvas().runs()[1];
    const auto& call = run.calls.at(0);
    run.breaks = {{.time = call.startNs + 3'000'000, .number = 2, .reason = QStringLiteral("x")},
        {.time = call.startNs + 15'000'000, .number = 1, .reason = QStringLiteral("print()")}};
    auto& canvas = m_page->canvas();
    canvas.setRuns({run});
    EXPECT_EQ(factsOfMarks(canvas).size(), 2U);
    EXPECT_EQ(factsOfMarks(canvas)[0].name, QStringLiteral("1  print()"));
    QTest::keyClick(&canvas, Qt::Key_W, Qt::ShiftModifier);
    QTest::keyClick(&canvas, Qt::Key_B);
    EXPECT_NEAR(static_cast<double>(canvas.window().from + canvas.window().length() / 2), 15e6, 1);
}

std::int64_t explainedNs(const TimelineRun& run)
{
    const auto times = run.tracks->device.totals(run.whole);
    std::int64_t ns = 0;
    for (const auto cause : profiler::idleCauses)
        ns += times.of(profiler::DeviceState(cause));
    return ns;
}

TEST_F(TimelinePageTest, IsShownBeforeTheCausesOfIdleTimesAreFound)
{
    m_page = std::make_unique<TimelinePage>(m_theme);
    auto& canvas = m_page->canvas();
    m_page->resize(1200, 900);
    m_page->show();
    std::vector<std::int64_t> busy;
    std::int64_t explained = 0;
    QImage before;
    const auto look = [&] { // as soon as runs are shown
        before = canvas.grab().toImage();
        for (const auto& run : canvas.runs()) {
            busy.push_back(run.tracks->device.totals(run.whole).busyNs());
            explained += explainedNs(run);
        }
    };
    QObject::connect(
        &canvas, &TimelineCanvas::windowChanged, m_page.get(), look, Qt::SingleShotConnection);
    m_page->showView(onGpu());
    ASSERT_TRUE(QTest::qWaitFor([&] { return m_page->isReady(); }, 60'000));
    ASSERT_EQ(busy.size(), 2U);
    EXPECT_EQ(explained, 0);
    for (std::size_t run = 0; run < 2; ++run) {
        const auto& shown = canvas.runs()[run];
        EXPECT_GT(explainedNs(shown), 0);
        EXPECT_EQ(shown.tracks->device.totals(shown.whole).busyNs(), busy[run]);
    }
    canvas.resize(before.size());
    EXPECT_NE(canvas.grab().toImage(), before) << "gaps have their patterns now";
}

TEST_F(TimelinePageTest, CausesOfAComparisonThatWasLeftAreDropped)
{
    m_page = std::make_unique<TimelinePage>(m_theme);
    auto& canvas = m_page->canvas();
    const auto other = onGpu(1);
    std::shared_ptr<const profiler::TimelineTracks> left;
    const auto leave = [&] {
        left = canvas.runs()[1].tracks;
        m_page->showView(other);
    };
    // Queued before the causes are even looked for.
    QObject::connect(&canvas, &TimelineCanvas::windowChanged, m_page.get(), leave,
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
    m_page->showView(onGpu());
    ASSERT_TRUE(QTest::qWaitFor([&] { return left != nullptr && m_page->isReady(); }, 60'000));
    EXPECT_EQ(canvas.runs()[1].name, QStringLiteral("default"));
    EXPECT_GT(explainedNs(canvas.runs()[1]), 0);
    const auto times = left->device.totals(left->device.span());
    EXPECT_EQ(times.of(profiler::DeviceState()), times.idleNs()) << "nobody looks at it any more";
}

TEST_F(TimelinePageTest, AClassOfTheLegendIsSeenAlone)
{
    auto& page = shown(onGpu());
    auto* legend = page.findChild<LegendStrip*>();
    auto& canvas = page.canvas();
    const auto before = canvas.grab().toImage();
    legend->setFocus();
    QTest::keyClick(legend, Qt::Key_Right);
    QTest::keyClick(legend, Qt::Key_Space);
    EXPECT_EQ(legend->chosen(), 1U);
    EXPECT_NE(canvas.grab().toImage(), before);
    QTest::mouseClick(legend, Qt::LeftButton, {}, QPoint(5, 8));
    EXPECT_EQ(legend->chosen(), 0U);
    QTest::mouseClick(legend, Qt::LeftButton, {}, QPoint(5, 8));
    EXPECT_EQ(legend->chosen(), std::nullopt);
    EXPECT_EQ(canvas.grab().toImage(), before);
}

TEST_F(TimelinePageTest, UnlinkedWhatIsFoundComesIntoViewInItsOwnVariant)
{
    auto& canvas = shown(onGpu()).canvas();
    const auto& axis = canvas.scene().axis;
    canvas.setLinked(false);
    canvas.showWindow({0, 1'000'000});
    EXPECT_EQ(axis.window(0), axis.window(1)) << "a jump of all";
    ASSERT_TRUE(canvas.find(QStringLiteral("Cijk_Alik"), TimelineDirection::Later));
    const auto& found = *canvas.picked();
    ASSERT_EQ(canvas.scene().rowOf(found).run, 1U) << "the first variant runs no such kernel";
    EXPECT_GE(found.what.span.begin, axis.seen(1).begin);
    EXPECT_LT(found.what.span.begin, axis.seen(1).end);
    EXPECT_EQ(axis.window(0), (TimelineWindow {0, 1'000'000}));
}

TEST_F(TimelinePageTest, OtherVariantsAreAlignedLikeThoseBefore)
{
    auto view = onGpu();
    auto& page = shown(view);
    page.canvas().setAlignment(TimelineAlignment::Run);
    view.focus = 1;
    page.showView(view);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, 60'000));
    EXPECT_EQ(page.canvas().runs()[1].name, QStringLiteral("default"));
    EXPECT_EQ(page.canvas().alignment(), TimelineAlignment::Run);
    EXPECT_EQ(page.canvas().window(), boundsOf(page.canvas().runs(), page.canvas().scene().axis));
}

TEST_F(TimelinePageTest, WorkIsShownInThePlaceOfARange)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    canvas.selectRange(TimelineWindow {0, 1'000'000});
    const auto kernel = canvas.scene().pickOf(rowOf(canvas, 0, TimelineRowKind::Kernels), 0);
    const auto name = canvas.runs()[0].tracks->names.text(kernel.what.name);
    ASSERT_TRUE(page.showWork(name, 0));
    EXPECT_FALSE(canvas.selection().range);
    EXPECT_LT(canvas.window().length(), 1'000'000);
    EXPECT_THAT(canvas.accessibleDescription().toStdString(), HasSubstr(name));
}

TEST_F(TimelinePageTest, BearsCallsAtTheEndsOfTime)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    auto& canvas = shown(onGpu(2, [&](profiler::ComparisonData& data) {
        for (auto& process : data.processes)
            if (process.start.kind == profiler::ProcessKind::Trace) {
                process.traces[0].calls = {{least, least + 5}, {0, most}, {most - 1, most}};
                process.traces[0].deviceCalls.clear();
            }
    })).canvas();
    for (const auto alignment : {TimelineAlignment::Call, TimelineAlignment::Run}) {
        canvas.setAlignment(alignment);
        for (int call = 0; call < 3; ++call) {
            canvas.showCall(call);
            runCommand(canvas, TimelineCommand::WholeRun);
            runCommand(canvas, TimelineCommand::ZoomInFar);
            runCommand(canvas, TimelineCommand::FarLater);
            EXPECT_GT(canvas.window().length(), 0);
            EXPECT_FALSE(canvas.grab().isNull());
        }
    }
}

TEST_F(TimelinePageTest, BeginsWithACallThatAllVariantsHave)
{
    auto runs = shown(onGpu()).canvas().runs();
    const auto call = runs[0].calls.at(0);
    runs[0].calls.assign(9, call);
    runs[1].calls.resize(3, call);
    auto& canvas = m_page->canvas();
    canvas.setRuns(runs);
    EXPECT_EQ(canvas.call(), 1) << "the middle one of the three that both have";
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
