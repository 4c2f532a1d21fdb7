// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/environments.h"
#include "app/cli/terminal/files.h"
#include "app/cli/terminal/output_file.h"
#include "app/cli/terminal/plan_options.h"
#include "app/options/command.h"
#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/variant.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <zlib.h>

using namespace cli;
using namespace profiler;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Packing = OutputFile::Packing;
using ::testing::StartsWith;

namespace {

/// As typed after `fusescope plan`.
Result<Plan> planOf(const std::vector<std::string>& words)
{
    app::CommandLine program("", "plan");
    auto command = program.root();
    PlanOptions options;
    addPlanOptions(command, options);
    std::vector<const char*> typed {"plan"};
    for (const auto& word : words)
        typed.push_back(word.c_str());
    EXPECT_EQ(program.parse(typed).kind, app::ParseEnd::Kind::Parsed);
    return planFrom(options);
}

std::vector<std::string> needed(std::vector<std::string> more = {})
{
    std::vector<std::string> words {
        "--model", "builtin:mlp", "--variant", "eager", "--variant", "default"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

std::string refusal(const std::vector<std::string>& words)
{
    const auto plan = planOf(words);
    EXPECT_FALSE(plan.has_value());
    return plan ? "" : plan.error().message;
}

class PlanFile {
public:
    explicit PlanFile(const std::string& text)
        : m_path(m_folder.write("plan.json", text).string())
    {
    }

    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    tests::TemporaryFolder m_folder;
    std::string m_path;
};

/// A configuration folder of its own.
class EnvironmentList : public ::testing::Test {
protected:
    void SetUp() override { setenv("XDG_CONFIG_HOME", m_folder.path().c_str(), 1); }

    void TearDown() override { unsetenv("XDG_CONFIG_HOME"); }

    const tests::TemporaryFolder m_folder;
};

class Output : public ::testing::Test {
protected:
    const tests::TemporaryFolder m_folder;
};

std::string unpacked(const std::filesystem::path& path)
{
    std::array<char, 64> bytes {};
    auto* const file = gzopen(path.c_str(), "rb");
    const int count = gzread(file, bytes.data(), bytes.size());
    gzclose(file);
    return {bytes.data(), static_cast<std::size_t>(std::max(count, 0))};
}

} // namespace

TEST(PlanOptions, MakeAPlanFromAModelAndVariants)
{
    const auto plan = planOf(needed()).value();
    EXPECT_EQ(plan.workload.spec, "builtin:mlp");
    ASSERT_EQ(plan.variants.size(), 2U);
    EXPECT_EQ(plan.variants[1].compile.mode, "default");
    EXPECT_EQ(plan.workload.workingDirectory, std::filesystem::current_path().string());
    EXPECT_TRUE(plan.cases.empty());
    EXPECT_EQ(plan.protocol, protocolFor(Effort::Normal));
}

TEST(PlanOptions, FillEveryFieldTheyCanSay)
{
    const auto plan = planOf(
        needed({"--case", "s32:ids=8x32:int64[0,9);mask=8x32:bool", "--case",
            "s64:ids=8x64:int64[0,9);mask=8x64:bool", "--arg", "n=2", "--task", "training",
            "--compile", "layers.*", "--device", "cuda", "--dtype", "bf16", "--effort", "quick",
            "--python", "/v/bin/python", "--no-trace", "--items", "8", "--items", "s64=16",
            "--goal", "total:5", "--warm-cache", "--limit", "s64.p99=15ms", "--processes", "3..4",
            "--rounds", "11", "--calls", "7", "--without", "cold,check", "--name", "mine"}))
                          .value();
    EXPECT_EQ(plan.name, "mine");
    EXPECT_EQ(plan.cases[0].items, 8);
    EXPECT_EQ(plan.cases[1].items, 16);
    EXPECT_EQ(plan.workload.arguments.at("n"), "2");
    EXPECT_EQ(plan.workload.task, Task::Training);
    EXPECT_EQ(plan.workload.parts, (std::vector<CompiledPart> {{.target = "layers.*"}}));
    EXPECT_EQ(plan.numeric.device, "cuda:0");
    EXPECT_EQ(plan.numeric.dtype, "bfloat16");
    EXPECT_EQ(plan.python, "/v/bin/python");
    EXPECT_TRUE(plan.goal.cacheKept);
    EXPECT_EQ(plan.goal.horizonCalls, 5);
    EXPECT_EQ(plan.goal.caseLimits.at("s64").p99, std::chrono::milliseconds(15));
    EXPECT_EQ(plan.protocol.effort, Effort::Quick);
    EXPECT_EQ(plan.protocol.repetitionsMin, 3);
    EXPECT_EQ(plan.protocol.repetitionsMax, 4);
    EXPECT_EQ(plan.protocol.rounds, 11);
    EXPECT_EQ(plan.protocol.callsPerBlock, 7);
    EXPECT_EQ(plan.protocol.coldEmpty + plan.protocol.checkInputs + plan.protocol.traceCalls, 0);
}

TEST(PlanOptions, NameAScriptInsteadOfAModel)
{
    const auto plan
        = planOf({"--script", "train.py", "--call", "model", "--workdir-per-lane", "--nproc", "2"})
              .value();
    EXPECT_EQ(plan.workload.ranks, 2);
    EXPECT_EQ(plan.workload.spec, "script:train.py");
    EXPECT_EQ(plan.workload.call, "model");
    EXPECT_TRUE(plan.workload.ownFolder);
    ASSERT_EQ(plan.variants.size(), 2U) << "eager and torch's defaults where none are named";
    EXPECT_EQ(plan.variants[1].name, "default");
    EXPECT_EQ(planOf({"--script-module", "pack.train", "--variant", "eager"})->workload.spec,
        "script-module:pack.train");
    EXPECT_THAT(
        refusal({"--script", "train.py", "--model", "builtin:mlp"}), HasSubstr("no --model"));
}

TEST(PlanOptions, InputsMakeOneCase)
{
    const auto plan = planOf(needed({"--input", "x=8x3:float32", "--input", "m=8:bool"})).value();
    ASSERT_EQ(plan.cases.size(), 1U);
    EXPECT_EQ(plan.cases[0].name, "default");
    EXPECT_EQ(plan.cases[0].inputs.size(), 2U);
    EXPECT_THAT(refusal(needed({"--input", "x=8:float32", "--case", "a:x=8:float32"})),
        HasSubstr("no --case beside it"));
}

TEST(PlanOptions, ChangeAPlanFile)
{
    const PlanFile file(R"({"workload":{"spec":"builtin:cnn","arguments":{"a":1,"b":2}},
        "variants":[{"name":"eager"},{"name":"x","kind":"compiled"}],
        "protocol":{"effort":"quick","cases_apart":true,"rounds":12}})");
    const auto same = planOf({file.path()}).value();
    EXPECT_EQ(same.workload.spec, "builtin:cnn");
    EXPECT_EQ(same.protocol.rounds, 12);
    const auto plan = planOf({"--arg", "b=3", file.path(), "--variant", "eager", "--variant",
                                 "default", "--variant", "reduce-overhead", "--effort", "thorough"})
                          .value();
    EXPECT_EQ(plan.workload.arguments, (JsonTextByName {{"a", "1"}, {"b", "3"}}));
    EXPECT_EQ(plan.variants.size(), 3U);
    EXPECT_EQ(plan.protocol.rounds, 30);
    EXPECT_TRUE(plan.protocol.casesApart);
}

TEST(PlanOptions, AnEffortBesideAPlanChangesNothingElse)
{
    const PlanFile file(R"({"workload":{"spec":"builtin:cnn"},
        "variants":[{"name":"eager"},{"name":"x","kind":"compiled"}],
        "protocol":{"calls_per_block":3,"cases_apart":true,"placement":"pairs","order_seed":7,
            "start_time_limit_ns":5000000000,"call_time_limit_ns":6000000000,
            "warm_up_time_limit_ns":7000000000,"total_time_limit_ns":8000000000}})");
    for (const auto effort : {Effort::Quick, Effort::Normal, Effort::Thorough, Effort::Look}) {
        auto wanted = protocolFor(effort);
        wanted.callsPerBlock = 3;
        wanted.casesApart = true;
        wanted.placement = Placement::Pairs;
        wanted.orderSeed = 7;
        wanted.startTimeLimit = std::chrono::seconds(5);
        wanted.callTimeLimit = std::chrono::seconds(6);
        wanted.warmUpTimeLimit = std::chrono::seconds(7);
        wanted.totalTimeLimit = std::chrono::seconds(8);
        const auto plan = planOf({file.path(), "--effort", keyOf(effort)}).value();
        EXPECT_EQ(plan.protocol, wanted);
    }
}

TEST(PlanOptions, NameTheFileThatIsWrong)
{
    const PlanFile file(R"({"variants":[{"nam":"eager"}]})");
    EXPECT_THAT(refusal({file.path()}), HasSubstr(file.path() + ": variants[0].nam: unknown key"));
    EXPECT_THAT(refusal({"/nowhere/plan.json"}), HasSubstr("cannot read /nowhere/plan.json"));
}

TEST(PlanOptions, NameTheWordThatIsWrong)
{
    EXPECT_THAT(refusal(needed({"--effort", "hard"})),
        HasSubstr("--effort \"hard\": expected one of quick"));
    EXPECT_THAT(refusal(needed({"--task", "serving"})), HasSubstr("inference, training"));
    EXPECT_THAT(refusal(needed({"--rounds", "0"})), HasSubstr("--rounds \"0\""));
    EXPECT_THAT(refusal(needed({"--calls", "x"})), HasSubstr("--calls \"x\""));
    EXPECT_THAT(refusal(needed({"--items", "s1=4"})), HasSubstr("a case of the plan"));
    EXPECT_THAT(refusal(needed({"--dtype", "int4"})), HasSubstr("unknown dtype \"int4\""));
    EXPECT_THAT(refusal(needed({"--device", "tpu"})), HasSubstr("unknown device \"tpu\""));
    EXPECT_THAT(refusal({"--model", "builtin:mlp"}), HasSubstr("needs a variant"));
    EXPECT_THAT(refusal({"--variant", "eager", "--variant", "default"}), HasSubstr("--model"));
}

/// What `plan` writes is the plan that the options describe.
TEST(PlanOptions, SurviveTheWayThroughAPlanFile)
{
    const auto plan = planOf(needed({"--case", "a:x=2x2:float32", "--effort", "quick"})).value();
    const PlanFile file(planToJson(plan));
    EXPECT_EQ(planOf({file.path()}).value(), plan);
}

TEST_F(EnvironmentList, IsEmptyBeforeTheFirstOne)
{
    EXPECT_EQ(environmentsPath(), m_folder / "fusescope/environments.json");
    EXPECT_THAT(loadEnvironments(environmentsPath()).value(), IsEmpty());
}

TEST_F(EnvironmentList, ComesBackAsStored)
{
    const std::vector<Environment> environments {{.name = "nightly",
        .python = "/v/bin/python",
        .pythonVersion = "3.12.1",
        .torchVersion = "2.12.0",
        .cudaVersion = "13.0"}};
    ASSERT_TRUE(storeEnvironments(environmentsPath(), environments).has_value());
    EXPECT_EQ(loadEnvironments(environmentsPath()).value(), environments);
    EXPECT_EQ(resolvePython("nightly").value(), "/v/bin/python");
}

TEST_F(EnvironmentList, OtherWordsAreProgramsAndPaths)
{
    EXPECT_EQ(resolvePython("python3.12").value(), "python3.12");
    EXPECT_EQ(resolvePython("/v/bin/python").value(), "/v/bin/python");
    EXPECT_EQ(resolvePython("v/bin/../bin/python").value(),
        (std::filesystem::current_path() / "v/bin/python").string());
    EXPECT_EQ(resolvePython("").value(), "");
}

TEST_F(EnvironmentList, RefusesAFileThatIsSomethingElse)
{
    std::filesystem::create_directories(environmentsPath().parent_path());
    for (const auto* text : {"", "[]", "{}", "{\"environments\":1}", "no"}) {
        std::ofstream(environmentsPath()) << text;
        const auto loaded = loadEnvironments(environmentsPath());
        ASSERT_FALSE(loaded.has_value()) << text;
        EXPECT_THAT(loaded.error().message, HasSubstr("is no list of environments"));
    }
}

TEST_F(EnvironmentList, WritingNeverReplacesADatabase)
{
    const auto file = m_folder / "a.fscope";
    std::ofstream(file) << "SQLite format 3 and more";
    const auto written = writeFile(file, "text");
    ASSERT_FALSE(written.has_value());
    EXPECT_THAT(written.error().message, HasSubstr("is not overwritten"));
    EXPECT_EQ(readFile(file).value(), "SQLite format 3 and more");
}

TEST_F(EnvironmentList, AnUnwritablePlaceIsNamed)
{
    const auto written = writeFile(m_folder / "none/x", "text");
    ASSERT_FALSE(written.has_value());
    EXPECT_THAT(written.error().message, HasSubstr("none/x: No such file or directory"));
}

TEST_F(Output, IsPackedWhereItsNameSaysSo)
{
    for (const auto* name : {"a.json", "a.json.gz"}) {
        const auto path = m_folder / name;
        auto file = OutputFile::open(path, packingOf(path));
        ASSERT_TRUE(file.has_value());
        EXPECT_TRUE(file->write("one, "));
        EXPECT_TRUE(file->write("two"));
        EXPECT_FALSE(std::filesystem::exists(path)) << "before it is whole";
        ASSERT_TRUE(file->finish().has_value());
        EXPECT_EQ(unpacked(path), "one, two");
    }
    EXPECT_EQ(readFile(m_folder / "a.json").value(), "one, two");
    EXPECT_THAT(readFile(m_folder / "a.json.gz").value(), StartsWith("\x1f\x8b"));
}

TEST_F(Output, LeavesNothingWhereItIsNotFinished)
{
    const auto path = m_folder / "a.json";
    std::ofstream(path) << "before";
    {
        auto file = OutputFile::open(path, Packing::None);
        ASSERT_TRUE(file.has_value());
        EXPECT_TRUE(file->write("after"));
    }
    EXPECT_EQ(readFile(path).value(), "before");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(m_folder.path()), {}), 1);
}

TEST_F(Output, AFullDiskIsToldAtTheLatestAtTheEnd)
{
    if (!std::filesystem::exists("/dev/full"))
        GTEST_SKIP() << "no /dev/full here";
    for (const auto packing : {Packing::None, Packing::Gzip}) {
        auto file = OutputFile::open("/dev/full", packing);
        ASSERT_TRUE(file.has_value());
        static_cast<void>(file->write(std::string(1 << 20, 'x')));
        const auto finished = file->finish();
        ASSERT_FALSE(finished.has_value());
        EXPECT_THAT(finished.error().message, HasSubstr("/dev/full: No space left on device"));
    }
}
