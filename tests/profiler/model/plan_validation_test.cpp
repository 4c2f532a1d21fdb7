// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/plan/plan_setting.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

Plan goodPlan()
{
    Plan plan;
    plan.workload.spec = "builtin:mlp";
    plan.cases = {{.name = "s32",
        .inputs = {{.name = "ids",
            .shape = {8, 32},
            .dtype = "int64",
            .range = IntegerRange {.low = 0, .high = 30522}}}}};
    plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    return plan;
}

std::string refusal(const std::function<void(Plan&)>& spoil)
{
    auto plan = goodPlan();
    spoil(plan);
    const auto checked = validatePlan(plan);
    EXPECT_FALSE(checked.has_value());
    return checked ? "" : checked.error().message;
}

} // namespace

TEST(ValidatePlan, AcceptsAPlanThatCanRun)
{
    EXPECT_TRUE(validatePlan(goodPlan()).has_value());
}

TEST(ValidatePlan, AcceptsTheCallablesOwnInputs)
{
    auto plan = goodPlan();
    plan.cases.clear();
    EXPECT_TRUE(validatePlan(plan).has_value());
    plan.cases = {Case {}};
    EXPECT_TRUE(validatePlan(plan).has_value());
    plan.cases = {{.name = "short"}, {.name = "long", .items = 2}}; // as a recording stores them
    EXPECT_TRUE(validatePlan(plan).has_value());
}

TEST(ValidatePlan, WantsNoTimingAtEffortLook)
{
    auto plan = goodPlan();
    setEffort(plan.protocol, Effort::Look);
    EXPECT_TRUE(validatePlan(plan).has_value());
    const auto refusalOfLook = [](const std::function<void(Plan&)>& spoil) {
        return refusal([&](Plan& p) {
            setEffort(p.protocol, Effort::Look);
            spoil(p);
        });
    };
    EXPECT_THAT(
        refusalOfLook([](Plan& p) { p.protocol.repetitionsMin = p.protocol.repetitionsMax = 3; }),
        HasSubstr("leave out --processes"));
    EXPECT_THAT(
        refusalOfLook([](Plan& p) { p.load.repetitions = 3; }), HasSubstr("leave out --load"));
    EXPECT_THAT(refusalOfLook([](Plan& p) { p.workload.spec = "script:train.py"; }),
        HasSubstr("not a script"));
}

TEST(ValidatePlan, WantsAModelAndAVariant)
{
    EXPECT_THAT(refusal([](Plan& p) { p.workload.spec.clear(); }), HasSubstr("--model"));
    EXPECT_THAT(refusal([](Plan& p) { p.variants.clear(); }), HasSubstr("needs a variant"));
    EXPECT_THAT(refusal([](Plan& p) {
        for (int i = 0; i < 7; ++i)
            p.variants.push_back({.name = std::to_string(i)});
    }),
        HasSubstr("at most 8"));
}

TEST(ValidatePlan, WantsNamesThatTellThingsApart)
{
    EXPECT_THAT(refusal([](Plan& p) { p.variants[1].name = "eager"; }),
        HasSubstr("two variants are named \"eager\""));
    EXPECT_THAT(refusal([](Plan& p) { p.variants[1].name.clear(); }), HasSubstr("needs a name"));
    EXPECT_THAT(refusal([](Plan& p) { p.variants[1].name = "a\nb"; }), HasSubstr("needs a name"));
    EXPECT_THAT(refusal([](Plan& p) { p.cases.push_back(p.cases[0]); }),
        HasSubstr("two cases are named \"s32\""));
    EXPECT_THAT(refusal([](Plan& p) { p.cases[0].inputs.push_back(p.cases[0].inputs[0]); }),
        HasSubstr("two inputs are named \"ids\""));
}

TEST(ValidatePlan, RefusesAPlacementThatIsNotBuilt)
{
    for (const auto placement : {Placement::Shared, Placement::Sequential})
        EXPECT_THAT(refusal([&](Plan& p) { p.protocol.placement = placement; }),
            HasSubstr("protocol.placement: \"" + keyOf(placement)
                + "\" cannot be recorded; write \"lanes\""));
    auto plan = goodPlan();
    plan.protocol.placement = Placement::Pairs;
    EXPECT_TRUE(validatePlan(plan).has_value());
    plan.workload.spec = "script:serve.py";
    plan.protocol.placement = Placement::Sequential;
    EXPECT_TRUE(validatePlan(plan).has_value()) << "a script that cannot be held";
}

TEST(ValidatePlan, RefusesTensorsThatCannotBeMade)
{
    const auto input = [](const std::function<void(TensorSpec&)>& spoil) {
        return refusal([&](Plan& p) { spoil(p.cases[0].inputs[0]); });
    };
    EXPECT_THAT(input([](auto& t) { t.shape = {8, -1}; }), HasSubstr("must not be negative"));
    EXPECT_THAT(input([](auto& t) { t.shape = {1LL << 40, 1LL << 40}; }), HasSubstr("larger than"));
    EXPECT_THAT(input([](auto& t) { t.dtype = "float"; }), HasSubstr("unknown type \"float\""));
    EXPECT_THAT(input([](auto& t) { t.dtype = "float32"; }), HasSubstr("for integer types"));
    EXPECT_THAT(input([](auto& t) { t.range = IntegerRange {3, 3}; }), HasSubstr("low below high"));
    EXPECT_THAT(input([](auto& t) { t.dtype = "int8"; }), HasSubstr("does not fit int8"));
    EXPECT_THAT(input([](auto& t) { t.file = "x.pt"; }), HasSubstr("come from the file"));
    EXPECT_THAT(input([](auto& t) { t.key = "a"; }), HasSubstr("no file is given"));
    EXPECT_THAT(refusal([](Plan& p) { p.cases[0].items = 0; }), HasSubstr("items must be above 0"));
}

TEST(ValidatePlan, RefusesSettingsThatTorchCannotTake)
{
    EXPECT_THAT(refusal([](Plan& p) { p.variants[0].compile.mode = "default"; }),
        HasSubstr("is eager and takes no compile settings"));
    EXPECT_THAT(refusal([](Plan& p) {
        p.variants[1].compile = {.mode = "default", .options = {{"epilogue_fusion", "false"}}};
    }),
        HasSubstr("a mode or options, not both"));
    EXPECT_THAT(refusal([](Plan& p) {
        p.variants[1].compile.options = {{"a", "nope"}};
    }),
        HasSubstr("not valid JSON"));
    EXPECT_THAT(refusal([](Plan& p) {
        p.variants[1].environment = {{"A=B", "1"}};
    }),
        HasSubstr("no name of an environment variable"));
    EXPECT_THAT(refusal([](Plan& p) {
        p.workload.arguments = {{"n", "eight"}};
    }),
        HasSubstr("argument \"n\": the value is not valid JSON"));
}

TEST(ValidatePlan, RefusesADeviceOrTypeThatNobodyHas)
{
    for (const auto* device : {"", "gpu", "cuda", "cuda:", "cuda:x", "cuda:1234", "cpu:0", "xpu",
             "hip:", "mps:1", "cudax:0"})
        EXPECT_THAT(refusal([&](Plan& p) { p.numeric.device = device; }),
            AllOf(HasSubstr("unknown device"), HasSubstr("hip:0, xpu:0 or mps")))
            << device;
    auto plan = goodPlan();
    for (const auto* device : {"cpu", "cuda:0", "cuda:12", "hip:1", "xpu:0", "mps", "mps:0"}) {
        plan.numeric.device = device;
        EXPECT_TRUE(validatePlan(plan).has_value()) << device;
    }
    EXPECT_THAT(refusal([](Plan& p) { p.numeric.dtype = "int8"; }), HasSubstr("unknown dtype"));
    EXPECT_THAT(refusal([](Plan& p) { p.numeric.matmulPrecision = "low"; }), HasSubstr("medium"));
    EXPECT_THAT(refusal([](Plan& p) { p.numeric.threads = 0; }), HasSubstr("threads"));
}

TEST(ValidatePlan, RefusesGoalsThatCannotBeJudged)
{
    EXPECT_THAT(
        refusal([](Plan& p) { p.goal.metric = GoalMetric::Total; }), HasSubstr("total:100000"));
    EXPECT_THAT(refusal([](Plan& p) { p.goal.minimumEffect = 3; }), HasSubstr("between 0 and 1"));
    EXPECT_THAT(refusal([](Plan& p) { p.goal.limits.memoryBytes = 0; }), HasSubstr("above 0"));
    EXPECT_THAT(
        refusal([](Plan& p) { p.goal.limits.compile = nanoseconds(0); }), HasSubstr("above 0"));
    EXPECT_THAT(refusal([](Plan& p) { p.variants.back().workingDirectory = "here"; }),
        HasSubstr("absolute path"));
    EXPECT_THAT(refusal([](Plan& p) { p.goal.caseLimits["s64"].memoryBytes = 1; }),
        HasSubstr("names the case \"s64\""));
}

TEST(ValidatePlan, RefusesProtocolsThatMeasureNothing)
{
    EXPECT_THAT(refusal([](Plan& p) { p.protocol.rounds = 0; }), HasSubstr("one round"));
    EXPECT_THAT(refusal([](Plan& p) { p.protocol.repetitionsMax = 1; }), HasSubstr("maximum"));
    EXPECT_THAT(refusal([](Plan& p) { p.protocol.callsPerBlock = 0; }), HasSubstr("one call"));
    EXPECT_THAT(refusal([](Plan& p) { p.protocol.coldEmpty = -1; }), HasSubstr("not be negative"));
    EXPECT_THAT(refusal([](Plan& p) { p.protocol.callTimeLimit = nanoseconds(0); }),
        HasSubstr("time limits"));
}

TEST(ValidatePlan, AnEngineTakesAWholeModelInInference)
{
    const auto aoti = [](Plan& p) -> Variant& {
        p.variants[1].engine = Engine::AotInductor;
        return p.variants[1];
    };
    auto plan = goodPlan();
    aoti(plan).compile.dynamic = true;
    EXPECT_TRUE(validatePlan(plan).has_value());
    EXPECT_THAT(refusal([&](Plan& p) {
        aoti(p);
        p.workload.task = Task::Training;
    }),
        HasSubstr("runs inference alone"));
    EXPECT_THAT(refusal([&](Plan& p) { aoti(p).parts = {{.target = "layers.*"}}; }),
        HasSubstr("takes the whole model"));
    EXPECT_THAT(refusal([&](Plan& p) { aoti(p).compile.mode = "max-autotune"; }),
        HasSubstr("takes dynamic alone"));
    EXPECT_THAT(refusal([&](Plan& p) { aoti(p).kind = VariantKind::Eager; }),
        HasSubstr("is eager and has no engine"));
    EXPECT_THAT(refusal([&](Plan& p) {
        aoti(p);
        p.workload.spec = "script:train.py";
    }),
        HasSubstr("needs a model, not a script"));
    EXPECT_THAT(refusal([](Plan& p) { p.variants[1].native = true; }), HasSubstr("without Python"));
    EXPECT_THAT(refusal([&](Plan& p) {
        aoti(p).engine = Engine::Onnx;
        p.variants[1].native = true;
    }),
        HasSubstr("run by ONNX Runtime"));
}
