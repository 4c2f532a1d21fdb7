// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal/plan_options.h"
#include "app/options/command.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/shape_sweep.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/record_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace profiler {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The words as the command line's own parser reads them.
Result<Plan> readBack(const std::vector<std::string>& words)
{
    app::CommandLine program("", "plan");
    auto command = program.root();
    cli::PlanOptions options;
    cli::addPlanOptions(command, options);
    std::vector<const char*> typed {"plan"};
    for (const auto& word : words)
        typed.push_back(word.c_str());
    EXPECT_EQ(program.parse(typed).kind, app::ParseEnd::Kind::Parsed);
    return cli::planFrom(options);
}

Plan smallPlan()
{
    Plan plan;
    plan.workload.spec = "builtin:mlp";
    plan.workload.workingDirectory = std::filesystem::current_path().string();
    plan.variants = {{.name = "eager"}};
    plan.variants.push_back({.name = "default", .kind = VariantKind::Compiled});
    plan.variants.back().compile.mode = "default";
    return plan;
}

Variant compiled(const std::string& name)
{
    return {.name = name, .kind = VariantKind::Compiled};
}

void expectSame(const Plan& plan)
{
    ASSERT_TRUE(validatePlan(plan)) << validatePlan(plan).error().message;
    const auto options = recordOptions(plan);
    EXPECT_EQ(options.whyNot, "");
    const auto read = readBack(options.words);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(planToJson(*read), planToJson(plan));
}

TEST(RecordCommand, SaysAPlainPlanInFewWords)
{
    EXPECT_THAT(recordOptions(smallPlan()).words,
        ElementsAre("--model", "builtin:mlp", "--variant", "eager", "--variant", "default"));
    expectSame(smallPlan());
}

TEST(RecordCommand, ReadsBackAsThePlanItWasMadeFrom)
{
    Plan plan = smallPlan();
    plan.name = "it's mine";
    plan.workload.arguments
        = {{"layers", "2"}, {"pool", "\"mean\""}, {"text", "\"8\""}, {"list", "[1,2]"}};
    plan.workload.task = Task::Training;
    plan.workload.parts = {{.target = "layers.*"}};
    plan.cases = {{.name = "batch 1", .items = 1}, {.name = "large, b32", .items = 32.5}};
    for (auto& value : plan.cases)
        value.inputs = {{.name = "ids",
                            .shape = {8, 32},
                            .dtype = "int64",
                            .range = IntegerRange {.low = -1, .high = 30522}},
            {.name = "n", .dtype = "float32"}, {.name = "m", .file = "inputs.npz", .key = "mask"}};
    plan.goal = {.metric = GoalMetric::Total,
        .horizonCalls = 100'000,
        .cacheKept = true,
        .limits = {.p99 = std::chrono::microseconds(15'500), .memoryBytes = 6LL << 30}};
    plan.goal.caseLimits["batch 1"] = {.p99 = nanoseconds(1'500'001), .memoryBytes = 12345};
    plan.numeric.device = "cuda:0";
    plan.numeric.dtype = "bfloat16";
    plan.python = "/opt/env/bin/python";
    plan.protocol = protocolFor(Effort::Quick);
    plan.protocol.repetitionsMax = 9;
    plan.protocol.rounds = 12;
    plan.protocol.callsPerBlock = 40;
    plan.protocol.coldEmpty = plan.protocol.coldKept = plan.protocol.checkInputs = 0;
    expectSame(plan);
}

TEST(RecordCommand, ReadsBackEveryWayToWriteAVariant)
{
    Plan plan = smallPlan();
    plan.variants = {{.name = "baseline"}, compiled("plain"), compiled("reduce-overhead"),
        compiled("dynamic"), compiled("options"), compiled("elsewhere"), compiled("eager")};
    plan.variants[0].environment = {{"EMPTY", ""}, {"LIST", "a,b"}, {"THREADS", "1"}};
    plan.variants[2].compile.mode = "reduce-overhead";
    plan.variants[3].compile = {.dynamic = true, .fullgraph = true};
    plan.variants[4].compile.options
        = {{"a.b", "[1,{\"c\":2}]"}, {"flag", "false"}, {"name", "\"x\""}};
    plan.variants[5].python = "/other/bin/python";
    plan.variants[5].compile.mode = "max-autotune";
    plan.variants[6].compile.backend = "eager";
    expectSame(plan);
}

TEST(RecordCommand, SaysWhatAVariantSetsInTorch)
{
    Plan plan = smallPlan();
    auto variant = compiled("set");
    variant.parts = {{.target = "layers.*"}, {.target = ""}, {.target = "pack.mod:fn"}};
    variant.torch = {.memoryFormat = "channels_last",
        .autocast = "bfloat16",
        .matmulPrecision = "high",
        .evalMode = true,
        .markDynamic = {{.input = "ids", .dimension = 1}, {.input = "mask", .dimension = -1}},
        .fences = {"head", "pack.mod:fn"},
        .dynamo = {{"capture_scalar_outputs", "true"}},
        .inductor = {{"freezing", "true"}, {"triton.cudagraphs", "false"}},
        .backends = {{"cudnn.benchmark", "true"}}};
    plan.variants.push_back(variant);
    auto last = Variant {.name = "last"};
    last.torch.memoryFormat = "channels_last";
    plan.variants.push_back(last);
    expectSame(plan);
}

TEST(RecordCommand, UsesInputForTheSingleCaseAndItemsForTheCallablesOwn)
{
    Plan plan = smallPlan();
    plan.cases
        = {{.name = "default", .inputs = {{.name = "x", .shape = {8, 64}, .dtype = "float32"}}}};
    EXPECT_THAT(recordOptions(plan).words, ::testing::Contains("x=8x64:float32"));
    expectSame(plan);
    plan.cases = {{.name = "default", .items = 8}};
    expectSame(plan);
}

std::vector<Case> sweptCasesOf(const std::vector<SweepAxis>& axes)
{
    const std::vector<SweptTensor> tensors {
        {.tensor = {.name = "ids", .dtype = "int64", .range = IntegerRange {.low = 0, .high = 9}},
            .sizes = {"batch", "seq"}},
        {.tensor = {.name = "x", .dtype = "float32"}, .sizes = {"batch", "8", "4"}},
        {.tensor = {.name = "table", .file = "table.npz", .key = "t"}}};
    return *sweptCases(axes, tensors);
}

TEST(RecordCommand, SaysASweepByItsSizes)
{
    Plan plan = smallPlan();
    plan.cases = sweptCasesOf({{"batch", {1, 2, 4, 8}}, {"seq", {16, 48}}});
    EXPECT_THAT(recordOptions(plan).words,
        ElementsAre("--model", "builtin:mlp", "--sweep", "batch=1,2..8", "--sweep", "seq=16,48",
            "--input", "ids=batchxseq:int64[0,9)", "--input", "x=batchx8x4:float32", "--input",
            "table=table.npz:t", "--variant", "eager", "--variant", "default"));
    expectSame(plan);
    for (auto& value : plan.cases)
        value.items = 8;
    expectSame(plan);
    plan.cases.front().items = 4;
    expectSame(plan);
    plan.cases.pop_back(); // some sizes of a sweep are no option
    EXPECT_EQ(recordOptions(plan).whyNot, "cases[].inputs[].dims");
}

TEST(RecordCommand, SaysALoad)
{
    Plan plan = smallPlan();
    plan.load = {.rates = {50, 100.5},
        .repetitions = 4,
        .arrivals = Arrivals::Constant,
        .duration = std::chrono::seconds(5),
        .concurrency = 8,
        .requestTimeLimit = std::chrono::seconds(2)};
    expectSame(plan);
    plan.load
        = {.repetitions = 3, .arrivals = Arrivals::Replay, .replay = "/data/some requests.csv"};
    expectSame(plan);
}

TEST(RecordCommand, NamesWhatOptionsCannotSay)
{
    const auto whyNot = [](auto change) {
        Plan plan = smallPlan();
        change(plan);
        const auto options = recordOptions(plan);
        EXPECT_THAT(options.words, IsEmpty());
        return options.whyNot;
    };
    EXPECT_EQ(whyNot([](Plan& plan) { plan.numeric.threads = 2; }), "numeric.threads");
    EXPECT_EQ(whyNot([](Plan& plan) { plan.protocol.coldEmpty = 2; }), "protocol.cold_empty");
    EXPECT_EQ(whyNot([](Plan& plan) { plan.workload.fences = {"f"}; }), "workload.fences");
    EXPECT_EQ(whyNot([](Plan& plan) { plan.goal.minimumEffect = 0.1; }), "goal.minimum_effect");
    EXPECT_EQ(whyNot([](Plan& plan) { plan.variants[1].name = "a=b"; }), "variants[].name");
    EXPECT_EQ(whyNot([](Plan& plan) { plan.cases = {{.name = "own"}}; }), "cases[].name");
}

TEST(RecordCommand, WritesOneOptionALineForAShell)
{
    const auto text
        = recordCommandText({"--model", "builtin:mlp", "--case", "a b:x=8:bool"}, "my file");
    EXPECT_EQ(text,
        "fusescope record \\\n  --model builtin:mlp \\\n  --case 'a b:x=8:bool' \\\n  -o 'my "
        "file'");
}

} // namespace
} // namespace profiler
