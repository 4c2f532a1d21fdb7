// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
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
using testing::Key;
using testing::UnorderedElementsAre;

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
    EXPECT_EQ(fields.count("git_diff_hash"), 0U);
    folder.write("model.py", "a = 2\n");
    EXPECT_EQ(gitState(folder.path()).at("git_dirty"), "1");
}

TEST_F(GitState, TellsTwoChangesApartAndTheBranch)
{
    folder.write("model.py", "a = 1\n");
    commit();
    git("checkout -b faster");
    folder.write("model.py", "a = 2\n");
    const auto first = gitState(folder.path());
    EXPECT_EQ(first.at("git_branch"), "faster");
    EXPECT_EQ(first.at("git_diff_hash").size(), 16U);
    EXPECT_EQ(gitState(folder.path()), first);
    folder.write("model.py", "a = 3\n");
    EXPECT_NE(gitState(folder.path()).at("git_diff_hash"), first.at("git_diff_hash"));
}

TEST_F(GitState, OfTheWorkingDirectoryIsToldWhereItIsInAnotherRepository)
{
    const TemporaryFolder other;
    folder.write("model.py", "a = 1\n");
    commit();
    const Workload inside {.spec = "model.py:make", .workingDirectory = folder.path().string()};
    EXPECT_EQ(codeState(inside).count("workdir_git_commit"), 0U);
    const Workload elsewhere {.spec = (folder.path() / "model.py").string() + ":make",
        .workingDirectory = other.path().string()};
    EXPECT_EQ(codeState(elsewhere).count("git_commit"), 1U);
    const Workload library {.spec = "builtin:mlp", .workingDirectory = folder.path().string()};
    EXPECT_EQ(codeState(library).count("git_commit"), 1U);
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

TEST_F(GitState, SaysWhyItIsNotKnownWithoutARepositoryOrACommit)
{
    const auto unknown = UnorderedElementsAre(Key("git_reason"));
    EXPECT_THAT(gitState(folder.path()), unknown);
    EXPECT_THAT(gitState("/nowhere"), unknown);
    git("init");
    EXPECT_THAT(gitState(folder.path()), unknown);
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
