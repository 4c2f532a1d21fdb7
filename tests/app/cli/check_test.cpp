// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

/// The gate on a small repository, through the program and real workers.
namespace tests {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr auto quietModel = R"(import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(8, 8)

    def forward(self, x):
        x = self.layer(x)
        return torch.relu(x)


def make():
    torch.manual_seed(0)
    return Model().eval(), torch.ones(4, 8)
)";

/// The same with what is given before its last line.
std::string modelWith(const std::string& lines)
{
    std::string text = quietModel;
    text.insert(text.find("        return torch.relu"), lines);
    return text;
}

class Check : public ::testing::Test {
protected:
    void SetUp() override
    {
        folder.write("fusescope-check.json", R"({"schema": 1,
            "workload": {"spec": "model.py:make"}, "python": ")" FUSESCOPE_PYTHON R"(",
            "variants": [{"name": "eager"},
                {"name": "compiled", "kind": "compiled", "compile": {"backend": "eager"}}]})");
        folder.write("model.py", quietModel);
        git("init");
        git("add model.py fusescope-check.json");
        git("commit -m first");
    }

    void git(const std::string& words) const
    {
        const auto command = "git -C " + folder.path().string()
            + " -c user.name=a -c user.email=a@b " + words + " >/dev/null 2>&1";
        // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe)
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }

    [[nodiscard]] Ended check(std::vector<std::string> words) const
    {
        words.insert(words.begin(), {"check", "--structure"});
        return program.run(words);
    }

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
};

} // namespace

TEST_F(Check, HoldsAgainstItsOwnLockFileAndAfterAComment)
{
    const auto updated = check({"--update"});
    ASSERT_EQ(updated.code, 0) << updated.err << updated.out;
    const auto lock = textOf(folder / "fusescope.lock.json");
    EXPECT_THAT(lock, HasSubstr("\"variant\":\"compiled\""));
    folder.write("model.py", "# a comment\n\n" + modelWith("        # and another\n"));
    const auto ended = check({});
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
    EXPECT_THAT(ended.out, HasSubstr("Holds"));
}

TEST_F(Check, ANewGraphBreakRegressesAndIsNamedWithItsLine)
{
    ASSERT_EQ(check({"--update"}).code, 0);
    folder.write("model.py", modelWith("        print(\"x\")\n"));
    const auto ended = check(
        {"--json", "--junit", "check.xml", "--sarif", "check.sarif", "--markdown", "check.md"});
    EXPECT_EQ(ended.code, 1) << ended.err;
    const auto document = json::parse(ended.out);
    EXPECT_EQ(document["outcome"], "regressed");
    bool named = false;
    for (const auto& each : document["checks"])
        if (each["check"] == "graph_breaks" && each["variant"] == "compiled")
            named = each["places"][0]["file"] == "model.py" && each["places"][0]["line"] == 11;
    EXPECT_TRUE(named) << ended.out;
    EXPECT_THAT(textOf(folder / "check.xml"), HasSubstr("<failure"));
    EXPECT_THAT(textOf(folder / "check.md"), HasSubstr("model.py:11"));
    EXPECT_EQ(
        json::parse(textOf(folder / "check.sarif"))["runs"][0]["results"][0]["level"], "error");
}

TEST_F(Check, AgainstARevisionComparesBothTreesAndTakesTheOtherAway)
{
    folder.write("model.py", modelWith("        print(\"x\")\n"));
    const auto worse = check({"--against", "git:HEAD"});
    EXPECT_EQ(worse.code, 1) << worse.out << worse.err;
    EXPECT_THAT(worse.out, HasSubstr("model.py:11"));
    EXPECT_THAT(worse.out, HasSubstr("changes in 1 file"));
    EXPECT_FALSE(std::filesystem::exists(folder / ".git/worktrees/tree"));
    git("commit -am second");
    const auto same = check({"--against", "git:HEAD"});
    EXPECT_EQ(same.code, 0) << same.out << same.err;
}

TEST_F(Check, ARevisionThatDoesNotImportIsAnError)
{
    folder.write("model.py", "raise RuntimeError('broken')\n");
    git("commit -am broken");
    folder.write("model.py", quietModel);
    const auto ended = check({"--against", "git:HEAD"});
    EXPECT_EQ(ended.code, 3) << ended.out;
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("HEAD"));
    EXPECT_FALSE(std::filesystem::exists(folder / ".git/worktrees/tree"));
}

TEST_F(Check, AModelThatDoesNotImportIsAnError)
{
    ASSERT_EQ(check({"--update"}).code, 0);
    folder.write("model.py", "def make():\n    raise RuntimeError('broken')\n");
    const auto ended = check({});
    EXPECT_EQ(ended.code, 3) << ended.out;
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("cannot be run"));
}

} // namespace tests
