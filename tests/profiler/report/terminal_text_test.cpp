// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/text/utf8_symbol.h"
#include "profiler/report/text/terminal_text.h"

#include <gtest/gtest.h>

using namespace profiler;

TEST(TerminalText, ShowsWhatWouldSteerATerminal)
{
    EXPECT_EQ(terminalText("a\nb\tc"), "a\nb\tc");
    EXPECT_EQ(terminalText("\x1b[31m\x7f"), "\\x1b[31m\\x7f");
    EXPECT_EQ(terminalText("\xc2\x85\xc2\x9b"), "\\x85\\x9b");
    EXPECT_EQ(terminalText("\x85\x9b"), "\ufffd\ufffd") << "raw, it is no UTF-8";
    EXPECT_EQ(terminalText("\u202e\u2066"), "\\u202e\\u2066");
}

TEST(TerminalText, KeepsColoursAloneWhereItWasPainted)
{
    EXPECT_EQ(terminalText("\x1b[1;31mred\x1b[0m", Paint::Kept), "\x1b[1;31mred\x1b[0m");
    EXPECT_EQ(
        terminalText("\x1b[2J\x1b[1mx\x1b]0;t\x07", Paint::Kept), "\\x1b[2J\x1b[1mx\\x1b]0;t\\x07");
    EXPECT_EQ(terminalText("\x1b", Paint::Kept), "\\x1b");
    EXPECT_EQ(terminalText("\x1b\x1b[1m", Paint::Kept), "\\x1b\x1b[1m");
}

TEST(TerminalJson, StaysJsonOfTheSameMeaning)
{
    EXPECT_EQ(terminalJson("{\n  \"a\": \"\x7f\xc2\x9b\u202e\"\n}\n"),
        "{\n  \"a\": \"\\u007f\\u009b\\u202e\"\n}\n");
}

TEST(ValidUtf8, ReplacesWhatIsNone)
{
    EXPECT_EQ(validUtf8("größer \x1b 表"), "größer \x1b 表");
    EXPECT_EQ(validUtf8("a\xff\xc0\x80z"), "a\ufffd\ufffd\ufffdz");
}
