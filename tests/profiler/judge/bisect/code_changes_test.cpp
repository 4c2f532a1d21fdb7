// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/bisect/code_changes.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <gtest/gtest.h>

namespace profiler {
namespace {

/// A trace process of each variant.
ComparisonData generated(std::vector<GeneratedCode> before, std::vector<GeneratedCode> after)
{
    ComparisonData data;
    data.plan.variants.resize(2);
    data.processes.resize(2);
    data.processes[0].start = {.kind = ProcessKind::Trace, .variant = 0};
    data.processes[0].code = std::move(before);
    data.processes[1].start = {.kind = ProcessKind::Trace, .variant = 1};
    data.processes[1].code = std::move(after);
    return data;
}

GeneratedCode graphOf(const std::vector<std::string>& targets)
{
    GeneratedCode code;
    for (const auto& target : targets)
        code.nodes.push_back({.target = target});
    return code;
}

TEST(CodeChanges, CountsTheOperatorsOfBothGraphs)
{
    const auto data = generated({graphOf({"input", "aten.addmm.default", "aten.relu.default"})},
        {graphOf({"input", "aten.addmm.default"}),
            graphOf({"aten.gelu.default", "aten.gelu.default"})});
    const std::vector<NameChange> expected {
        {"aten.gelu.default", 0, 2}, {"aten.relu.default", 1, 0}};
    EXPECT_EQ(codeChanges(data, 0, 1).operators, expected);
}

TEST(CodeChanges, CountsKernelsWhateverTheirNumber)
{
    GeneratedCode fused;
    fused.kernels = {{.name = "extern_kernels.mm"}, {.name = "cpp_fused_mul_sin_0"}};
    GeneratedCode apart;
    apart.kernels = {{.name = "extern_kernels.mm"}, {.name = "cpp_fused_mul_1"},
        {.name = "cpp_fused_sin_0"}, {.name = "cpp_fused_sin_2"}};
    const auto changes = codeChanges(generated({fused}, {apart}), 0, 1);
    const std::vector<NameChange> expected {
        {"cpp_fused_sin", 0, 2}, {"cpp_fused_mul_sin", 1, 0}, {"cpp_fused_mul", 0, 1}};
    EXPECT_EQ(changes.kernels, expected);
    EXPECT_EQ(changes.kernelsBefore, 2);
    EXPECT_EQ(changes.kernelsAfter, 4);
}

TEST(CodeChanges, LinesAreAlikeButForIndentationNumbersAndComments)
{
    GeneratedCode before;
    before.code = "# of yesterday\n    buf12 = relu(arg0_1)\n    del buf3\n\n    return (buf12,)\n";
    GeneratedCode after;
    after.code = "buf7 = relu(arg4_1)\r\nreturn (buf7,)\n# of today\nreuse(buf7, 16)";
    EXPECT_EQ(codeChanges(generated({before}, {after}), 0, 1).lines, (LinesChange {3, 3, 2}));
}

TEST(CodeChanges, WhatIsKnownOfOneSideAloneIsNoChange)
{
    const auto data = generated({graphOf({"aten.relu.default"})}, {});
    EXPECT_EQ(codeChanges(data, 0, 1), CodeChanges {});
}

TEST(PlainLine, KeepsNumbersAndTypes)
{
    EXPECT_EQ(plainLine("  tmp3 = tmp1 + 16L;"), "tmp = tmp + 16L;");
    EXPECT_EQ(plainLine("#include <cmath>"), "#include <cmath>");
    EXPECT_EQ(plainLine("// 64 of them"), "");
    EXPECT_EQ(plainLine("\t \r"), "");
    EXPECT_EQ(plainLine("x0 = 1e5 + 0x1F"), "x = 1e5 + 0x1F");
    EXPECT_EQ(plainLine("out_ptr0[x2] = float32(in_ptr1)"), "out_ptr[x] = float32(in_ptr)");
    EXPECT_EQ(plainLine("static_cast<int64_t>(x12)"), "static_cast<int64_t>(x)");
}

} // namespace
} // namespace profiler
