// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/export/page_strip.h"

#include <gtest/gtest.h>

using namespace ui;

namespace {

PageStrip strip(double height, bool keep = false)
{
    return {.height = height, .keepWithNext = keep};
}

} // namespace

TEST(PageStrips, FillAPageAndGoOnOnTheNext)
{
    const Strips strips {strip(40), strip(40), strip(40)};
    const auto pages = paginated(strips, 100);
    ASSERT_EQ(pages.size(), 2U);
    EXPECT_EQ(pages[0].size(), 2U);
    EXPECT_EQ(pages[1].front().top, 0);
}

TEST(PageStrips, AHeadingGoesWithWhatItHeads)
{
    const Strips strips {strip(60), strip(20, true), strip(60)};
    const auto pages = paginated(strips, 100);
    ASSERT_EQ(pages.size(), 2U);
    EXPECT_EQ(pages[0].size(), 1U);
    EXPECT_EQ(pages[1].size(), 2U);
}

TEST(PageStrips, ATablesHeadingComesAgainOnItsNextPage)
{
    const auto heading = std::make_shared<const PageStrip>(strip(10));
    Strips strips;
    for (int i = 0; i < 5; ++i) {
        strips.push_back(strip(40));
        strips.back().heading = heading;
    }
    const auto pages = paginated(strips, 100);
    ASSERT_EQ(pages.size(), 3U);
    EXPECT_EQ(pages[1].front().strip, heading.get());
    EXPECT_EQ(pages[1].at(1).top, 10);
    for (const auto& page : pages)
        EXPECT_LE(page.back().top + page.back().strip->height, 100);
}

TEST(PageStrips, RoomBetweenPartsIsDroppedAtTheTopOfAPage)
{
    Strips strips {strip(90), strip(20), strip(50)};
    strips[1].blank = true;
    const auto pages = paginated(strips, 100);
    ASSERT_EQ(pages.size(), 2U);
    EXPECT_EQ(pages[1].front().strip, &strips[2]);
    EXPECT_EQ(pages[1].front().top, 0);
}

TEST(PageStrips, WhatIsKeptTogetherButHigherThanAPageStillEnds)
{
    Strips strips;
    for (int i = 0; i < 30; ++i)
        strips.push_back(strip(20, true));
    const auto pages = paginated(strips, 100);
    std::size_t placed = 0;
    for (const auto& page : pages) {
        placed += page.size();
        EXPECT_LE(page.back().top + page.back().strip->height, 100);
    }
    EXPECT_EQ(placed, 30U);
}
