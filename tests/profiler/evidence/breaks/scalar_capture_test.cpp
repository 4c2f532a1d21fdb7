// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/scalar_capture.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/break_advice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

std::string textFor(const std::string& source, int line)
{
    ComparisonData data;
    data.sources = {{.file = "net.py", .line = line, .firstLine = 10, .text = source}};
    return scalarCaptureText(data,
        {.id = "gb0124",
            .hint = "Set `torch._dynamo.config.capture_scalar_outputs = True`",
            .file = "net.py",
            .line = line});
}

} // namespace

// What torch 2.11 does with the setting in each of these places was tried.
TEST(ScalarCapture, HardlyHelpsWhereTheNumberDecidesABranch)
{
    EXPECT_THAT(textFor("    if float(x.sum()) > 0:\n        x = x + 1", 10),
        HasSubstr("hardly help here: the number decides a branch (line 10)"));
    EXPECT_THAT(textFor("n = int(l.max())\nx = x + 1\nwhile n > 0:\n    n = n - 1", 10),
        HasSubstr("decides a branch (line 12)"));
}

TEST(ScalarCapture, HardlyHelpsForTheRoundsOfALoop)
{
    EXPECT_THAT(textFor("    n = l.max().item()\n    for _ in range(n):", 10),
        HasSubstr("rounds of a loop (line 11)"));
}

TEST(ScalarCapture, IsNotClaimedToHelpElsewhere)
{
    EXPECT_THAT(textFor("    v = float(x.sum())\n    return x * v", 10), HasSubstr("is not known"));
    EXPECT_THAT(
        textFor("n = l.sum().item()\ndef other(n):\n    if n:", 10), HasSubstr("is not known"));
    EXPECT_THAT(textFor("n = l.sum().item()\nif not nice:", 10), HasSubstr("is not known"));
}

TEST(ScalarCapture, IsNotSpokenOfWhereTorchDoesNotHintAtIt)
{
    EXPECT_EQ(scalarCaptureText({}, {.id = "gb0059", .hint = "Avoid print"}), "");
}

TEST(BreakAdvice, NamesAReadNumberAndNoSize)
{
    const auto advice = breakAdvice({.id = "gb0033",
        .explanation = "Operator `aten._local_scalar_dense.default` has a non-Tensor output whose "
                       "value is dependent on the data of Tensor inputs."});
    EXPECT_EQ(advice.title, "Data-dependent operator (a Python number is read from a tensor)");
    EXPECT_THAT(breakAdvice({.id = "gb0036"}).title, HasSubstr("Data-dependent operator"));
}
