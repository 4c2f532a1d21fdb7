// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/remedy_variant.h"
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/rule_example.h"

namespace {

const Remedy freezing {.kind = RemedyKind::Option, .name = "freezing", .value = "true"};

Variant compiled(const char* mode)
{
    return {.name = "default", .kind = VariantKind::Compiled, .compile = {.mode = mode}};
}

} // namespace

TEST(RemedyVariant, TakesOneSettingAndKeepsTheOthers)
{
    auto variant = compiled("default");
    variant.compile.fullgraph = true;
    const auto with = withRemedy(variant, {.kind = RemedyKind::Dynamic, .value = "true"});
    ASSERT_TRUE(with);
    EXPECT_EQ(with->compile.dynamic, true);
    EXPECT_TRUE(with->compile.fullgraph);
}

TEST(RemedyVariant, IsNoneOfCodeThatIsToBeRewritten)
{
    EXPECT_FALSE(withRemedy(compiled("default"), {.kind = RemedyKind::Rewrite}));
    EXPECT_FALSE(withRemedy(compiled("default"), {.kind = RemedyKind::CompileOnce, .name = "f"}));
}

TEST(RemedyVariant, CompilesAPartBesideTheModel)
{
    const auto with
        = withRemedy(compiled("default"), {.kind = RemedyKind::CompilePart, .name = "optimizer"});
    ASSERT_TRUE(with);
    ASSERT_EQ(with->parts.size(), 2U);
    EXPECT_EQ(with->parts[0].target, "");
    EXPECT_EQ(with->parts[1].target, "optimizer");
    const auto blocks = withRemedy(compiled("default"),
        {.kind = RemedyKind::CompilePart, .name = "encoder.layer.*", .value = "instead"});
    ASSERT_TRUE(blocks);
    ASSERT_EQ(blocks->parts.size(), 1U);
    EXPECT_EQ(blocks->parts[0].target, "encoder.layer.*");
}

TEST(RemedyVariant, HasAModeOrOptionsAsTorchTakesThem)
{
    const auto with = withRemedy(compiled("default"), freezing);
    ASSERT_TRUE(with);
    EXPECT_FALSE(with->compile.mode);
    EXPECT_EQ(with->compile.options.at("freezing"), "true");
    EXPECT_EQ(withRemedy(compiled("max-autotune"), freezing)->torch.inductor.at("freezing"), "true")
        << "beside a mode it is set for all that compiles";
    EXPECT_FALSE(withRemedy(*with, {.kind = RemedyKind::Mode, .value = "max-autotune"}));
}

TEST(RemedyVariant, SetsWhatTorchHasBesideCompile)
{
    const auto torchWith = [](const Remedy& remedy) {
        return withRemedy(compiled("default"), remedy).value_or(Variant {}).torch;
    };
    using enum RemedyKind;
    EXPECT_EQ(torchWith({.kind = MarkDynamic, .name = "ids", .dimension = 1}).markDynamic,
        (std::vector {DynamicDimension {"ids", 1}}));
    EXPECT_EQ(torchWith({.kind = DynamoConfig, .name = "recompile_limit", .value = "64"}).dynamo,
        (JsonTextByName {{"recompile_limit", "64"}}));
    EXPECT_EQ(torchWith({.kind = InductorConfig, .name = "freezing", .value = "true"}).inductor,
        (JsonTextByName {{"freezing", "true"}}));
    EXPECT_EQ(torchWith({.kind = Backends, .name = "mkldnn.enabled", .value = "false"}).backends,
        (JsonTextByName {{"mkldnn.enabled", "false"}}));
    EXPECT_EQ(
        torchWith({.kind = MemoryFormat, .value = "channels_last"}).memoryFormat, "channels_last");
    EXPECT_EQ(torchWith({.kind = MatmulPrecision, .value = "highest"}).matmulPrecision, "highest");
    EXPECT_EQ(torchWith({.kind = Fence, .name = "head"}).fences, std::vector<std::string> {"head"});
    EXPECT_TRUE(torchWith({.kind = EvalMode}).evalMode);
}

TEST(RemedyVariant, LeavesNothingThatCompilesInAnEagerOne)
{
    auto variant = compiled("default");
    variant.torch.inductor["freezing"] = "true";
    variant.torch.memoryFormat = "channels_last";
    const auto eager = withRemedy(variant, {.kind = RemedyKind::WithoutCompile});
    ASSERT_TRUE(eager);
    EXPECT_TRUE(eager->torch.inductor.empty());
    EXPECT_EQ(eager->torch.memoryFormat, "channels_last") << "eager has it, too";
}

TEST(RemedyVariant, IsKnownAgainWhereAVariableSetsTheSame)
{
    auto byVariable = compiled("default");
    byVariable.name = "by variable";
    byVariable.environment["TORCHINDUCTOR_FREEZING"] = "1";
    Plan plan;
    plan.variants = {{.name = "eager"}, compiled("default"), byVariable};
    const auto with = withRemedy(compiled("default"),
        {.kind = RemedyKind::InductorConfig, .name = "freezing", .value = "true"});
    EXPECT_EQ(variantLike(plan, with.value_or(Variant {})), 2);
}

TEST(RemedyCode, SaysEachSettingAsALineOfPython)
{
    tests::RuleExample example;
    example.judged.plan = example.data.plan;
    const auto code = example.code(
        {.variant = 1, .remedy = {.kind = RemedyKind::MemoryFormat, .value = "channels_last"}});
    EXPECT_NE(code.find("model = model.to(memory_format=torch.channels_last)"), std::string::npos)
        << code;
    EXPECT_NE(code.find("torch.compile(model"), std::string::npos) << code;
}

TEST(RemedyCode, SetsAnOptionBesideAModeWhereTorchTakesNotBoth)
{
    tests::RuleExample example;
    example.planned().compile.mode = "max-autotune";
    example.judged.plan = example.data.plan;
    EXPECT_EQ(example.code({.variant = 1, .remedy = freezing}),
        "torch._inductor.config.freezing = True\n"
        "model = torch.compile(model, mode=\"max-autotune\")");
}
