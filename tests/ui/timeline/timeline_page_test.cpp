// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/case.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "tests/ui/page_text.h"
#include "tests/ui/patience.h"
#include "tests/ui/timeline/shown_timeline.h"
#include "ui/pages/timeline/canvas/timeline_commands.h"
#include "ui/pages/timeline/rows/timeline_text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/field.h"
#include "ui/widgets/legend_strip.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/tab_strip.h"

#include <QImage>
#include <QScrollBar>

#include <gmock/gmock.h>

#include <limits>
#include <string>
#include <vector>

namespace ui {
namespace {

using testing::HasSubstr;
using ui_test::textIn;

class TimelinePageTest : public ShownTimeline { };

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
    const auto words = textIn(page).toStdString();
    EXPECT_THAT(words, HasSubstr("Call 1 took <b>4.266"));
    EXPECT_THAT(words, HasSubstr("in eager and <b>19.08"));
}

TEST_F(TimelinePageTest, RowsFillThePageAndNoMore)
{
    auto& page = shown(onGpu());
    const int before = page.canvas().height();
    const auto* scroll = page.findChild<ScrollColumn*>();
    ASSERT_NE(scroll, nullptr);
    const int fits = page.height() + scroll->verticalScrollBar()->maximum();
    page.resize(1200, fits + 100);
    page.resize(1200, fits + 101); // before the panels have their new places
    ui_test::waitUntilLaidOut(page);
    EXPECT_GT(page.canvas().height(), before);
    EXPECT_EQ(scroll->verticalScrollBar()->maximum(), 0);
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
    EXPECT_THAT(timelineHeads({run}, 0).front().figures.toStdString(), HasSubstr("60 kernels"));
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
    ASSERT_EQ(page.canvas().runs().size(), 4U);
    EXPECT_EQ(page.canvas().runs()[1].name, QStringLiteral("reduce-overhead")) << "in focus";
    EXPECT_EQ(page.canvas().runs()[2].name, QStringLiteral("default"));
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return m_page->isReady(); }, ui_test::patience));
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
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return left != nullptr && m_page->isReady(); }, ui_test::patience));
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

TEST_F(TimelinePageTest, OtherVariantsAreAlignedLikeThoseBefore)
{
    auto view = onGpu();
    auto& page = shown(view);
    page.canvas().setAlignment(TimelineAlignment::Run);
    view.focus = 1;
    page.showView(view);
    ASSERT_TRUE(QTest::qWaitFor([&] { return page.isReady(); }, ui_test::patience));
    EXPECT_EQ(page.canvas().runs()[1].name, QStringLiteral("default"));
    EXPECT_EQ(page.canvas().alignment(), TimelineAlignment::Run);
    EXPECT_EQ(page.canvas().window(), boundsOf(page.canvas().runs(), page.canvas().scene().axis));
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
    EXPECT_THAT(textIn(page).toStdString(),
        HasSubstr("max-autotune has no trace: its calls were not traced"));
    EXPECT_EQ(page.canvas().runs()[1].tracks, nullptr);
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
            canvas.showAll();
            canvas.zoomBy(5);
            canvas.panBy(1);
            EXPECT_GT(canvas.window().length(), 0);
            EXPECT_FALSE(canvas.grab().isNull());
        }
    }
}

TEST_F(TimelinePageTest, BearsAFileThatIsGone)
{
    auto view = onGpu();
    view.file = m_folder.filePath(QStringLiteral("gone.fscope"));
    const auto& page = shown(view);
    EXPECT_THAT(textIn(page).toStdString(), HasSubstr("has no trace"));
}

} // namespace
} // namespace ui
