// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/chrome/chrome_lines.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

using profiler::ChromeLines;
using Nesting = ChromeLines::Nesting;

TEST(ChromeLines, SpansThatNestShareALine)
{
    ChromeLines lines(100);
    EXPECT_EQ(lines.threadFor(1, 7, Nesting::Allowed, 0, 50), 7);
    EXPECT_EQ(lines.threadFor(1, 7, Nesting::Allowed, 0, 20), 7);
    EXPECT_EQ(lines.threadFor(1, 7, Nesting::Allowed, 20, 50), 7);
    EXPECT_EQ(lines.threadFor(1, 7, Nesting::Allowed, 50, 60), 7) << "begins as the others end";
}

TEST(ChromeLines, WhatOverlapsOtherwiseGetsALineOfItsOwn)
{
    ChromeLines lines(100);
    EXPECT_EQ(lines.threadFor(1, 7, Nesting::Allowed, 0, 50), 7);
    EXPECT_EQ(lines.threadFor(1, 7, Nesting::Allowed, 30, 60), 100);
    EXPECT_EQ(lines.threadFor(1, 8, Nesting::Allowed, 0, 50), 8);
    EXPECT_EQ(lines.threadFor(1, 8, Nesting::Allowed, 40, 60), 101) << "numbers are of the file";
    EXPECT_EQ(lines.threadFor(1, 7, Nesting::Allowed, 60, 70), 7) << "the first that has room";
    ASSERT_EQ(lines.lines().size(), 4U);
    EXPECT_EQ(lines.lines()[1].of, 7);
    EXPECT_EQ(lines.lines()[1].number, 1U);
}

TEST(ChromeLines, NoKernelIsTheChildOfAnother)
{
    ChromeLines lines(100);
    EXPECT_EQ(lines.threadFor(0, 7, Nesting::Forbidden, 0, 50), 7);
    EXPECT_EQ(lines.threadFor(0, 7, Nesting::Forbidden, 10, 20), 100);
    EXPECT_EQ(lines.threadFor(0, 7, Nesting::Forbidden, 20, 30), 100);
    EXPECT_EQ(lines.threadFor(0, 7, Nesting::Forbidden, 25, 26), 101);
    EXPECT_EQ(lines.threadFor(0, 7, Nesting::Forbidden, 50, 60), 7);
}

TEST(ChromeLines, AreNoMoreThanCanBeSearched)
{
    ChromeLines lines(100);
    constexpr auto last = std::numeric_limits<std::int64_t>::max();
    for (int i = 0; i < 10'000; ++i)
        static_cast<void>(lines.threadFor(0, 7, Nesting::Forbidden, i, last));
    EXPECT_EQ(lines.lines().size(), 64U);
}
