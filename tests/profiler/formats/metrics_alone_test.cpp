// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/imported_comparison.h"

#include <gtest/gtest.h>

#include <string>

using namespace profiler;

namespace {

LoggedCompile compile(const char* id, const char* restartReason, const char* metrics = "{}")
{
    LoggedCompile compile;
    compile.fact.compileId = id;
    compile.fact.function = "f";
    compile.fact.metricsJson = metrics;
    compile.restartReasons = {restartReason};
    return compile;
}

TEST(LogWithMetricsAlone, TellsBreaksAndRecompilesByThem)
{
    CompileRun run;
    run.compiles = {compile("0/0", "'skip function graph_break'"),
        compile("0/1", "Unknown fail reason"), compile("1/0", "builtin: print")};
    addWhatMetricsTell(run);
    ASSERT_EQ(run.breaks.size(), 2U);
    EXPECT_EQ(run.breaks[0].reason, "skip function graph_break");
    EXPECT_EQ(run.breaks[0].compileId, "0/0");
    EXPECT_EQ(run.breaks[1].reason, "builtin: print");
    ASSERT_EQ(run.recompiles.size(), 1U);
    EXPECT_EQ(run.recompiles[0].compileId, "0/1");
    EXPECT_EQ(run.recompiles[0].function, "f");
}

TEST(LogWithMetricsAlone, IsNoneWhereItHasTheRecordsOrWouldHaveThem)
{
    CompileRun run;
    run.compiles = {compile("0/1", "x", R"({"log_format_version": 3})")};
    addWhatMetricsTell(run);
    EXPECT_TRUE(run.breaks.empty());
    EXPECT_TRUE(run.recompiles.empty());
    run.compiles = {compile("0/1", "x")};
    run.breaks = {{.reason = "of a record"}};
    run.recompiles = {{.compileId = "0/1", .guard = "of a record"}};
    addWhatMetricsTell(run);
    EXPECT_EQ(run.breaks.size(), 1U);
    EXPECT_EQ(run.recompiles.size(), 1U);
}

} // namespace
