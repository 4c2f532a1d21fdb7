// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/autotune_gain.h"
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/compile_trace.h"
#include "tests/profiler/findings/rule_example.h"
#include "tests/support/recorded_example.h"
#include "tests/support/units.h"

#include <chrono>

namespace {

using profiler::millisecond;

constexpr double seconds = 1e9;

RuleExample compiledIn(double ns)
{
    RuleExample example;
    example.variant().compileCold = CompileCost {.medianNs = ns, .minNs = ns, .maxNs = ns};
    return example;
}

SpeedUp speedUp(double estimate, double low, double high)
{
    return {.ratio = {.estimate = estimate, .low = low, .high = high}};
}

/// Of a model whose dynamic variant takes so many times as long as the static one.
RuleExample staticAndDynamic(double longer)
{
    RuleExample example;
    example.planned().compile.dynamic = true;
    example.data.plan.variants.push_back(example.data.plan.variants[1]);
    example.data.plan.variants.back().name = "static";
    example.data.plan.variants.back().compile.dynamic = false;
    auto other = example.variant();
    other.variant = 2;
    other.speedUp = speedUp(2, 1.98, 2.02);
    example.judged.cases[0].variants.push_back(other);
    example.variant().speedUp = speedUp(2 / longer, 1.98 / longer, 2.02 / longer);
    return example;
}

/// A stem, `count` layers of three operators each, and a head; compiling the graph took 40 s.
RuleExample layers(int count, bool equal = true)
{
    GeneratedCode code {.compileId = "0/0"};
    const auto add = [&](const std::string& module, const std::string& target) {
        code.nodes.push_back({.name = "n", .target = target, .type = "f32[8]", .module = module});
    };
    add("stem", "aten.addmm.default");
    for (int i = 0; i < count; ++i) {
        const auto layer = "encoder.layers." + std::to_string(i);
        add(layer + ".up", "aten.addmm.default");
        add(layer + ".norm", "aten.native_layer_norm.default");
        add(layer, equal ? "aten.gelu.default" : "aten.op" + std::to_string(i));
        add(layer + ".up", "parameter");
    }
    add("head", "aten.addmm.default");
    RuleExample example;
    example.addProcess(ProcessKind::Trace).code = {std::move(code)};
    example.addProcess(ProcessKind::Cold).compiles
        = {{.compileId = "0/0", .caseIndex = 0, .duration = std::chrono::seconds(40)}};
    return example;
}

} // namespace

TEST(EqualBlocksRule, SaysWhatOneCompiledBlockForAllWouldSave)
{
    auto example = layers(12);
    const auto findings = example.ask(costRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("equal_blocks"));
    EXPECT_THAT(example.sentence(findings[0]),
        HasSubstr("12 equal blocks (encoder.layers.*) one after the other, 95 %"));
    EXPECT_NEAR(findings[0].onceNs.value_or(0), 40 * seconds * 36 / 38 * 11 / 12, 1e6);
    EXPECT_EQ(example.code(findings[0]), "for block in model.encoder.layers:\n    block.compile()");
    EXPECT_THAT(findingRemedy(findings[0]), HasSubstr("Compile the block alone"));
    example.planned().parts = {{.target = "encoder.layers.*"}};
    EXPECT_THAT(example.ask(costRules), IsEmpty());
}

TEST(EqualBlocksRule, IsNotToldOfFewBlocksOrDifferentOnes)
{
    EXPECT_THAT(layers(4).ask(costRules), IsEmpty());
    EXPECT_THAT(layers(12, false).ask(costRules), IsEmpty());
    auto quick = layers(12);
    quick.data.processes.back().compiles.front().duration = std::chrono::seconds(5);
    EXPECT_THAT(quick.ask(costRules), IsEmpty());
}

TEST(PaybackRule, TellsOfASlowerVariantThatItNeverPaysBack)
{
    auto example = compiledIn(20 * seconds);
    example.variant().verdict = Verdict::Slower;
    const auto findings = example.ask(costRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("payback_never"));
    EXPECT_EQ(findings[0].onceNs, 20 * seconds);
    example.variant().verdict = Verdict::Faster;
    EXPECT_THAT(example.ask(costRules), IsEmpty());
}

TEST(PaybackRule, ComparesTheCallsThatArePlanned)
{
    auto example = compiledIn(20 * seconds);
    example.variant().verdict = Verdict::Faster;
    example.variant().paybackCold = Payback {.calls = 3'490};
    example.data.plan.goal.horizonCalls = 1'000;
    const auto findings = example.ask(costRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("payback_never"));
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("after 3\u202f490 calls"));
    example.data.plan.goal.horizonCalls = 5'000;
    EXPECT_THAT(example.ask(costRules), IsEmpty());
}

TEST(FirstCallRule, TellsCompilingFromSlowness)
{
    auto example = compiledIn(20 * seconds);
    example.variant().verdict = Verdict::NoDifference;
    const auto findings = example.ask(costRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("first_call"));
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("later calls differ from eager by less"));
    example.variant().compileCold = CompileCost {.medianNs = 0.1 * seconds};
    EXPECT_THAT(example.ask(costRules), IsEmpty());
}

TEST(DynamicCostRule, IsTheDifferenceToTheVariantForFixedSizes)
{
    auto example = staticAndDynamic(1.2);
    const auto findings = example.ask(costRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("dynamic_cost"));
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.estimateNs, 1 * millisecond, 1);
    EXPECT_LT(findings[0].recoverable.at(0).cost.lowNs, 1 * millisecond);
    EXPECT_THAT(example.code(findings[0]), HasSubstr("dynamic=False"));
}

TEST(DynamicCostRule, IsSilentWhereBothAreAlikeOrDifferInMore)
{
    EXPECT_THAT(staticAndDynamic(1.001).ask(costRules), IsEmpty());
    auto example = staticAndDynamic(1.2);
    example.data.plan.variants[2].compile.mode = "max-autotune";
    EXPECT_THAT(rulesIn(example.ask(costRules)), ElementsAre("dynamic_unneeded"));
}

TEST(DynamicCostRule, OfSeveralCasesIsOneFinding)
{
    auto example = staticAndDynamic(1.2);
    example.judged.cases.push_back(example.judged.cases[0]);
    example.judged.cases[1].caseIndex = 1;
    const auto findings = example.ask(costRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("dynamic_cost"));
    EXPECT_EQ(findings[0].recoverable.size(), 2U);
}

TEST(DynamicUnneededRule, IsToldWhereOneSizeComesAndNothingElseTellsWhatItCosts)
{
    RuleExample example;
    example.planned().compile.dynamic = true;
    const auto findings = example.ask(costRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("dynamic_unneeded"));
    EXPECT_THAT(example.code(findings[0]), HasSubstr("dynamic=False"));
    example.judged.cases.push_back(example.judged.cases[0]);
    EXPECT_THAT(example.ask(costRules), IsEmpty()) << "two sizes";
}

TEST(AutotuneRule, FiresWhereTryingKernelsIsMostOfTheCompile)
{
    using std::chrono::seconds;
    recorded_example::ExampleOptions options {.repetitions = 3, .rounds = 4};
    auto data = recorded_example::recordedExample(options);
    const auto found = [&data] {
        const auto findings = conclude(data).findings;
        return std::ranges::count(findings, std::string("autotune"), &Finding::rule);
    };
    EXPECT_EQ(found(), 0);
    for (auto& process : data.processes)
        for (auto& fact : process.compiles)
            if (process.start.variant == 3 && !fact.startUp)
                fact.phases = {{"aot_autograd", fact.duration}, {"inductor", fact.duration},
                    {"autotune", fact.duration * 8 / 10}};
    EXPECT_EQ(found(), 1);
}

TEST(AutotuneGain, IsWhatTheWinnersSaveBesideTheLibrary)
{
    using std::chrono::microseconds;
    ProcessRecord process;
    EXPECT_FALSE(autotuneGainNs(process));
    const AutotuneRun won {
        .work = "mm", .choices = {{"triton_mm_4", microseconds(20)}, {"mm", microseconds(35)}}};
    const AutotuneRun lost {.work = "addmm",
        .choices = {{"addmm", microseconds(10)}, {"cpp_CppMicroGemm_0", microseconds(30)}}};
    const AutotuneRun alone {.work = "bmm", .choices = {{"triton_bmm_1", microseconds(9)}}};
    process.compileTraces = {{.autotunes = {won, lost, alone}}};
    EXPECT_EQ(autotuneGainNs(process), 15'000);
}
