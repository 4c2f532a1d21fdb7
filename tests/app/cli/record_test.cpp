// SPDX-License-Identifier: Apache-2.0
#include "tests/app/cli/program.h"
#include "tests/support/reasons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>
#include <sstream>

/// Real recordings through the program, as small as they can be.
namespace tests {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class Recording : public ::testing::Test {
protected:
    [[nodiscard]] std::vector<std::string> words(std::vector<std::string> more) const
    {
        std::vector<std::string> all {"record", "--python", FUSESCOPE_PYTHON, "-o", file, "--model",
            "builtin:mlp", "--effort", "quick", "--processes", "1", "--rounds", "2", "--calls", "5",
            "--json"};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    [[nodiscard]] json compared() const
    {
        return json::parse(program.run({"compare", file, "--json"}).out);
    }

    TemporaryFolder folder;
    Program program {.folder = folder.path(), .environment = {}};
    std::string file = (folder.path() / "new.fscope").string();
};

void expectKeys(const json& object, const std::vector<const char*>& keys)
{
    for (const auto* key : keys)
        EXPECT_TRUE(object.contains(key)) << key << " in " << object.dump().substr(0, 200);
}

} // namespace

TEST_F(Recording, GivesADocumentWithEveryKeyOfTheReference)
{
    const auto ended
        = program.run(words({"--variant", "eager", "--variant", "default=backend:eager"}));
    ASSERT_EQ(ended.code, 0) << ended.err << ended.out;
    std::istringstream lines(ended.out);
    std::string last;
    for (std::string line; std::getline(lines, line); last = line)
        EXPECT_TRUE(json::accept(line)) << line;
    EXPECT_EQ(json::parse(last)["event"], "recorded");
    EXPECT_EQ(json::parse(last)["status"], "complete");

    const auto document = compared();
    expectReasons(document, "");
    expectKeys(document, {"schema", "goal", "recommended", "comparable", "placement", "cases"});
    expectKeys(document["recommended"], {"variant", "sentence", "code"});
    expectKeys(document["comparable"], {"blocking", "warnings"});
    const auto& caseResult = document["cases"].at(0);
    expectKeys(caseResult, {"name", "inputs", "recommended", "variants"});
    ASSERT_EQ(caseResult["variants"].size(), 2U);
    for (const auto& variant : caseResult["variants"]) {
        expectKeys(variant,
            {"name", "settings", "speedup", "verdict", "latency_ns", "throughput", "compile_ns",
                "start_up_ns", "break_even_calls", "peak_memory_bytes", "compile_memory_bytes",
                "graph_breaks", "recompiles", "numerics"});
        expectKeys(variant["latency_ns"],
            {"n", "mean", "sd", "min", "max", "p50", "p90", "p95", "p99", "p99_9"});
        expectKeys(variant["compile_ns"], {"cold", "warm"});
        expectKeys(variant["start_up_ns"], {"cold", "warm"});
        expectKeys(variant["break_even_calls"], {"cold", "warm"});
        expectKeys(variant["peak_memory_bytes"], {"host", "device"});
        expectKeys(variant["compile_memory_bytes"], {"host", "device"});
        expectKeys(variant["numerics"], {"status", "max_abs", "max_rel", "cosine"});
    }
    const auto& compiled = caseResult["variants"][1];
    EXPECT_EQ(compiled["verdict"], "not_enough_data"); // one process is never enough
    EXPECT_EQ(compiled["graph_breaks"], 0);
    EXPECT_EQ(compiled["recompiles"], 0);
}

TEST_F(Recording, OneProgramRunsFromPythonAndWithoutIt)
{
    const auto ended = program.run(words(
        {"--variant", "eager", "--variant", "torchscript", "--variant", "torchscript-native"}));
    ASSERT_EQ(ended.code, 0) << ended.err << ended.out;
    const auto document = compared();
    for (const auto& variant : document["cases"][0]["variants"]) {
        EXPECT_GT(variant["latency_ns"]["p50"], 0) << variant["name"];
        if (variant["name"] == "eager")
            continue;
        EXPECT_EQ(variant["numerics"]["status"], "equal") << variant["name"];
        EXPECT_TRUE(variant["graph_breaks"].is_null());
        EXPECT_THAT(variant["graph_breaks_reason"], HasSubstr("one program"));
        EXPECT_GT(variant["compile_ns"]["cold"], 0) << "making it";
        EXPECT_GT(variant["peak_memory_bytes"]["host"], 1 << 20);
    }
    const auto programs = json::parse(program.run({"show", file, "programs", "--json"}).out);
    expectReasons(programs, "");
    ASSERT_EQ(programs["programs"].size(), 2U);
    for (const auto& row : programs["programs"]) {
        EXPECT_GT(row["package_bytes"], 1000);
        EXPECT_GT(row["make_ns"], 0);
        EXPECT_GT(row["load_ns"], 0);
        EXPECT_TRUE(row["python_ns"].is_null()) << "one repetition is no interval";
    }
    EXPECT_EQ(programs["programs"][1]["called_from"], "fusescope-runner");
    const auto traced = json::parse(program.run({"show", file, "trace", "--json"}).out);
    EXPECT_EQ(traced["traces"].size(), 3U);
}

TEST_F(Recording, AFailingVariantLeavesTheRest)
{
    writeText(folder.path() / "broken.py",
        "import torch\n"
        "def make():\n"
        "    class M(torch.nn.Module):\n"
        "        def forward(self, x):\n"
        "            if torch.compiler.is_compiling():\n"
        "                raise ValueError('only eager works')\n"
        "            return x * 2\n"
        "    return M(), (torch.ones(4),)\n");
    const auto ended = program.run(
        {"record", "--python", FUSESCOPE_PYTHON, "-o", file, "--model", "broken.py:make",
            "--variant", "eager", "--variant", "c=backend:eager,fullgraph:true", "--processes", "1",
            "--rounds", "2", "--calls", "5", "--without", "cold,check,trace,noise"});
    EXPECT_EQ(ended.code, 4) << ended.err;
    EXPECT_THAT(ended.lastErrorLine(), StartsWith("fusescope: 1 variant failed"));
    EXPECT_EQ(compared()["cases"][0]["variants"][1]["verdict"], "failed");
}

TEST_F(Recording, AWorkloadThatFailsEverywhereIsThree)
{
    writeText(folder.path() / "broken.py", "def make():\n    raise RuntimeError('no weights')\n");
    const auto ended = program.run({"record", "--python", FUSESCOPE_PYTHON, "-o", file, "--model",
        "broken.py:make", "--variant", "eager", "--variant", "c=backend:eager", "--effort", "quick",
        "--without", "cold,check,trace,noise"});
    EXPECT_EQ(ended.code, 3) << ended.err;
    EXPECT_THAT(ended.lastErrorLine(), StartsWith("fusescope: "));
    EXPECT_THAT(program.run({"show", file, "log"}).out, HasSubstr("no weights"));
}

TEST_F(Recording, TheWorstInputsAreSavedAndRecordedAgain)
{
    writeText(folder.path() / "planted.py",
        "import torch\n"
        "class Wrong(torch.nn.Module):\n"
        "    def forward(self, x):\n"
        "        return x * 1.5 if torch.compiler.is_compiling() else x\n"
        "def make():\n"
        "    return torch.nn.Sequential(torch.nn.Linear(4, 4), Wrong()), (torch.randn(8, 4),)\n");
    const auto recorded = [&](const std::vector<std::string>& more) {
        std::vector<std::string> all {"record", "--python", FUSESCOPE_PYTHON, "-o", file, "--model",
            "planted.py:make", "--variant", "eager", "--variant", "default=backend:eager",
            "--effort", "quick", "--processes", "1", "--rounds", "2", "--calls", "5", "--without",
            "cold,trace,noise,trial"};
        all.insert(all.end(), more.begin(), more.end());
        return program.run(all);
    };
    const auto first = recorded({});
    ASSERT_EQ(first.code, 0) << first.err;
    EXPECT_THAT(program.run({"numerics", file}).out, HasSubstr("that of 1 (Wrong, planted.py:3)"));
    EXPECT_THAT(program.run({"numerics", file, "--save-inputs", "a.txt"}).lastErrorLine(),
        HasSubstr("ends in .pt"));
    EXPECT_THAT(
        program.run({"numerics", file, "--save-inputs", "a.pt", "--case", "no"}).lastErrorLine(),
        HasSubstr("there is no case"));
    const auto saved = program.run({"numerics", file, "--save-inputs", "worst.pt", "--json"});
    ASSERT_EQ(saved.code, 0) << saved.err;
    const auto document = json::parse(saved.out);
    EXPECT_EQ(document.at("names"), json::array({"0"}));
    EXPECT_EQ(document.at("variant"), "default");
    const auto again = recorded({"--input", "0=worst.pt:0"});
    ASSERT_EQ(again.code, 0) << again.err;
    EXPECT_EQ(compared()["cases"][0]["variants"][1]["verdict"], "results_differ");
}

class Interruption : public Recording, public ::testing::WithParamInterface<int> {
protected:
    void interruptWith(int signal);
};

void Interruption::interruptWith(int signal)
{
    bool asked = false;
    const auto ended = program.watch(words({"--variant", "eager", "--variant", "d=backend:eager"}),
        [&](const std::string& line, int process) {
            if (!asked && line.find("\"process_started\"") != std::string::npos) {
                asked = true;
                kill(process, signal);
            }
        });
    EXPECT_TRUE(asked);
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_THAT(ended.lastErrorLine(), StartsWith("fusescope: interrupted"));
    const auto listed = json::parse(program.run({"list", file, "--json"}).out);
    EXPECT_EQ(listed["comparisons"][0]["status"], "partial");
}

TEST_P(Interruption, KeepsWhatWasRecorded)
{
    interruptWith(GetParam());
}

TEST_P(Interruption, ReachesWhatAShellStartedInItsBackground)
{
    const auto before = ::signal(GetParam(), SIG_IGN); // inherited by what is started here
    interruptWith(GetParam());
    ::signal(GetParam(), before);
}

INSTANTIATE_TEST_SUITE_P(Recording, Interruption, ::testing::Values(SIGINT, SIGTERM, SIGQUIT),
    [](const auto& signal) { return std::string(sigabbrev_np(signal.param)); });

TEST_F(Recording, WaitsForAQuietMachineUntilItIsInterrupted)
{
    int waiting = 0;
    const auto ended = program.watch(
        words({"--variant", "eager", "--when-quiet"}), [&](const std::string& line, int process) {
            if (line.find("waiting for a quiet machine: other programs use") != std::string::npos
                && waiting++ == 0)
                kill(process, SIGINT);
        });
    EXPECT_GE(waiting, 1);
    EXPECT_EQ(ended.code, 130) << ended.err;
    EXPECT_THAT(ended.lastErrorLine(), HasSubstr("interrupted before anything was recorded"));
    EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(Recording, ASearchLandsInOneComparisonAndIsToldAgain)
{
    const auto ended = program.run({"tune", "--python", FUSESCOPE_PYTHON, "-o", file, "--model",
        "builtin:mlp", "--variant", "a=backend:eager", "--search", "given", "--budget", "10m",
        "--rounds", "2", "--calls", "5", "--without", "check,cold", "--no-trace"});
    ASSERT_EQ(ended.code, 0) << ended.err << ended.out;
    EXPECT_THAT(ended.err, HasSubstr("Round 1: a."));
    EXPECT_THAT(ended.out, HasSubstr("1 setting in "));
    const auto listed = json::parse(program.run({"list", file, "--json"}).out);
    EXPECT_EQ(listed["comparisons"].size(), 1U);
    const auto shown = json::parse(program.run({"show", file, "tune", "--json"}).out);
    expectReasons(shown, "");
    ASSERT_EQ(shown["tune"].size(), 1U);
    EXPECT_EQ(shown["tune"][0]["decision"], "finalist");
    EXPECT_GE(shown["tune"][0]["repetitions"], 3);
    EXPECT_EQ(compared()["cases"][0]["variants"].size(), 2U);
}

} // namespace tests
