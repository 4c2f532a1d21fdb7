// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "profiler/report/documents.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

using namespace profiler;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

const ComparisonData& shownExample()
{
    static const auto data = [] {
        recorded_example::ExampleOptions options;
        options.variants[1].graphBreaks = 2;
        options.variants[2].recompiles = 1;
        return recorded_example::recordedExample(options);
    }();
    return data;
}

json rowsOf(ShowPart part, const char* key)
{
    const auto document = json::parse(showJson(part, shownExample()));
    EXPECT_EQ(document["schema"], 1);
    EXPECT_TRUE(document[key].is_array());
    return document[key];
}

void expectKeys(const json& rows, const std::vector<const char*>& keys)
{
    ASSERT_FALSE(rows.empty());
    for (const auto& row : rows)
        for (const auto* key : keys)
            EXPECT_TRUE(row.contains(key)) << key;
}

/// The example with a trace of its second variant: two calls, one operator each.
ComparisonData traced()
{
    auto data = shownExample();
    auto& process = data.processes.emplace_back();
    process.start = {.kind = ProcessKind::Trace, .variant = 1};
    process.traces = {{.start = {.pass = TracePass::Graphs}, .ended = true},
        {.start = {.caseIndex = 0},
            .calls = {{.startNs = 1000, .endNs = 3000}, {.startNs = 5000, .endNs = 8000}},
            .operators = {{.name = "aten::mm", .count = 2, .totalNs = 900, .selfNs = 800}},
            .operatorRows = 2,
            .losses = {.spansLost = 3, .reasons = {"the worker was killed"}},
            .ended = true,
            .deviceReason = "this is a CPU"}};
    return data;
}

Result<TraceRows> rowsOfTraced(TraceIndex trace)
{
    EXPECT_EQ(trace.value, 1) << "the rows of the pass that watches operators";
    return TraceRows {.names = {{.id = 1, .text = "aten::mm"}},
        .operators = {.startNs = {1100, 5100},
            .durationNs = {400, 500},
            .name = {1, 1},
            .thread = {1, 1},
            .kind = {0, 0},
            .sequence = {-1, -1},
            .place = {0, 0}}};
}

} // namespace

TEST(ShowJson, BreaksHaveThePlaceAndTheirCount)
{
    const auto rows = rowsOf(ShowPart::Breaks, "graph_breaks");
    expectKeys(rows,
        {"id", "reason", "file", "line", "function", "records", "per_call", "variant", "case",
            "cost_ns", "cost_ns_reason"});
    EXPECT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0]["variant"], "default");
}

TEST(ShowJson, RecompilesHaveTheirGuard)
{
    const auto rows = rowsOf(ShowPart::Recompiles, "recompiles");
    expectKeys(
        rows, {"compile_id", "guard", "reason", "file", "line", "duration_ns", "variant", "case"});
    EXPECT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0]["variant"], "reduce-overhead");
}

TEST(ShowJson, CompilesAreThoseOfTheFirstColdProcess)
{
    const auto rows = rowsOf(ShowPart::Compiles, "compiles");
    expectKeys(rows,
        {"compile_id", "function", "file", "line", "duration_ns", "phases", "cache", "nodes",
            "operators", "guards", "variant", "case"});
    std::size_t expected = 0;
    for (const auto& process : shownExample().processes)
        if (process.start.kind == ProcessKind::Cold && process.start.repetition == 0)
            for (const auto& fact : process.compiles)
                expected += fact.startUp ? 0 : 1;
    EXPECT_EQ(rows.size(), expected);
}

TEST(ShowJson, CallsKeepEveryCallOfEverySeries)
{
    const auto rows = rowsOf(ShowPart::Calls, "series");
    expectKeys(rows, {"variant", "case", "kind", "repetition", "clock", "calls", "again"});
    std::size_t calls = 0;
    for (const auto& row : rows)
        calls += row["calls"].size();
    std::size_t expected = 0;
    for (const auto& process : shownExample().processes)
        for (const auto& block : process.blocks)
            expected += block.wallNs.size();
    EXPECT_EQ(calls, expected);
    expectKeys(rows[0]["calls"], {"ns", "block", "round", "compiled", "switches"});
}

TEST(ShowJson, OtherPartsHaveTheirRows)
{
    expectKeys(rowsOf(ShowPart::Environment, "environment"), {"variant", "fields", "kind"});
    expectKeys(rowsOf(ShowPart::Memory, "memory"), {"variant", "phase", "host_peak_bytes"});
    expectKeys(rowsOf(ShowPart::Numerics, "numerics"), {"variant", "max_abs", "cosine"});
    expectKeys(rowsOf(ShowPart::Findings, "findings"),
        {"rule", "severity", "sentence", "evidence", "place", "variant", "case", "recoverable_ns",
            "once_ns", "seconds_once", "remedy", "remedy_kind", "advice", "page", "confidence",
            "state"});
}

TEST(ShowJson, ATraceHasItsCallsAndSaysWhatIsMissing)
{
    const auto rows
        = json::parse(showJson(ShowPart::Trace, traced(), {.rowsOf = &rowsOfTraced}))["traces"];
    ASSERT_EQ(rows.size(), 1U) << "the pass of the graphs is no trace of operators";
    const auto& row = rows[0];
    EXPECT_EQ(row["variant"], shownExample().plan.variants[1].name);
    EXPECT_EQ(row["calls"], 2);
    EXPECT_EQ(row["call_ns"], 2500);
    EXPECT_EQ(row["operator_ns"], 450);
    EXPECT_EQ(row["steps"][1]["duration_ns"], 3000);
    EXPECT_TRUE(row["busy_ns"].is_null());
    EXPECT_EQ(row["busy_ns_reason"], "this is a CPU");
    EXPECT_EQ(row["completeness"]["complete"], false);
    EXPECT_EQ(row["completeness"]["spans_lost"], 3);
    EXPECT_EQ(row["completeness"]["reasons"][0], "the worker was killed");
    EXPECT_GT(row["overhead"]["ratio"].get<double>(), 0);
}

TEST(ShowJson, ATraceWhoseRowsAreGoneKeepsItsCalls)
{
    const auto rows = json::parse(showJson(ShowPart::Trace, traced()))["traces"];
    EXPECT_EQ(rows[0]["call_ns"], 2500);
    EXPECT_THAT(rows[0]["kernels_reason"].get<std::string>(), HasSubstr("not at hand"));
}

TEST(ShowJson, OperatorsAndKernelsComeFromTheSummary)
{
    const auto rows = json::parse(showJson(ShowPart::Operators, traced()))["traces"];
    EXPECT_EQ(rows[0]["operators"][0]["name"], "aten::mm");
    EXPECT_EQ(rows[0]["operators"][0]["self_ns"], 800);
    auto ofDevice = traced();
    ofDevice.plan.numeric.device = "cuda:0";
    const auto kernels = json::parse(showJson(ShowPart::Kernels, ofDevice))["traces"];
    EXPECT_TRUE(kernels[0]["kernels"].empty());
    EXPECT_EQ(kernels[0]["kernels_reason"], "this is a CPU");
}

TEST(ShowJson, KernelsOfACpuAreWhatComputesThere)
{
    auto data = traced();
    auto& operators = data.processes.back().traces.back().operators;
    operators.push_back({.name = "cpp_fused_relu_0",
        .kind = SpanKind::Kernel,
        .count = 4,
        .totalNs = 2000,
        .selfNs = 2000,
        .selfPerCallNs = 1000});
    operators.push_back({.name = "0/0", .kind = SpanKind::Region, .count = 2, .totalNs = 9000});
    const auto trace = json::parse(showJson(ShowPart::Kernels, data))["traces"][0];
    EXPECT_EQ(trace["measured_on"], "cpu");
    ASSERT_EQ(trace["kernels"].size(), 2U);
    EXPECT_EQ(trace["kernels"][0]["name"], "cpp_fused_relu_0");
    EXPECT_EQ(trace["kernels"][0]["kind"], "kernel");
    EXPECT_EQ(trace["kernels"][0]["mean_ns"], 500);
    EXPECT_TRUE(trace["kernels"][0]["launch_delay_ns"].is_null());
    EXPECT_FALSE(trace["kernels"][0]["launch_delay_ns_reason"].get<std::string>().empty());
    EXPECT_EQ(trace["kernels"][1]["name"], "aten::mm");
    EXPECT_EQ(trace["kernels"][1]["total_ns"], 800) << "time of its own, so that rows add up";
    const auto text = showText(ShowPart::Kernels, data);
    EXPECT_THAT(text, HasSubstr("cpp_fused_relu_0"));
    EXPECT_THAT(text, HasSubstr("Measured on the CPU"));
    EXPECT_THAT(text, HasSubstr("operators"));
}

TEST(ShowText, OfATraceFitsPeople)
{
    EXPECT_THAT(showText(ShowPart::Operators, traced()), HasSubstr("aten::mm"));
    EXPECT_THAT(showText(ShowPart::Kernels, shownExample()), HasSubstr("No kernels were traced"));
    EXPECT_THAT(showText(ShowPart::Trace, traced(), {.rowsOf = &rowsOfTraced}), HasSubstr("no"));
    EXPECT_EQ(showText(ShowPart::Trace, shownExample()), "No calls were traced.\n");
}

TEST(ShowText, SaysWhenThereIsNothing)
{
    const auto eager = [] {
        recorded_example::ExampleOptions options;
        options.variants = recorded_example::exampleVariants(1);
        return recorded_example::recordedExample(options);
    }();
    EXPECT_EQ(showText(ShowPart::Breaks, eager), "No graph breaks.\n");
}

TEST(ShowText, IsATableWithTheSameRows)
{
    const auto text = showText(ShowPart::Breaks, shownExample());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
    EXPECT_THAT(text, HasSubstr("model.py:"));
}

TEST(ShowPart, KnowsItsWords)
{
    EXPECT_EQ(showPartFrom("breaks").value(), ShowPart::Breaks);
    EXPECT_EQ(showPartFrom("kernels").value(), ShowPart::Kernels);
    EXPECT_EQ(showPartFrom("ledger").value(), ShowPart::Ledger);
    EXPECT_EQ(showPartFrom("").error().kind, ErrorKind::BadInput);
}
