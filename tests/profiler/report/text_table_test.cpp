// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/text/text_table.h"

#include <gtest/gtest.h>

using namespace profiler;

TEST(DisplayWidth, CountsColumnsAndNotBytes)
{
    EXPECT_EQ(displayWidth("µs × 1\u202f000"), 10U);
    EXPECT_EQ(displayWidth("表"), 2U);
    EXPECT_EQ(displayWidth("e\u0301"), 1U);
    EXPECT_EQ(displayWidth("\xff\xfe"), 2U);
}

TEST(Printable, ShowsControlCharactersInsteadOfObeyingThem)
{
    EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
    EXPECT_EQ(printable("a\rb\tc"), "a\\x0db c");
    EXPECT_EQ(printable("\u202e"), "\\u202e");
    EXPECT_EQ(printable("\x9b\xc0\x80"), "\ufffd\ufffd\ufffd");
    EXPECT_EQ(printable("größer 表"), "größer 表");
}

TEST(Elided, CutsAtColumns)
{
    EXPECT_EQ(elided("abcdef", 6), "abcdef");
    EXPECT_EQ(elided("abcdef", 4), "abc…");
    EXPECT_EQ(elided("表表表", 4), "表…");
    EXPECT_EQ(elided("abc", 0), "");
}

TEST(Wrapped, BreaksAtSpacesAndKeepsLongWords)
{
    EXPECT_EQ(wrapped("aa bb cc", 5), (std::vector<std::string> {"aa bb", "cc"}));
    EXPECT_EQ(wrapped("abcdefgh i", 4), (std::vector<std::string> {"abcdefgh", "i"}));
    EXPECT_EQ(wrapped("", 4), (std::vector<std::string> {""}));
}

TEST(TextTable, AlignsItsColumns)
{
    TextTable table({{"name"}, {"n", Align::Right}, {"end"}});
    table.addRow({"a", "1", ""});
    table.addRow({"bcdefg", "234", "x"});
    EXPECT_EQ(table.text(), "name      n  end\na         1\nbcdefg  234  x\n");
    EXPECT_EQ(table.width(), 16U);
}
