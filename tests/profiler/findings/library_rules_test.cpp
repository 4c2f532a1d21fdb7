// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/traced_example.h"
#include "tests/support/units.h"

#include <fmt/format.h>

namespace {

using profiler::millisecond;

/// Code that multiplies so often by a weight; each product by another one where `ownWeights`.
GeneratedCode products(int times, bool ownWeights)
{
    GeneratedCode code {.compileId = "0/0"};
    for (int i = 0; i < times; ++i) {
        const auto number = std::to_string(i);
        const auto weight = "arg" + (ownWeights ? number : "0") + "_1";
        const auto buffer = "buf" + number;
        code.code += fmt::format("        # [Provenance debug handles] extern_kernels.mm:{}\n"
                                 "        extern_kernels.mm(x, {}, out={})\n",
            number, weight, buffer);
        code.kernels.push_back(
            {.name = "extern_kernels.mm", .handle = i, .nodes = {code.nodes.size()}});
        for (const auto* target :
            {"aten.mm.default", "aten.sigmoid.default", "aten.sigmoid.default",
                "aten.sigmoid.default", "aten.tanh.default", "aten.tanh.default"})
            code.nodes.push_back(node("n", target));
        if (ownWeights || i == 0)
            code.nodes.push_back(node(weight.c_str(), "parameter"));
    }
    return code;
}

RuleExample compiled(GeneratedCode code)
{
    auto example = withCode(std::move(code));
    example.addProcess(ProcessKind::Cold).compiles
        = {{.compileId = "0/0", .caseIndex = 0, .duration = std::chrono::seconds(24)}};
    return example;
}

RuleExample without(const char* fast, Verdict verdict)
{
    RuleExample example(12 * millisecond, 10 * millisecond);
    example.variant().verdict = verdict;
    for (int variant = 0; variant < 2; ++variant)
        example.addProcess(ProcessKind::Trace, variant).traces
            = {traceOf({stat(variant == 0 ? fast : "aten::mm", 5 * millisecond)})};
    return example;
}

RuleExample stepping(const char* range, const char* inside)
{
    RuleExample example;
    example.addProcess(ProcessKind::Trace).traces
        = {traceOf({stat(range, 3 * millisecond, SpanKind::Range), stat(inside, 2 * millisecond)})};
    return example;
}

} // namespace

TEST(UnrolledLoopRule, NamesTheLoopItsCompileAndTorchsModuleForIt)
{
    auto example = compiled(products(12, false));
    const auto findings = example.ask(libraryRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("unrolled_loop"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default compiled a Python loop as 12 rounds written out: 12 kernel calls in one graph; "
        "nn.LSTM does the same in one call of the library");
    EXPECT_DOUBLE_EQ(findings[0].onceNs.value_or(0), 22e9) << "all but one of twelve rounds";
    EXPECT_EQ(findings[0].place->line, 12);
    EXPECT_THAT(example.code(findings[0]), HasSubstr("nn.LSTM("));
}

TEST(UnrolledLoopRule, LeavesLayersWithTheirOwnWeightsAndFewRounds)
{
    EXPECT_THAT(compiled(products(12, true)).ask(libraryRules), IsEmpty());
    EXPECT_THAT(compiled(products(4, false)).ask(libraryRules), IsEmpty());
}

TEST(LibraryKernelLostRule, IsToldOfAVariantThatLostWithIt)
{
    auto example = without("aten::lstm", Verdict::Slower);
    const auto findings = example.ask(libraryRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("library_kernel_lost"));
    EXPECT_THAT(example.sentence(findings[0]), HasSubstr("no longer calls aten::lstm"));
    EXPECT_NEAR(findings[0].recoverable.at(0).cost.highNs, 2 * millisecond, 1);
    EXPECT_THAT(without("aten::lstm", Verdict::Faster).ask(libraryRules), IsEmpty());
    EXPECT_THAT(without("aten::relu", Verdict::Slower).ask(libraryRules), IsEmpty());
}

TEST(LibraryKernelLostRule, IsNotToldFromATraceThatSplitsNoTimedCall)
{
    auto example = without("aten::lstm", Verdict::Slower);
    for (auto& process : example.data.processes)
        for (auto& trace : process.traces)
            for (auto& call : trace.calls)
                call.endNs = call.startNs + 3 * (call.endNs - call.startNs);
    EXPECT_THAT(example.ask(libraryRules), IsEmpty());
}

TEST(OptimizerNotFusedRule, IsAStepThatTorchHasAKernelFor)
{
    auto example = stepping("Optimizer.step#AdamW.step", "aten::_foreach_add_");
    const auto findings = example.ask(libraryRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("optimizer_not_fused"));
    EXPECT_EQ(example.code(findings[0]), "torch.optim.AdamW(model.parameters(), fused=True)");
    EXPECT_THAT(
        stepping("Optimizer.step#AdamW.step", "aten::_fused_adamw_").ask(libraryRules), IsEmpty());
    EXPECT_THAT(stepping("Optimizer.step#LBFGS.step", "aten::add_").ask(libraryRules), IsEmpty());
}

TEST(OptimizerEagerRule, IsALongStepThatTheModelsCompilationLeavesOut)
{
    RuleExample example;
    StepSplit split {.wholeNs = 10 * millisecond};
    split.partNs[static_cast<std::size_t>(StepPart::Optimizer)] = 4.7 * millisecond;
    example.variant().step = split;
    const auto findings = example.ask(libraryRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("optimizer_eager"));
    EXPECT_THAT(example.sentence(findings[0]),
        HasSubstr("leaves the optimizer eager, which takes 4.7 ms of each step (47"));
    EXPECT_THAT(example.code(findings[0]), HasSubstr("optimizer.step()"));
    example.planned().parts
        = {{.target = "", .settings = {}}, {.target = "optimizer", .settings = {}}};
    EXPECT_THAT(example.ask(libraryRules), IsEmpty()) << "it is compiled";
    example.planned().parts.clear();
    split.partNs[static_cast<std::size_t>(StepPart::Optimizer)] = 1 * millisecond;
    example.variant().step = split;
    EXPECT_THAT(example.ask(libraryRules), IsEmpty()) << "it is short";
}
