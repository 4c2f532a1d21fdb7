// SPDX-License-Identifier: Apache-2.0
#include "app/options/manual_page.h"
#include "tests/app/options/described_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::vector<ManualPage> pages()
{
    return manualPages(tests::describedProgram(),
        {.version = "tool 1.2",
            .sections = {{"EXIT STATUS", {{"0", "All done."}}}},
            .seeAlso = {"tool-ui"}});
}

std::string page(const std::string& name)
{
    const auto all = pages();
    const auto found = std::ranges::find(all, name, &ManualPage::name);
    return found == all.end() ? "no page " + name : found->text;
}

TEST(ManualPage, ThereIsOneForTheProgramAndEachCommandThatIsNotHidden)
{
    std::vector<std::string> names;
    for (const auto& made : pages())
        names.push_back(made.name);
    EXPECT_THAT(names, ::testing::ElementsAre("tool", "tool-show", "tool-record", "tool-env"));
}

TEST(ManualPage, OfACommandIsThisText)
{
    EXPECT_EQ(page("tool-show"), R"(.\" SPDX-License-Identifier: Apache-2.0
.\" Made from the command line of tool 1.2.
.TH TOOL\-SHOW 1 "" "tool 1.2" ""
.SH NAME
tool\-show \- One part of a recording: it's here
.SH SYNOPSIS
\fBtool show\fR [\fIOPTION\fR]… \fIFILE\fR [\fIPART\fR]
.SH OPTIONS
.TP
\fIFILE\fR
FILE, FILE@3 or FILE@name
.TP
\fIPART\fR
which part: log, calls
.TP
\fB\-h\fR, \fB\-\-help\fR
Print this help message and exit
.TP
\fB\-\-json\fR
one JSON document on stdout
.SH SEE ALSO
\fBtool\fR(1)
)");
}

TEST(ManualPage, OfTheProgramListsCommandsAndItsNotes)
{
    const auto text = page("tool");
    EXPECT_THAT(text, HasSubstr("tool \\- Says what is so\n"));
    EXPECT_THAT(text, HasSubstr(".TP\n\\fBtool\\-record\\fR(1)\nRecords\n"));
    EXPECT_THAT(text, HasSubstr(".SH EXIT STATUS\n.TP\n\\fB0\\fR\nAll done.\n"));
    EXPECT_THAT(text, HasSubstr(".SH SEE ALSO\n\\fBtool\\-ui\\fR(1)\n"));
    EXPECT_THAT(text, Not(HasSubstr("inner")));
}

TEST(ManualPage, LetsNoTextBeAnInstructionToGroff)
{
    const auto text = page("tool-record");
    EXPECT_THAT(text, HasSubstr("\n\\&.fscope file\n"));
    EXPECT_THAT(text, HasSubstr("a \\e or a 'quote'; repeat"));
    EXPECT_THAT(text, Not(HasSubstr("secret")));
}

TEST(ManualPage, HoldsTheCommandsOfACommand)
{
    const auto text = page("tool-env");
    EXPECT_THAT(text, HasSubstr(".SS tool env add\nOne more.\n"));
    EXPECT_THAT(text, HasSubstr("\\fBtool env add\\fR [\\fIOPTION\\fR]… \\fINAME\\fR\n"));
}

} // namespace
} // namespace app
