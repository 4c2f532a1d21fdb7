// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_layout.h"
#include "ui/pages/timeline/canvas/timeline_ruler.h"
#include "ui/pages/timeline/rows/timeline_run.h"
#include "ui/pages/timeline/rows/timeline_text.h"

#include <gtest/gtest.h>

namespace ui {
namespace {

TEST(TimelineRuler, AndTheCursorHaveOneUnit)
{
    const TimelineRuler far({12'000'000, 13'000'000}); // 1 ms, seen 12 ms from the start
    EXPECT_EQ(far.tickText(12'500'000), QStringLiteral("12.5 ms"));
    EXPECT_EQ(far.cursorText(12'690'000), QStringLiteral("12.69 ms"));
    const TimelineRuler near({0, 900'000});
    EXPECT_EQ(near.tickText(200'000), QStringLiteral("200 µs"));
    EXPECT_EQ(near.cursorText(123'400), QStringLiteral("123.4 µs"));
}

TEST(TimelineRuler, HasNoTwoTicksOfOneText)
{
    for (const TimelineWindow window :
        {TimelineWindow {12'000'000, 12'000'400}, TimelineWindow {-1'000, 1'000},
            TimelineWindow {0, 5'000'000'000}, TimelineWindow {-20'000'000, 3'000'000}}) {
        const TimelineRuler ruler(window);
        ASSERT_GE(ruler.ticks().size(), 3U);
        QStringList texts;
        for (const auto tick : ruler.ticks())
            texts << ruler.tickText(tick);
        EXPECT_EQ(texts.removeDuplicates(), 0) << texts.join(u' ').toStdString();
    }
}

TEST(TimelineRuler, WritesNoMinusBeforeZero)
{
    EXPECT_TRUE(TimelineRuler({-1'000, 1'000}).tickText(0).startsWith(u'0'));
    EXPECT_TRUE(TimelineRuler({-5'000'000, 1'000}).tickText(-5'000'000).startsWith(QChar(0x2212)));
}

TEST(BreakNumbers, OfBreaksThatShareASignAreAllSaid)
{
    EXPECT_EQ(breakNumbers({2}), QStringLiteral("2"));
    EXPECT_EQ(breakNumbers({3, 1, 1, 3}), QStringLiteral("1, 3"));
    EXPECT_EQ(breakNumbers({4, 1, 2, 3}), QString::fromUtf8("1–4"));
}

TEST(TimelineLayout, StretchesItsRowsToTheRoomThereIs)
{
    TimelineRun run;
    run.tracks = std::make_shared<profiler::TimelineTracks>();
    TimelineLayout layout;
    const int needed = layout.place({run}, 800);
    EXPECT_EQ(layout.stretchFor(needed), 1);
    EXPECT_EQ(layout.stretchFor(0), 1);
    EXPECT_LE(layout.stretchFor(100 * needed), 2);
}

TimelineRun runOf(const std::vector<std::int64_t>& durations)
{
    TimelineRun run;
    std::int64_t start = 0;
    for (const auto duration : durations) {
        run.calls.push_back({.startNs = start, .endNs = start + duration});
        start += duration + 1000;
    }
    return run;
}

// The middle one of twenty took 52 ms, the median was 2.98 ms.
TEST(TypicalCall, IsTheOneNearestToTheMedian)
{
    EXPECT_EQ(typicalCall({runOf({9'000, 3'100, 52'000, 2'990, 2'000})}), 1);
    EXPECT_EQ(typicalCall({runOf({9'000, 3'100, 52'000, 2'990, 2'000}),
                  runOf({1'000, 90'000, 1'010, 990, 1'005})}),
        3)
        << "of both runs together";
}

TEST(TypicalCall, IsOneThatAllRunsHave)
{
    EXPECT_LT(typicalCall({runOf({5, 5, 5, 5}), runOf({7, 8}), runOf({})}), 2);
    EXPECT_EQ(typicalCall({}), 0);
    EXPECT_EQ(typicalCall({runOf({})}), 0);
}

} // namespace
} // namespace ui
