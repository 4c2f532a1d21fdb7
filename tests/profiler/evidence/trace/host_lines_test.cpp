// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/host_lines.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"

#include <gtest/gtest.h>

using namespace profiler;

namespace {

/// Two lines and a third that was never seen; `first` and `second` samples.
HostLines sampled(int first, int second)
{
    const TraceSummary trace {.calls = {{0, 1000}, {2000, 3200}, {4000, 9000}}};
    TraceRows rows;
    rows.places = {{.id = 1, .file = "model.py", .line = 12, .function = "forward"},
        {.id = 2, .file = "model.py", .line = 30, .function = "mask"},
        {.id = 3, .file = "model.py", .line = 40, .function = "unused"}};
    const auto add = [&](std::int32_t place, int times) {
        rows.counters.series.insert(
            rows.counters.series.end(), static_cast<std::size_t>(times), place);
    };
    add(2, second);
    add(1, first);
    add(9, 5); // of no line that was told
    return hostLines(trace, rows);
}

} // namespace

TEST(HostLines, OrdersLinesByHowOftenTheHostStoodThere)
{
    const auto host = sampled(30, 10);
    EXPECT_EQ(host.samples, 40);
    EXPECT_DOUBLE_EQ(host.callNs, 1200);
    ASSERT_EQ(host.lines.size(), 2U);
    EXPECT_EQ(host.lines[0].line, 12);
    EXPECT_EQ(host.lines[0].function, "forward");
    EXPECT_EQ(host.lines[0].samples, 30);
    EXPECT_DOUBLE_EQ(host.lines[0].perCallNs, 900);
    EXPECT_EQ(host.lines[1].line, 30);
}

/// Figures of Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in
/// Medicine 17 (1998), table I, method 3.
TEST(HostLines, TellsHowSureAShareIs)
{
    const auto many = sampled(81, 263 - 81).lines[1].share;
    EXPECT_NEAR(many.low, 0.2553, 5e-5);
    EXPECT_NEAR(many.high, 0.3662, 5e-5);
    const auto few = sampled(15, 148 - 15).lines[1].share;
    EXPECT_NEAR(few.low, 0.0624, 5e-5);
    EXPECT_NEAR(few.high, 0.1605, 5e-5);
    EXPECT_DOUBLE_EQ(few.estimate, 15.0 / 148);
}

TEST(HostLines, AreNoneWithoutSamples)
{
    EXPECT_TRUE(sampled(0, 0).lines.empty());
}
