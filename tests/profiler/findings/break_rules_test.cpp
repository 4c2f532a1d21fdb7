// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "tests/profiler/findings/rule_example.h"

#include <chrono>

namespace {

constexpr const char* inLoop = "Failed to trace builtin operator\n\n*** While handling this graph "
                               "break, another graph break occurred: ***\n\n"
                               "graph break in loop\n  Explanation: …\n  Developer debug context: "
                               "frame skipped: forward (net.py line 8)";
constexpr const char* noFake = "Operator does not support running with fake tensors\n\n"
                               "  Developer debug context: unsupported operator: "
                               "aten._transformer_encoder_layer_fwd.default\n\n";

/// A break in forward, whose compilation ended so.
RuleExample broken(const char* compileId, const char* failReason)
{
    RuleExample example;
    auto& process = example.addProcess(ProcessKind::Cold);
    process.breaks = {{.id = "gb0059",
        .reason = "Failed to trace builtin operator",
        .explanation = "Dynamo does not know how to trace builtin operator `print`",
        .file = "net.py",
        .line = 11,
        .function = "forward",
        .compileId = compileId,
        .caseIndex = 0}};
    process.compiles = {{.compileId = compileId,
        .caseIndex = 0,
        .function = "forward",
        .file = "net.py",
        .line = 8,
        .failType = failReason == nullptr ? "" : "Unsupported",
        .failReason = failReason == nullptr ? "" : failReason}};
    return example;
}

/// The source around that break, which is in the fourth line of the excerpt.
void addSource(
    RuleExample& example, const std::string& around, std::vector<SourceFrame> frames = {})
{
    example.data.sources = {{.file = "net.py",
        .line = 11,
        .firstLine = 8,
        .text = "    def forward(self, x):\n        y = self.a(x)\n        " + around
            + "\n            print(y)\n        return y\n",
        .frames = std::move(frames)}};
}

} // namespace

TEST(BreakRules, NameTheBlockThatTorchCannotEnterAgain)
{
    for (const auto& [around, said] : std::vector<std::pair<std::string, std::string>> {
             {"with timed(self.log):", " inside the with block of line 10, so torch compiles"},
             {"try:", " inside the try block of line 10, so torch compiles"},
             {"if self.noisy:", "measured call, so torch compiles"},
             {"with torch.no_grad():", "measured call, so torch compiles"}}) {
        auto example = broken("0/0", "Failed to trace builtin operator");
        addSource(example, around);
        const auto findings = example.ask(breakRules);
        ASSERT_EQ(findings.size(), 1U);
        EXPECT_THAT(
            example.sentence(findings[0]), HasSubstr(said + " nothing of forward() itself"));
        EXPECT_EQ(findings[0].severity, Finding::Severity::Bad);
    }
}

TEST(BreakRules, NameTheCallThatRunsItsFunctionEager)
{
    for (const auto& [call, said] : std::vector<std::pair<std::string, std::string>> {
             {"x = checkpoint(self.block, x, use_reentrant=False)",
                 " inside the function that line 40 checkpoints, so torch compiles"},
             {"return Scaled.apply(x)", " inside the autograd function that line 40 applies"}}) {
        auto example = broken("0/0", nullptr);
        example.data.processes.front().compiles.front().line = 38; // of the function that calls it
        addSource(example, "if self.noisy:",
            {{.file = "net.py", .line = 40, .function = "forward", .text = call},
                {.file = "net.py", .line = 11, .function = "forward", .text = "print(y)"}});
        const auto findings = example.ask(breakRules);
        ASSERT_EQ(findings.size(), 1U);
        EXPECT_THAT(example.sentence(findings[0]), HasSubstr(said));
        // A function that torch compiles by itself is left at its line alone.
        example.data.processes.front().compiles.push_back({.compileId = "1/0",
            .caseIndex = 0,
            .function = "forward",
            .file = "net.py",
            .line = 8});
        EXPECT_THAT(example.sentence(example.ask(breakRules).at(0)),
            testing::Not(HasSubstr("compiles nothing")));
    }
}

TEST(GenerationLoopRule, SaysThatForwardAloneIsToBeCompiled)
{
    RuleExample example;
    example.data.plan.workload.call = "generate";
    example.addProcess(ProcessKind::Cold).proofs
        = {{.caseIndex = 0, .observed = true, .regions = {{"0/0", 1}, {"1/0", 16}, {"2/0", 64}}}};
    const auto findings = example.ask(breakRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("generation_loop"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default runs 81 graphs a call: generate() is compiled with its loop over the tokens");
    EXPECT_THAT(example.code(findings[0]), HasSubstr("cache_implementation=\"static\""));
    example.planned().parts = {{.target = "model"}};
    EXPECT_THAT(example.ask(breakRules), IsEmpty());
    example.planned().parts.clear();
    example.data.plan.workload.call = "";
    EXPECT_THAT(example.ask(breakRules), IsEmpty());
}

TEST(BreakRules, SayWhatRunsEagerWhereABreakIsInsideALoop)
{
    auto example = broken("0/0", inLoop);
    const auto findings = example.ask(breakRules);
    ASSERT_THAT(rulesIn(findings), ElementsAre("graph_break"));
    EXPECT_EQ(example.sentence(findings[0]),
        "default has a graph break: print() in the measured call inside a loop, so torch compiles "
        "nothing of forward() itself");
    EXPECT_EQ(findings[0].severity, Finding::Severity::Bad);
    EXPECT_EQ(findings[0].remedy.kind, RemedyKind::Rewrite);
}

TEST(BreakRules, CallABreakBetweenTwoGraphsWhatItIs)
{
    auto example = broken("0/0", nullptr);
    const auto findings = example.ask(breakRules);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(
        example.sentence(findings[0]), "default has a graph break: print() in the measured call");
    EXPECT_EQ(findings[0].severity, Finding::Severity::Warning);
}

TEST(BreakRules, NameTheSizeAndTheOperatorThatTakesFixedOnesAlone)
{
    auto example = broken("0/1", noFake);
    example.data.processes.front().recompiles = {{.compileId = "0/1",
        .guard = "tensor 'ids' size mismatch at index 0. expected 1, actual 2",
        .function = "forward",
        .file = "net.py",
        .line = 8,
        .caseIndex = 0}};
    const auto findings = example.ask(breakRules);
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_THAT(example.sentence(findings[0]),
        HasSubstr(", so torch compiles nothing of forward() itself from the call on in which ids "
                  "changed from 1 to 2 in "
                  "dimension 0: aten._transformer_encoder_layer_fwd takes fixed sizes alone"));
    EXPECT_EQ(example.code(findings[0]), "model = torch.compile(model, dynamic=False)");
    EXPECT_THAT(findingAdvice(findings[0]), HasSubstr("dynamic=False"));
    example.planned().compile.dynamic = false;
    EXPECT_THAT(
        example.sentence(example.ask(breakRules).at(0)), testing::Not(HasSubstr("fixed sizes")));
}
