// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/verdict_sentence.h"

#include <gtest/gtest.h>

using namespace profiler;

namespace {

std::string codeOf(const Variant& variant)
{
    Plan plan;
    plan.variants = {{.name = "eager"}, variant};
    return compileCode(plan, 1);
}

} // namespace

TEST(CompileCode, SaysOnlyWhatDiffersFromTheDefault)
{
    EXPECT_EQ(codeOf({.name = "d", .kind = VariantKind::Compiled, .compile = {.mode = "default"}}),
        "model = torch.compile(model)");
    EXPECT_EQ(codeOf({.name = "r",
                  .kind = VariantKind::Compiled,
                  .compile = {.mode = "reduce-overhead", .dynamic = true, .fullgraph = true}}),
        R"(model = torch.compile(model, mode="reduce-overhead", dynamic=True, fullgraph=True))");
    EXPECT_EQ(codeOf({.name = "b",
                  .kind = VariantKind::Compiled,
                  .compile = {.dynamic = false, .backend = "aot_eager"}}),
        R"(model = torch.compile(model, dynamic=False, backend="aot_eager"))");
}

TEST(CompileCode, WritesOptionsAsPython)
{
    EXPECT_EQ(codeOf({.name = "o",
                  .kind = VariantKind::Compiled,
                  .compile = {.options
                      = {{"epilogue_fusion", "false"}, {"x", "null"}, {"y", "[1,\"é\"]"}}}}),
        R"(model = torch.compile(model, options={"epilogue_fusion": False, "x": None, "y": [1, "\u00e9"]}))");
}

TEST(CompileCode, TheBaselineIsTheModelAlone)
{
    Plan plan;
    plan.variants = {{.name = "eager"}};
    EXPECT_EQ(compileCode(plan, 0), "model");
}

TEST(CompileCode, NamesPartsAndEnvironment)
{
    EXPECT_EQ(codeOf({.name = "p",
                  .kind = VariantKind::Compiled,
                  .parts = {{.target = "encoder"}, {.target = "m:f"}, {.target = "step"}},
                  .environment = {{"TORCH_X", "1"}}}),
        "os.environ[\"TORCH_X\"] = \"1\"  # before torch is imported\n"
        "model.get_submodule(\"encoder\").compile()\n"
        "m.f = torch.compile(m.f)\n"
        "step = torch.compile(step)");
    EXPECT_EQ(
        codeOf({.name = "g", .kind = VariantKind::Compiled, .parts = {{.target = "layers.*"}}}),
        "for name, module in model.named_modules():\n"
        "    if fnmatch.fnmatchcase(name, \"layers.*\"):\n"
        "        module.compile()");
}
