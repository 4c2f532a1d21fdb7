// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/source_line.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"

#include <gtest/gtest.h>

using namespace profiler;

TEST(SourceLine, IsFoundInAnExcerptThatHoldsIt)
{
    ComparisonData data;
    data.sources = {{.file = "other.py", .line = 3, .firstLine = 1, .text = "a\nb\nc"},
        {.file = "net.py",
            .line = 12,
            .firstLine = 10,
            .text = "def forward(self, x):\n\n\tx = self.norm(x)  \n    return x"}};
    EXPECT_EQ(sourceLine(data, "net.py", 10), "def forward(self, x):");
    EXPECT_EQ(sourceLine(data, "net.py", 11), "");
    EXPECT_EQ(sourceLine(data, "net.py", 12), "x = self.norm(x)");
    EXPECT_EQ(sourceLine(data, "net.py", 13), "return x");
    EXPECT_EQ(sourceLine(data, "net.py", 14), std::nullopt);
    EXPECT_EQ(sourceLine(data, "net.py", 9), std::nullopt);
    EXPECT_EQ(sourceLine(data, "lib/net.py", 12), std::nullopt);
}
