// SPDX-License-Identifier: Apache-2.0
#include "app/options/shell_completion.h"
#include "tests/app/options/described_program.h"
#include "tests/support/expect_texts.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <memory>

namespace app {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string script(Shell shell)
{
    return shellCompletion(tests::describedProgram(), shell);
}

std::string outputOf(const std::string& command)
{
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
    std::array<char, 256> buffer {};
    std::string text;
    while (std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe.get()) != nullptr)
        text += buffer.data();
    return text;
}

/// What bash offers behind these words, the last of which is being typed.
std::string bashOffers(const std::string& words)
{
    const tests::TemporaryFolder folder;
    const auto file = folder.path() / "completion";
    std::ofstream(file) << script(Shell::Bash) << "COMP_WORDS=(" << words << ")\n"
                        << "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_tool\n"
                        << "echo \"${COMPREPLY[*]}\"\n";
    return outputOf("bash " + file.string());
}

TEST(BashCompletion, OffersCommandsThenTheirOptionsAndWords)
{
    tests::expectTexts(bashOffers,
        {{"tool ''", "show record env\n"}, {"tool re", "record\n"}, {"tool env ''", "list add\n"},
            {"tool record --", "--help --effort --case --output\n"},
            {"tool record --effort ''", "quick normal\n"}, {"tool record --effort = q", "quick\n"},
            {"tool show a.fscope ''", "log calls\n"}});
}

TEST(BashCompletion, LeavesFilesToTheShell)
{
    EXPECT_EQ(bashOffers("tool show ''"), "\n");
    EXPECT_EQ(bashOffers("tool record -o ''"), "\n");
    EXPECT_THAT(script(Shell::Bash), HasSubstr("complete -o default -F _tool tool\n"));
}

TEST(BashCompletion, TakesAValueForNoCommand)
{
    tests::expectTexts(bashOffers,
        {{"tool record -o show --", "--help --effort --case --output\n"},
            {"tool record --case x show --eff", "--effort\n"}});
}

TEST(ZshCompletion, DescribesOptionsArgumentsAndCommands)
{
    EXPECT_THAT(script(Shell::Zsh),
        AllOf(HasSubstr("#compdef tool\n"), HasSubstr("'--effort[how long]:TEXT:(quick normal)'"),
            HasSubstr(
                R"('*--case[NAME\:SHAPE\[\:TYPE\], a \\ or a '\''quote'\''; repeat]:TEXT:_files')"),
            HasSubstr("'(-o --output)'{-o,--output}'[.fscope file]:TEXT:_files'"),
            HasSubstr("'1:FILE:_files'"), HasSubstr("'2::PART:(log calls)'"),
            HasSubstr("'record:Records'"), HasSubstr("_tool_env_add()"), Not(HasSubstr("secret"))));
}

TEST(FishCompletion, DescribesOptionsArgumentsAndCommands)
{
    EXPECT_THAT(script(Shell::Fish),
        AllOf(HasSubstr("set -l commands 'show' 'record' 'env' 'env list' 'env add'\n"),
            HasSubstr("complete -c tool -n '__tool_at' -f -a record -d 'Records'\n"),
            HasSubstr(
                "complete -c tool -n '__tool_at record' -l effort -x -a 'quick normal' -d 'how "
                "long'\n"),
            HasSubstr(
                "complete -c tool -n '__tool_at record' -s o -l output -r -d '.fscope file'\n"),
            HasSubstr("complete -c tool -n '__tool_at show' -a 'log calls'\n"),
            HasSubstr("-d 'One part of a recording: it'\\''s here'"), Not(HasSubstr("inner"))));
}

TEST(Shells, AreKnownByName)
{
    EXPECT_EQ(shellFrom("fish"), Shell::Fish);
    EXPECT_EQ(shellFrom("tcsh"), std::nullopt);
    EXPECT_THAT(shellNames(), ::testing::ElementsAre("bash", "zsh", "fish"));
}

} // namespace
} // namespace app
