// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/git_worktree.h"
#include "profiler/record/machine/temporary_folder.h"
#include "tests/profiler/record/machine/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace profiler {
namespace {

namespace fs = std::filesystem;
using machine_test::TemporaryFolder;
using testing::HasSubstr;

class Worktree : public testing::Test {
protected:
    void SetUp() override
    {
        git("init");
        write("first");
        git("add .");
        git("commit -m first");
        write("second");
        git("commit -am second");
    }

    void git(const std::string& words) const
    {
        const auto command = "git -C " + top().string() + " -c user.name=a -c user.email=a@b "
            + words + " >/dev/null 2>&1";
        // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe)
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }

    void write(const std::string& text) const
    {
        fs::create_directories(top() / "bench");
        std::ofstream(top() / "bench" / "model.py") << text;
    }

    [[nodiscard]] fs::path top() const { return fs::canonical(folder.path()); }

    [[nodiscard]] fs::path bench() const { return top() / "bench"; }

    TemporaryFolder folder;
};

std::string textOf(const fs::path& file)
{
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

TEST_F(Worktree, HoldsTheRevisionAndGoesWithItsObject)
{
    fs::path tree;
    {
        const auto made = GitWorktree::checkOut(bench(), "HEAD~1");
        ASSERT_TRUE(made) << made.error().message;
        tree = made->inTree(bench());
        EXPECT_EQ(textOf(tree / "model.py"), "first");
        EXPECT_EQ(textOf(bench() / "model.py"), "second");
        EXPECT_EQ(made->commit().size(), 40U);
        EXPECT_EQ(made->inTree("/elsewhere/x.py"), "/elsewhere/x.py");
    }
    EXPECT_FALSE(fs::exists(tree));
    EXPECT_FALSE(fs::exists(top() / ".git" / "worktrees" / "tree"));
}

TEST_F(Worktree, IsRemovedOnceWhereItWasMoved)
{
    auto made = GitWorktree::checkOut(bench(), "HEAD");
    ASSERT_TRUE(made);
    const auto tree = made->inTree(bench());
    {
        const auto moved = std::move(*made);
        EXPECT_TRUE(fs::exists(tree));
    }
    EXPECT_FALSE(fs::exists(tree));
}

TEST_F(Worktree, ARevisionThatIsNotThereIsNamed)
{
    for (const auto* revision : {"nowhere", "HEAD~9", "v1^{tree}x"}) {
        const auto made = GitWorktree::checkOut(bench(), revision);
        ASSERT_FALSE(made) << revision;
        EXPECT_EQ(made.error().kind, ErrorKind::NotFound);
        EXPECT_THAT(made.error().message, HasSubstr(revision));
    }
    for (const auto* revision : {"", "--all"})
        EXPECT_EQ(GitWorktree::checkOut(bench(), revision).error().kind, ErrorKind::BadInput);
    EXPECT_FALSE(fs::exists(top() / ".git" / "worktrees"));
}

TEST_F(Worktree, OutsideOfARepositoryThereIsNone)
{
    const TemporaryFolder other;
    const auto made = GitWorktree::checkOut(other.path(), "main");
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().message, HasSubstr("is in no git repository"));
    EXPECT_EQ(repositoryOf(other.path()), "");
    EXPECT_EQ(repositoryOf(bench()), top());
}

TEST_F(Worktree, RunsNoHook)
{
    const auto hook = top() / ".git" / "hooks" / "post-checkout";
    fs::create_directories(hook.parent_path());
    std::ofstream(hook) << "#!/bin/sh\ntouch " << (top() / "ran").string() << "\n";
    fs::permissions(hook, fs::perms::owner_all);
    const auto made = GitWorktree::checkOut(bench(), "HEAD");
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_FALSE(fs::exists(top() / "ran"));
}

TEST_F(Worktree, OfAProgramThatWasKilledIsTakenAwayByTheNextOne)
{
    constexpr auto noProcess = "2147483646"; // above any process number
    // "fusescope-PID-SPACE-XXXXXX"
    const auto own = profiler::makeTemporaryFolder()->path().filename().string();
    const auto space = own.substr(own.find('-', std::string("fusescope-").size()));
    const auto left = fs::temp_directory_path() / ("fusescope-" + std::string(noProcess) + space);
    fs::remove_all(left);
    fs::create_directories(left);
    git("worktree add --detach " + (left / "tree").string() + " HEAD");
    ASSERT_TRUE(fs::exists(top() / ".git" / "worktrees" / "tree"));
    {
        const auto made = GitWorktree::checkOut(bench(), "HEAD~1");
        ASSERT_TRUE(made) << made.error().message;
        EXPECT_FALSE(fs::exists(left));
    }
    EXPECT_FALSE(fs::exists(top() / ".git" / "worktrees"));
}

TEST_F(Worktree, OfSomebodyElseStaysListedAlsoWhereItCannotBeSeen)
{
    const TemporaryFolder other;
    git("worktree add --detach " + (other.path() / "away").string() + " HEAD");
    fs::remove_all(other.path() / "away");
    {
        const auto made = GitWorktree::checkOut(bench(), "HEAD");
        ASSERT_TRUE(made) << made.error().message;
    }
    EXPECT_TRUE(fs::exists(top() / ".git" / "worktrees" / "away"));
}

TEST_F(Worktree, ChangesThatAreNotCommittedAreCounted)
{
    EXPECT_EQ(changedFiles(bench()), 0);
    write("third");
    EXPECT_EQ(changedFiles(bench()), 1);
    EXPECT_EQ(changedFiles("/nowhere"), 0);
}

} // namespace
} // namespace profiler
