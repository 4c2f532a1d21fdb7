// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/remedy_variant.h"
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
    EXPECT_FALSE(withRemedy(compiled("default"), {.kind = RemedyKind::MarkDynamic, .name = "x"}));
}

TEST(RemedyVariant, HasAModeOrOptionsAsTorchTakesThem)
{
    const auto with = withRemedy(compiled("default"), freezing);
    ASSERT_TRUE(with);
    EXPECT_FALSE(with->compile.mode);
    EXPECT_EQ(with->compile.options.at("freezing"), "true");
    EXPECT_FALSE(withRemedy(compiled("max-autotune"), freezing));
    EXPECT_FALSE(withRemedy(*with, {.kind = RemedyKind::Mode, .value = "max-autotune"}));
}

TEST(RemedyCode, SetsAnOptionBesideAModeWhereTorchTakesNotBoth)
{
    tests::RuleExample example;
    example.planned().compile.mode = "max-autotune";
    example.judged.plan = example.data.plan;
    EXPECT_EQ(
        example.code({.variant = 1, .remedy = freezing}), "torch._inductor.config.freezing = True");
}
