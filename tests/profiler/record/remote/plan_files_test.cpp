// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/record/remote/own_paths.h"
#include "profiler/record/remote/plan_files.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace profiler::remote {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using tests::TemporaryFolder;

class PlanFiles : public ::testing::Test {
protected:
    PlanFiles()
    {
        for (const auto* name : {"model.py", "beside.py", "package/__init__.py", "package/part.py",
                 "data.bin", "package/data.bin", ".git/hook.py", "__pycache__/model.py",
                 "venv/pyvenv.cfg", "venv/lib/x.py", "build/made.py", "inputs/x.pt", "replay.csv"})
            folder.write(name, "12345");
        plan.workload.workingDirectory = folder.path().string();
    }

    [[nodiscard]] std::vector<std::string> sent(
        const std::string& spec, const std::vector<std::filesystem::path>& named = {})
    {
        plan.workload.spec = spec;
        std::vector<std::filesystem::path> absolute;
        absolute.reserve(named.size());
        for (const auto& path : named)
            absolute.push_back(folder.path() / path);
        const auto files = filesOf(plan, absolute);
        if (!files)
            return {files.error().message};
        EXPECT_EQ(files->bytes, 5 * static_cast<std::int64_t>(files->files.size()));
        std::vector<std::string> names;
        for (const auto& file : files->files)
            names.push_back(file.lexically_relative(folder.path()).string());
        return names;
    }

    TemporaryFolder folder;
    Plan plan;
};

TEST_F(PlanFiles, AModelsFileGoesWithThePythonFilesBesideAndBelow)
{
    EXPECT_THAT(sent("model.py:make"),
        ElementsAre("beside.py", "model.py", "package/__init__.py", "package/part.py"));
    EXPECT_THAT(sent((folder / "package/part.py").string() + ":make"),
        ElementsAre("package/__init__.py", "package/part.py"));
    EXPECT_THAT(sent("script:model.py"),
        ElementsAre("beside.py", "model.py", "package/__init__.py", "package/part.py"));
    EXPECT_THAT(sent("package.part:make"), ElementsAre("package/__init__.py", "package/part.py"));
    EXPECT_THAT(
        sent("script-module:package.part"), ElementsAre("package/__init__.py", "package/part.py"));
}

TEST_F(PlanFiles, WhatNamesNoFileNeedsNone)
{
    for (const auto* spec : {"torchvision:resnet18", "transformers:bert,num_hidden_layers=2",
             "builtin:mlp", "installed.module:make"})
        EXPECT_THAT(sent(spec), IsEmpty()) << spec;
}

TEST_F(PlanFiles, WhatIsNamedTakesThePlaceOfTheGuess)
{
    EXPECT_THAT(sent("model.py:make", {"package"}),
        ElementsAre("model.py", "package/__init__.py", "package/data.bin", "package/part.py"));
    EXPECT_THAT(sent("model.py:make", {"data.bin"}), ElementsAre("data.bin", "model.py"));
    EXPECT_THAT(sent("model.py:make", {"nothing"})[0], HasSubstr("is no file here"));
    EXPECT_THAT(sent("gone.py:make")[0], HasSubstr("gone.py is to be sent and is no file here"));
}

TEST_F(PlanFiles, FilesOfInputsAndOfTrafficGo)
{
    plan.cases = {{.name = "c", .inputs = {{.name = "x", .file = "inputs/x.pt"}}, .items = {}}};
    plan.load.replay = (folder / "replay.csv").string();
    EXPECT_THAT(sent("builtin:mlp"), ElementsAre("inputs/x.pt", "replay.csv"));
    EXPECT_THAT(sent("inputs/x.pt"), ElementsAre("inputs/x.pt", "replay.csv"));
}

TEST_F(PlanFiles, ThereAllPathsAreBelowTheJobAndComeBack)
{
    plan.workload.spec = "/home/me/model.py:make";
    plan.workload.workingDirectory = "/home/me/work";
    plan.workload.sysPath = {"/home/me/lib", "relative"};
    plan.load.replay = "/data/r.csv";
    plan.cases = {{.name = "c",
        .inputs = {{.name = "x", .file = "/data/../x.pt"}, {.name = "y", .file = "y.pt"}},
        .items = {}}};
    const auto there = planBelow(plan, "/jobs/1/root");
    EXPECT_EQ(there.workload.spec, "/jobs/1/root/home/me/model.py:make");
    EXPECT_EQ(there.workload.workingDirectory, "/jobs/1/root/home/me/work");
    EXPECT_THAT(there.workload.sysPath, ElementsAre("/jobs/1/root/home/me/lib", "relative"));
    EXPECT_EQ(there.cases[0].inputs[0].file, "/jobs/1/root/x.pt") << "never outside of it";
    EXPECT_EQ(there.cases[0].inputs[1].file, "y.pt");
    auto back = planFromBelow(there, "/jobs/1/root");
    plan.cases[0].inputs[0].file = "/x.pt";
    EXPECT_EQ(back, plan);
}

TEST(OwnPaths, AreGivenToWhateverNamesAFile)
{
    const OwnPaths paths("/jobs/1/root");
    ComparisonData data;
    ProcessRecord process;
    process.breaks = {{.file = "/jobs/1/root/home/model.py"}};
    process.compiles = {{.file = "/usr/lib/torch.py"}};
    process.trials.emplace_back().breaks = process.breaks;
    process.end = ProcessEnd {.reason = "/jobs/1/root/a.py and /jobs/1/root/b.py"};
    data.processes = {process};
    data.sources = {{.file = "/jobs/1/root/home/model.py"}};
    paths.apply(data);
    EXPECT_EQ(data.processes[0].breaks[0].file, "/home/model.py");
    EXPECT_EQ(data.processes[0].compiles[0].file, "/usr/lib/torch.py");
    EXPECT_EQ(data.processes[0].trials[0].breaks[0].file, "/home/model.py");
    EXPECT_EQ(data.processes[0].end->reason, "/a.py and /b.py");
    EXPECT_EQ(data.sources[0].file, "/home/model.py");
    std::string text = "/jobs/1/rooted/x";
    paths.apply(text);
    EXPECT_EQ(text, "/jobs/1/rooted/x");
}

} // namespace
} // namespace profiler::remote
