// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/short_child.h"
#include "profiler/record/remote/archive.h"
#include "profiler/record/remote/program_archive.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace profiler::remote {
namespace {

using tests::TemporaryFolder;
using tests::textOf;

std::string outputOf(const std::vector<std::string>& command)
{
    const auto ended = runShortChild(command, std::chrono::seconds(60));
    return ended && ended->exitCode == 0 ? ended->standardOutput : "failed: " + command.front();
}

TEST(Archive, TarUnpacksWhatWasPacked)
{
    const TemporaryFolder folder;
    const auto deep = "root/" + std::string(90, 'd') + "/" + std::string(90, 'e') + "/x.py";
    std::string large(100'000, 'x');
    large += "end";
    const auto file = folder.write("a", large);
    const auto exact = folder.write("b", std::string(512, 'y'));
    const auto program = folder.write("p", "#!/bin/sh\n");
    const auto archive = folder / "archive";
    ASSERT_TRUE(writeArchive(archive,
        {{.name = "text", .text = "some text"}, {.name = "empty", .text = ""},
            {.name = "root/folder/"}, {.name = deep, .file = file}, {.name = "b", .file = exact},
            {.name = "bin/p", .file = program, .program = true}}));
    const auto out = folder / "out";
    std::filesystem::create_directory(out);
    ASSERT_EQ(outputOf({"tar", "-xzf", archive.string(), "-C", out.string()}), "");
    EXPECT_EQ(textOf(out / "text"), "some text");
    EXPECT_EQ(textOf(out / "empty"), "");
    EXPECT_EQ(textOf(out / deep), large);
    EXPECT_EQ(textOf(out / "b"), std::string(512, 'y'));
    EXPECT_TRUE(std::filesystem::is_directory(out / "root/folder"));
    using Perms = std::filesystem::perms;
    EXPECT_EQ(std::filesystem::status(out / "bin/p").permissions(), Perms::owner_all);
    EXPECT_EQ(std::filesystem::status(out / "text").permissions(),
        Perms::owner_read | Perms::owner_write);

    // The same bytes again, and the sum that others find.
    const auto second = folder / "second";
    ASSERT_TRUE(writeArchive(second, {{.name = "b", .file = exact}}));
    const auto sum = sha256Of(second);
    ASSERT_TRUE(sum);
    std::filesystem::last_write_time(exact, std::filesystem::file_time_type::min());
    ASSERT_TRUE(writeArchive(second, {{.name = "b", .file = exact}}));
    EXPECT_EQ(*sha256Of(second), *sum);
    EXPECT_EQ(outputOf({"sha256sum", second.string()}).substr(0, 64), *sum);
}

TEST(Archive, WhatCannotBeReadOrWrittenIsSaid)
{
    const TemporaryFolder folder;
    const auto missing
        = writeArchive(folder / "archive", {{.name = "x", .file = folder / "nothing"}});
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, ::testing::HasSubstr("nothing cannot be read"));
    const auto full = writeArchive("/dev/full", {{.name = "x", .text = "y"}});
    ASSERT_FALSE(full);
    EXPECT_THAT(full.error().message, ::testing::HasSubstr("No space left on device"));
    EXPECT_FALSE(sha256Of(folder / "nothing"));
}

TEST(ProgramArchive, NeedsTheGlibcThatObjdumpNames)
{
    std::string newest;
    const std::string program = FUSESCOPE_BINARY_DIR "/bin/fusescope";
    const auto text = outputOf({"objdump", "-T", program});
    for (auto at = text.find("GLIBC_2."); at != std::string::npos;
         at = text.find("GLIBC_2.", at + 1)) {
        const auto version = text.substr(at + 6, text.find(')', at) - at - 6);
        if (isOlder(newest, version))
            newest = version;
    }
    ASSERT_FALSE(newest.empty());
    EXPECT_EQ(glibcNeededBy(program), newest);
    EXPECT_EQ(glibcNeededBy("/dev/null"), "");
}

TEST(ProgramArchive, VersionsAreComparedByTheirNumbers)
{
    EXPECT_TRUE(isOlder("2.9", "2.34"));
    EXPECT_TRUE(isOlder("2.2.5", "2.3"));
    EXPECT_TRUE(isOlder("2.34", "2.34.1"));
    EXPECT_TRUE(isOlder("", "2.0"));
    EXPECT_FALSE(isOlder("2.36", "2.36"));
    EXPECT_FALSE(isOlder("2.40", "2.36"));
}

} // namespace
} // namespace profiler::remote
