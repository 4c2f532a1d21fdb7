// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/evidence/timeline/timeline_search.h"
#include "profiler/model/number_text.h"
#include "tests/ui/timeline/shown_timeline.h"
#include "ui/pages/timeline/timeline_inspector.h"
#include "ui/pages/timeline/timeline_links.h"
#include "ui/text/text.h"
#include "ui/widgets/button.h"
#include "ui/widgets/panel.h"

#include <gmock/gmock.h>

#include <cmath>

namespace ui {
namespace {

using testing::HasSubstr;

class TimelineMoves : public ShownTimeline { };

TEST_F(TimelineMoves, EverythingGoesByKeys)
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

TEST_F(TimelineMoves, TheMiddleButtonMovesTheView)
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

TEST_F(TimelineMoves, LaysRunsOverEachOtherWhereAModuleBegins)
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

TEST_F(TimelineMoves, TheNextIdleTimeComesToTheMiddle)
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
    const auto at = middle + canvas.originOfRun(0);
    EXPECT_EQ(canvas.runs()[0].tracks->device.totals({at, at + 1}).busyNs(), 0);
}

TEST_F(TimelineMoves, TheNextGraphBreakComesToTheMiddle)
{
    TimelineRun run = shown(onGpu()).canvas().runs()[1];
    const auto& call = run.calls.at(0);
    run.breaks = {{.time = call.startNs + 3'000'000, .number = 2, .reason = QStringLiteral("x")},
        {.time = call.startNs + 15'000'000, .number = 1, .reason = QStringLiteral("print()")}};
    auto& canvas = m_page->canvas();
    canvas.setRuns({run});
    const auto places = breaksOfCall(canvas.scene());
    ASSERT_EQ(places.size(), 2U);
    EXPECT_EQ(places[0].sign, QStringLiteral("1"));
    EXPECT_EQ(places[0].name, QStringLiteral("print()"));
    QTest::keyClick(&canvas, Qt::Key_W, Qt::ShiftModifier);
    QTest::keyClick(&canvas, Qt::Key_B);
    EXPECT_NEAR(static_cast<double>(canvas.window().from)
            + static_cast<double>(canvas.window().length()) / 2,
        15e6, 1);
}

TEST_F(TimelineMoves, ALineOfTheInspectorLeadsToItsPlace)
{
    auto& page = shown(onGpu());
    auto& canvas = page.canvas();
    const auto idle = longestIdleTimes(canvas.scene(), 5);
    const auto rows = page.details().findChildren<TimelinePlaceRow*>();
    ASSERT_FALSE(idle.empty());
    ASSERT_GE(rows.size(), static_cast<qsizetype>(idle.size()));
    QTest::keyClick(rows.front(), Qt::Key_Space);
    const auto& place = rows.front()->place();
    const auto& axis = canvas.scene().axis;
    const auto begin = axis.onAxis(place.run, place.span.begin);
    const auto end = axis.onAxis(place.run, place.span.end);
    EXPECT_LT(axis.window(place.run).from, begin);
    EXPECT_GT(axis.window(place.run).to, end);
    EXPECT_LT(axis.window(place.run).length(), 6 * (end - begin));
    EXPECT_FALSE(rows.front()->accessibleName().isEmpty());
    EXPECT_TRUE(rows.front()->accessibleName().contains(place.variantName));
}

TEST_F(TimelineMoves, APlaceOfAMomentComesToTheMiddle)
{
    auto& canvas = shown(onGpu()).canvas();
    const auto length = canvas.window().length();
    const auto moment = canvas.runs()[0].calls.at(0).startNs + 3'000'000;
    canvas.showPlace(0, {moment, moment});
    EXPECT_LT(canvas.window().length(), length / 4);
    EXPECT_NEAR(static_cast<double>(canvas.window().middle() + canvas.originOfRun(0)),
        static_cast<double>(moment), 2);
    const auto before = canvas.window();
    canvas.showPlace(99, {moment, moment});
    EXPECT_EQ(canvas.window(), before) << "there is no such run";
}

TEST_F(TimelineMoves, AHeadSaysHowMuchLongerItsCallIs)
{
    const auto& canvas = shown(onGpu()).canvas();
    const auto& heads = canvas.scene().heads;
    ASSERT_EQ(heads.size(), 2U);
    EXPECT_TRUE(heads[0].difference.isEmpty());
    const auto lengthOf = [&](std::size_t run) {
        return profiler::durationOf(
            canvas.runs()[run].calls.at(static_cast<std::size_t>(canvas.call())));
    };
    const auto more = lengthOf(1) - lengthOf(0);
    EXPECT_EQ(heads[1].difference,
        qt(profiler::formatDuration(std::abs(static_cast<double>(more))))
            + (more < 0 ? QStringLiteral(" less") : QStringLiteral(" more")));
}

TEST_F(TimelineMoves, UnlinkedEachVariantMovesForItself)
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

TEST_F(TimelineMoves, UnlinkedWhatIsFoundComesIntoViewInItsOwnVariant)
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

TEST_F(TimelineMoves, FittedCallsAreEquallyWide)
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

} // namespace
} // namespace ui
