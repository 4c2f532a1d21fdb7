// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/markdown_text.h"

#include <gtest/gtest.h>

using namespace profiler;

TEST(MarkdownText, EscapesWhatWouldBecomeAnElement)
{
    EXPECT_EQ(markdownText("a_b|c"), "a\\_b\\|c");
    EXPECT_EQ(markdownText("![x](y)"), "\\!\\[x\\](y)");
    EXPECT_EQ(markdownText("https://x.y www.x.y a@b.c"), "https\\://x.y www\\.x.y a\\@b.c");
}

TEST(MarkdownText, EscapesWhatBeginsALineAndNothingAlike)
{
    EXPECT_EQ(markdownText("- a"), "\\- a");
    EXPECT_EQ(markdownText("  + a"), "  \\+ a");
    EXPECT_EQ(markdownText("==="), "\\===");
    EXPECT_EQ(markdownText("12. a"), "12\\. a");
    EXPECT_EQ(markdownText("12) "), "12\\) ");
    EXPECT_EQ(markdownText("-1.5 ms"), "-1.5 ms");
    EXPECT_EQ(markdownText("1.5 ms"), "1.5 ms");
}

TEST(MarkdownCode, IsFencedByMoreThanItHolds)
{
    EXPECT_EQ(markdownCode("a b"), "`a b`");
    EXPECT_EQ(markdownCode("a`b"), "`` a`b ``");
    EXPECT_EQ(markdownFence("a\n````\n"), "`````\na\n````\n`````\n\n");
}

TEST(MarkdownStrong, HasItsBlanksOutside)
{
    EXPECT_EQ(markdownStrong(" a*b "), " **a\\*b** ");
    EXPECT_EQ(markdownStrong(" "), " ");
}
