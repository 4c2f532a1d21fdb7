// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

/// What is wrong before the first worker starts: exit code 2, one sentence, nothing written.
namespace tests {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Refusal : public ::testing::Test {
protected:
    [[nodiscard]] std::vector<std::string> recordArguments(std::vector<std::string> more) const
    {
        std::vector<std::string> words {"record", "--python", python, "-o", output};
        words.insert(words.end(), more.begin(), more.end());
        return words;
    }

    /// Exit code 2, and the last line of stderr says so in our form; no file was made.
    [[nodiscard]] std::string refusalOf(const std::vector<std::string>& words) const
    {
        const auto ended = program.run(words);
        EXPECT_EQ(ended.code, 2) << ended.err;
        EXPECT_EQ(ended.out, "");
        EXPECT_THAT(ended.lastErrorLine(), StartsWith("fusescope: "));
        EXPECT_FALSE(std::filesystem::exists(folder.path() / "new.fscope"));
        return ended.lastErrorLine();
    }

    [[nodiscard]] std::string refusedRecord(std::vector<std::string> more) const
    {
        return refusalOf(recordArguments(std::move(more)));
    }

    /// The model and variants of a plan that could be recorded, and then what is wrong with it.
    [[nodiscard]] std::string refusedAfterAll(std::vector<std::string> more) const
    {
        more.insert(more.begin(),
            {"--model", "builtin:mlp", "--variant", "eager", "--variant", "e=backend:eager"});
        return refusedRecord(std::move(more));
    }

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
    std::string python = FUSESCOPE_PYTHON;
    std::string output = (folder.path() / "new.fscope").string();
};

} // namespace

TEST_F(Refusal, AnUnknownCommandIsToldTheKnownOnes)
{
    EXPECT_THAT(refusalOf({"inspect", "a.fscope"}),
        AllOf(HasSubstr("no command \"inspect\""), HasSubstr("doctor, record, models, plan")));
    EXPECT_THAT(refusalOf({}), HasSubstr("no command is given"));
}

TEST_F(Refusal, AnUnknownOptionIsNamed)
{
    EXPECT_THAT(refusedRecord({"--modl", "builtin:mlp"}), HasSubstr("--modl"));
    EXPECT_THAT(refusedAfterAll({"--effort", "hard"}), HasSubstr("quick, normal, thorough, look"));
    EXPECT_THAT(refusalOf({"compare"}), HasSubstr("fusescope compare --help"));
    EXPECT_THAT(refusedAfterAll({"--dtype", "fp32", "--dtype", "bf16"}),
        HasSubstr("--dtype is given more than once"));
}

TEST_F(Refusal, AModelThatIsNotThere)
{
    EXPECT_THAT(
        refusedRecord({"--model", "builtin:nope", "--variant", "eager", "--variant", "default"}),
        HasSubstr("nope"));
    EXPECT_THAT(refusedRecord({"--model", (folder.path() / "none.py:make").string(), "--variant",
                    "eager", "--variant", "default"}),
        HasSubstr("none.py"));
    EXPECT_THAT(refusedRecord({"--model", "no_such_package_of_mine.models:make", "--variant",
                    "eager", "--variant", "default"}),
        HasSubstr("no_such_package_of_mine"));
}

TEST_F(Refusal, AShapeThatIsNone)
{
    EXPECT_THAT(refusedAfterAll({"--input", "x=8xx3:float32"}),
        AllOf(HasSubstr("--input \"x=8xx3:float32\""), HasSubstr("sizes parted by x")));
    EXPECT_THAT(refusedAfterAll({"--input", "x=8x3:float33"}), HasSubstr("float33"));
}

TEST_F(Refusal, AModeOrBackendThatTorchHasNot)
{
    EXPECT_THAT(refusedRecord({"--model", "builtin:mlp", "--variant", "eager", "--variant",
                    "x=backend:no_such_backend"}),
        HasSubstr("no_such_backend"));
    EXPECT_THAT(refusedRecord({"--model", "builtin:mlp", "--variant", "eager", "--variant",
                    "x=mode:fastest"}),
        HasSubstr("fastest"));
    EXPECT_THAT(
        refusedRecord({"--model", "builtin:mlp", "--variant", "eager", "--variant", "fastest"}),
        HasSubstr("reduce-overhead"));
}

TEST_F(Refusal, ASearchWhoseBudgetIsTooSmallOrWhoseSettingsAreUnknown)
{
    const auto refusedSearch = [&](std::vector<std::string> more) {
        more.insert(
            more.begin(), {"tune", "--python", python, "-o", output, "--model", "builtin:mlp"});
        return refusalOf(more);
    };
    EXPECT_THAT(refusedSearch({"--budget", "10s"}),
        AllOf(HasSubstr("--budget \"10s\""), HasSubstr("at least 30s")));
    EXPECT_THAT(refusedSearch({"--budget", "long"}), HasSubstr("a time such as 20m"));
    EXPECT_THAT(refusedSearch({"--search", "modes,layouts"}),
        AllOf(HasSubstr("\"layouts\""), HasSubstr("boundaries")));
    EXPECT_THAT(refusedSearch({"--variant", "x=mode:fastest"}), HasSubstr("fastest"));
}

TEST_F(Refusal, APlanWithAnUnknownKey)
{
    writeText(folder.path() / "plan.json", R"({"variants":[{"name":"eager"},{"nam":"x"}]})");
    EXPECT_THAT(refusalOf(recordArguments({(folder.path() / "plan.json").string()})),
        HasSubstr("plan.json: variants[1].nam: unknown key"));
}

TEST_F(Refusal, ADeviceThatIsNotThere)
{
    EXPECT_THAT(
        refusedAfterAll({"--device", "cuda:99"}), HasSubstr("sees no cuda device, only cpu"));
    EXPECT_THAT(refusedAfterAll({"--device", "tpu"}), HasSubstr("expected cpu, cuda:0"));
}

TEST_F(Refusal, AnInterpreterThatIsNotThereOrHasNoTorch)
{
    python = "/nowhere/python";
    EXPECT_THAT(refusedAfterAll({}), HasSubstr("/nowhere/python"));
    const auto wrapper = folder.path() / "bare-python";
    writeText(wrapper, "#!/bin/sh\nexec /usr/bin/python3 -I -S \"$@\"\n");
    std::filesystem::permissions(wrapper, std::filesystem::perms::owner_all);
    python = wrapper.string();
    EXPECT_THAT(refusedAfterAll({}), HasSubstr("torch"));
}

TEST_F(Refusal, AFileThatIsNoDatabaseIsLeftAsItIs)
{
    const auto foreign = folder.path() / "notes.txt";
    writeText(foreign, "my notes\n");
    output = foreign.string();
    EXPECT_THAT(refusedAfterAll({}), HasSubstr("notes.txt"));
    EXPECT_EQ(textOf(foreign), "my notes\n");
}

TEST_F(Refusal, APlaceThatCannotBeWrittenTo)
{
    output = "/proc/none/a.fscope";
    EXPECT_THAT(refusedAfterAll({}), HasSubstr("/proc/none"));
    output = folder.path().string();
    EXPECT_THAT(refusedAfterAll({}), HasSubstr(output));
}

} // namespace tests
