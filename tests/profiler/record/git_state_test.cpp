// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/git_state.h"
#include "tests/profiler/record/machine/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace profiler {
namespace {

using machine_test::TemporaryFolder;
using testing::IsEmpty;

class GitState : public testing::Test {
protected:
    void git(const std::string& words) const
    {
        const auto command = "git -C " + folder.path().string()
            + " -c user.name=a -c user.email=a@b " + words + " >/dev/null 2>&1";
        // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe)
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }

    void commit() const
    {
        git("init");
        git("add model.py");
        git("commit -m first");
    }

    TemporaryFolder folder;
};

TEST_F(GitState, TellsTheCommitAndHowManyFilesChanged)
{
    folder.write("model.py", "a = 1\n");
    commit();
    folder.write("untracked.py", "");
    auto fields = gitState(folder.path());
    EXPECT_EQ(fields.at("git_commit").size(), 40U);
    EXPECT_EQ(fields.at("git_dirty"), "0");
    folder.write("model.py", "a = 2\n");
    EXPECT_EQ(gitState(folder.path()).at("git_dirty"), "1");
}

TEST_F(GitState, RunsNothingThatTheRepositoryNames)
{
    folder.write("model.py", "a = 1\n");
    folder.write("spy.sh", "#!/bin/sh\ntouch " + (folder.path() / "ran").string() + "\n");
    commit();
    const auto spy = (folder.path() / "spy.sh").string();
    std::filesystem::permissions(spy, std::filesystem::perms::owner_all);
    git("config core.fsmonitor " + spy);
    git("config core.hooksPath " + folder.path().string());
    std::filesystem::copy_file(spy, folder.path() / "post-index-change");
    EXPECT_EQ(gitState(folder.path()).count("git_commit"), 1U);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "ran"));
}

TEST_F(GitState, IsEmptyWithoutARepositoryOrACommit)
{
    EXPECT_THAT(gitState(folder.path()), IsEmpty());
    EXPECT_THAT(gitState("/nowhere"), IsEmpty());
    git("init");
    EXPECT_THAT(gitState(folder.path()), IsEmpty());
}

TEST(SourceFolder, IsThatOfAFileAlone)
{
    const auto folderOf = [](const std::string& spec) {
        return sourceFolder({.spec = spec, .workingDirectory = "/work"});
    };
    EXPECT_EQ(folderOf("models/a.py:make"), "/work/models");
    EXPECT_EQ(folderOf("/else/a.py:make"), "/else");
    for (const auto* spec : {"builtin:mlp", "torchvision:resnet18", "package.module:make", "a.pt2"})
        EXPECT_FALSE(folderOf(spec)) << spec;
}

} // namespace
} // namespace profiler
