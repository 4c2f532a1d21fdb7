// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/evidence/timeline/timeline_range.h"
#include "tests/ui/patience.h"
#include "tests/ui/timeline/shown_timeline.h"
#include "ui/pages/timeline/timeline_inspector.h"
#include "ui/pages/timeline/timeline_range_panel.h"

#include <gmock/gmock.h>

#include <vector>

namespace ui {
namespace {

using testing::HasSubstr;

class TimelineSelected : public ShownTimeline { };

TEST_F(TimelineSelected, AClickTellsOfTheEvent)
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

TEST_F(TimelineSelected, FindsEventsByNameOneAfterTheOther)
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

TEST_F(TimelineSelected, ADragSelectsARangeWithTotalsForEveryVariant)
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
    ASSERT_TRUE(QTest::qWaitFor([&] { return range.isReady(); }, ui_test::patience));
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

TEST_F(TimelineSelected, AKernelAndItsLaunchPointAtEachOther)
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

TEST_F(TimelineSelected, MarksTellTheTimeBetweenThem)
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

TEST_F(TimelineSelected, WorkIsShownInThePlaceOfARange)
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

} // namespace
} // namespace ui
