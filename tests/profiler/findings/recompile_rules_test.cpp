// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/rule_example.h"

#include <chrono>

namespace {

RecompileFact recompile(const char* id, const char* guard, int line = 17)
{
    return {.compileId = id,
        .guard = guard,
        .function = "forward",
        .file = "net.py",
        .line = line,
        .duration = std::chrono::seconds(2),
        .caseIndex = 0};
}

int lineOf(const Finding& finding)
{
    return finding.place.value_or(CodePlace {}).line;
}

RuleExample recompiled(std::vector<RecompileFact> facts)
{
    RuleExample example;
    example.variant().recompiles = static_cast<int>(facts.size());
    auto& process = example.addProcess(ProcessKind::Cold);
    process.recompiles = std::move(facts);
    process.compiles = {{.compileId = "1/0", .caseIndex = 0, .file = "net.py", .line = 17}};
    return example;
}

} // namespace

TEST(RecompileRules, OfOneSizeInManyFunctionsAreOneFinding)
{
    auto example = recompiled(
        {recompile("2/1", "tensor '___stack0' size mismatch at index 0. expected 8, actual 64", 5),
            recompile("1/1", "tensor 'x' size mismatch at index 0. expected 8, actual 64")});
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("recompile_size"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default recompiled 2 times because x changed from 8 to 64 in dimension 0");
    EXPECT_EQ(lineOf(findings[0]), 17);
    EXPECT_EQ(findings[0].onceNs, 4e9);
    EXPECT_EQ(example.code(findings[0]), "torch._dynamo.mark_dynamic(x, 0)");
}

TEST(RecompileRules, OfAStaticVariantNameTheSettingThatMadeItSo)
{
    auto example = recompiled(
        {recompile("1/1", "tensor 'x' size mismatch at index 0. expected 8, actual 9")});
    example.planned().compile.dynamic = false;
    const auto findings = example.ask(recompileRules);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(example.code(findings[0]), "model = torch.compile(model, dynamic=True)");
}

TEST(RecompileRules, TellWhereTheCodeAsksForASize)
{
    auto example = recompiled({recompile("1/1", "2 <= x.size()[0] <= 4")});
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("recompile_size"));
    EXPECT_THAT(
        example.sentence(findings[0]), HasSubstr("depends on the size of x in dimension 0"));
    EXPECT_THAT(example.code(findings[0]), IsEmpty()) << "it allowed for any size already";
}

TEST(RecompileRules, OfAnIntegerThatAModuleHoldsNameTorchsSetting)
{
    auto example = recompiled(
        {recompile("1/1", "self.count == 0", 4), recompile("1/2", "self.count == 1", 4)});
    const auto findings = example.ask(recompileRules);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(
        example.code(findings[0]), "torch._dynamo.config.allow_unspec_int_on_nn_module = True");
    EXPECT_THAT(
        example.sentence(findings[0]), HasSubstr("the first change makes torch compile anyway"));
    auto once = recompiled({recompile("1/1", "self.count == 0")});
    EXPECT_THAT(example.code(once.ask(recompileRules).at(0)), HasSubstr("torch.tensor"))
        << "the setting would win nothing";
}

TEST(RecompileRules, OfValuesAreOneFindingAtEachPlace)
{
    auto example = recompiled({recompile("1/1", "step == 3", 4), recompile("1/2", "step == 4", 4),
        recompile("2/1", "___stack0 == 0.25", 9)});
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("recompile_value", "recompile_value"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default recompiled 2 times because step is a Python value that changed (compiled for 3)");
    EXPECT_EQ(example.code(findings[0]), "step = torch.tensor(step)");
    EXPECT_THAT(example.sentence(findings[1]), HasSubstr("a number that a graph break hands on"));
    EXPECT_THAT(example.code(findings[1]), IsEmpty());
    EXPECT_THAT(findingRemedy(findings[1]), HasSubstr("graph break in front of it"));
}

TEST(RecompileRules, AdviseNoTensorWhereAFlagWasSet)
{
    auto example = recompiled({recompile("1/1", "self.warned == False")});
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("recompile_value"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default recompiled once because the flag self.warned changed (compiled for False)");
    EXPECT_THAT(example.code(findings[0]), IsEmpty());
    EXPECT_THAT(findingRemedy(findings[0]), HasSubstr("before the first call"));
}

TEST(RecompileRules, NameATensorThatInferenceModeMade)
{
    auto example = recompiled({recompile("1/1",
        "tensor 'x' dispatch key set mismatch. expected DispatchKeySet(CPU, ADInplaceOrView), "
        "actual DispatchKeySet(CPU, ADInplaceOrView, AutogradCPU)")});
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("recompile"));
    EXPECT_THAT(example.sentence(findings[0]),
        HasSubstr("x was made under inference_mode once, and once not"));
    EXPECT_THAT(findingRemedy(findings[0]), HasSubstr("each time, or never"));
}

TEST(RecompileRules, NameTheLearningRateOfACompiledOptimizer)
{
    auto example = recompiled({recompile("1/1", "self.param_groups[0]['lr'] == 0.01")});
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("optimizer_number"));
    EXPECT_THAT(example.code(findings[0]), HasSubstr("torch.tensor(group[\"lr\"])"));
    auto other = recompiled({recompile("1/1", "self.rate == 0.01")});
    EXPECT_THAT(rulesIn(other.ask(recompileRules)), ElementsAre("recompile_value"));
}

TEST(RecompileRules, SayWhatWasNoneAndWhichOtherGuardFailed)
{
    auto example = recompiled(
        {recompile("1/1", "object.__getattribute__(self.config, 'problem_type') is None"),
            recompile("2/1", "x.flag in {1, 2}", 40)});
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("recompile_value", "recompile"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default recompiled once because self.config.problem_type was None when it was compiled");
    EXPECT_EQ(example.sentence(findings[1]),
        "default recompiled once because this no longer held: x.flag in {1, 2}");
    EXPECT_EQ(example.code(findings[0]), "");
}

TEST(RecompileRules, FindNothingWhereNothingRecompiled)
{
    auto example = recompiled({});
    EXPECT_THAT(example.ask(recompileRules), IsEmpty());
}

TEST(RecompileRules, StillCountWhatTorchGaveNoReasonFor)
{
    auto example = recompiled({});
    example.variant().recompiles = 3;
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("recompile"));
    EXPECT_EQ(example.sentence(findings[0]), "default recompiled 3 times");
}

TEST(RecompileLimitRule, NamesTheRefusedFunctionAndWhatAllItsCompilesCost)
{
    auto example = recompiled({recompile("1/1", "step == 3"), recompile("1/2", "step == 4")});
    auto& compiles = example.data.processes[0].compiles;
    compiles.push_back({.compileId = "1/1", .caseIndex = 0, .file = "net.py", .line = 17});
    compiles.push_back({.compileId = "1/2", .caseIndex = 0, .file = "net.py", .line = 17});
    compiles.push_back({.compileId = "1/3", .caseIndex = 0, .failType = "Unsupported"});
    example.data.notices = {{.variant = 1,
        .caseIndex = 0,
        .rule = "recompile_limit",
        .sentence = "forward (net.py:17) reached the recompile limit of 2"}};
    const auto findings = example.ask(recompileRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("recompile_limit", "recompile_value"));
    EXPECT_EQ(lineOf(findings[0]), 17);
    EXPECT_EQ(findings[0].onceNs, 4e9);
    EXPECT_EQ(example.code(findings[0]), "step = torch.tensor(step)");
}

TEST(RecompileLimitRule, IsSilentOfOtherVariants)
{
    auto example = recompiled({});
    example.data.notices = {{.variant = 0, .caseIndex = 0, .rule = "recompile_limit"}};
    EXPECT_THAT(example.ask(recompileRules), IsEmpty());
}

TEST(RecompileRules, OfATextOrALengthOfferNoTensorInItsPlace)
{
    auto text = recompiled({recompile("1/1", "activation == 'relu'")});
    const auto ofText = text.ask(recompileRules);
    ASSERT_THAT(rulesIn(ofText), ElementsAre("recompile_value"));
    EXPECT_THAT(text.sentence(ofText[0]), HasSubstr("activation is a text that changed"));
    EXPECT_THAT(text.code(ofText[0]), IsEmpty());
    auto length = recompiled({recompile("1/1", "len(cache) == 2")});
    const auto ofLength = length.ask(recompileRules);
    ASSERT_THAT(rulesIn(ofLength), ElementsAre("recompile_value"));
    EXPECT_THAT(
        length.sentence(ofLength[0]), HasSubstr("cache came with another length (compiled for 2)"));
    EXPECT_THAT(length.code(ofLength[0]), IsEmpty());
}
