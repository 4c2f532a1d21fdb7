// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

/// A check that cannot compare anything: exit code 3 and one sentence.
namespace tests {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class CheckRefusal : public ::testing::Test {
protected:
    /// In a sentence: why nothing was compared.
    [[nodiscard]] std::string refusalOf(std::vector<std::string> words) const
    {
        words.insert(words.begin(), "check");
        const auto ended = program.run(words);
        EXPECT_EQ(ended.code, 3) << ended.err;
        EXPECT_EQ(ended.out, "");
        EXPECT_THAT(ended.lastErrorLine(), StartsWith("fusescope: "));
        return ended.lastErrorLine();
    }

    void writePlan(const std::string& spec = "builtin:mlp") const
    {
        folder.write("fusescope-check.json",
            R"({"schema": 1, "workload": {"spec": ")" + spec
                + R"("}, "python": ")" FUSESCOPE_PYTHON R"(", "variants": [{"name": "eager"},
                {"name": "compiled", "kind": "compiled", "compile": {"backend": "eager"}}]})");
    }

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
};

/// Of a plan that is there.
class PlanRefusal : public CheckRefusal {
protected:
    void SetUp() override { writePlan(); }
};

} // namespace

TEST_F(CheckRefusal, WithoutAPlanSaysHowOneIsMade)
{
    EXPECT_THAT(refusalOf({}), HasSubstr("--init"));
    EXPECT_THAT(refusalOf({"other.json"}), HasSubstr("other.json"));
}

TEST_F(PlanRefusal, OfOptionsNamesThem)
{
    EXPECT_THAT(refusalOf({"--max-regression", "3"}), HasSubstr("--max-regression \"3\""));
    EXPECT_THAT(refusalOf({"--budget", "soon"}), HasSubstr("--budget \"soon\""));
    EXPECT_THAT(refusalOf({"--nonsense"}), HasSubstr("--nonsense"));
}

TEST_F(PlanRefusal, WithoutALockFileSaysHowOneIsWritten)
{
    EXPECT_THAT(refusalOf({"--structure"}), HasSubstr("--update"));
    EXPECT_THAT(
        refusalOf({"--structure", "--lock", "other.lock.json"}), HasSubstr("other.lock.json"));
}

TEST_F(PlanRefusal, OfALockFileOfANewerSchema)
{
    folder.write("fusescope.lock.json", R"({"schema": 9, "structure": []})");
    EXPECT_THAT(refusalOf({"--structure"}), HasSubstr("is of schema 9"));
}

TEST_F(PlanRefusal, OfARevisionThatIsNotThere)
{
    EXPECT_THAT(refusalOf({"--against", "git:main"}), HasSubstr("is in no git repository"));
}

TEST_F(PlanRefusal, OfAModelThatIsGone)
{
    writePlan("gone.py:make");
    folder.write("fusescope.lock.json", R"({"schema": 1, "structure": []})");
    EXPECT_THAT(refusalOf({"--structure", "--junit", "check.xml", "--markdown", "check.md",
                    "--sarif", "check.sarif"}),
        HasSubstr("gone.py"));
    EXPECT_THAT(textOf(folder / "check.xml"), HasSubstr("<error"));
    EXPECT_THAT(textOf(folder / "check.md"), HasSubstr("gone.py"));
    EXPECT_FALSE(std::filesystem::exists(folder / "check.sarif"));
}

TEST_F(PlanRefusal, OfARecordingThatIsNotThere)
{
    EXPECT_THAT(refusalOf({"--against", "none.fscope"}), HasSubstr("none.fscope"));
}

TEST_F(CheckRefusal, OfARecordingOfANewerSchema)
{
    writePlan();
    constexpr std::size_t schemaAt = 60; // of a SQLite file: user_version, its highest byte first
    auto bytes = textOf(FUSESCOPE_SOURCE_DIR "/tests/data/run_schema_4.fscope");
    ASSERT_GT(bytes.size(), schemaAt + 4);
    bytes.replace(schemaAt, 4, std::string {'\0', '\0', '\x27', '\x0f'});
    folder.write("newer.fscope", bytes);
    EXPECT_THAT(refusalOf({"--against", "newer.fscope"}), HasSubstr("schema"));
}

TEST_F(CheckRefusal, OfAnEnvironmentThatIsNotThere)
{
    writePlan();
    const auto refusal = refusalOf({"--against", "env:nowhere"});
    EXPECT_THAT(refusal, HasSubstr("the environment nowhere cannot be used"));
}

TEST_F(CheckRefusal, OfARevisionWithoutThePlansModel)
{
    for (const auto* words :
        {"init", "add fusescope-check.json", "-c user.name=a -c user.email=a@b commit -m first"}) {
        writePlan("model.py:make");
        const auto command = "git -C " + folder.path().string() + " " + words + " >/dev/null 2>&1";
        // NOLINTNEXTLINE(cert-env33-c,concurrency-mt-unsafe)
        ASSERT_EQ(std::system(command.c_str()), 0) << command;
    }
    folder.write("model.py", "def make():\n    pass\n");
    const auto refusal = refusalOf({"--against", "git:HEAD"});
    EXPECT_THAT(refusal, HasSubstr("the code at HEAD cannot be run"));
    EXPECT_FALSE(std::filesystem::exists(folder / ".git/worktrees"));
}

TEST_F(CheckRefusal, InitWritesThreeFilesAndNeverOverOthers)
{
    const std::vector<std::string> words {"check", "--init", "--model", "builtin:mlp", "--variant",
        "eager", "--variant", "compiled=backend:aot_eager", "--limit", "compile=30s"};
    const auto ended = program.run(words);
    ASSERT_EQ(ended.code, 0) << ended.err;
    for (const auto* file :
        {"fusescope-check.json", ".github/workflows/fusescope.yml", "fusescope.gitlab-ci.yml"}) {
        EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;
        EXPECT_THAT(ended.out, HasSubstr(file));
    }
    const auto plan = textOf(folder / "fusescope-check.json");
    EXPECT_THAT(plan, Not(HasSubstr(folder.path().string()))) << "it is read on other machines";
    EXPECT_THAT(plan, HasSubstr("\"compile_ns\": 30000000000"));
    folder.write("fusescope-check.json", "mine");
    EXPECT_EQ(program.run(words).code, 3);
    EXPECT_EQ(textOf(folder / "fusescope-check.json"), "mine");
    auto forced = words;
    forced.emplace_back("--force");
    EXPECT_EQ(program.run(forced).code, 0);
    EXPECT_EQ(textOf(folder / "fusescope-check.json"), plan);
}

} // namespace tests
