// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/findings/conclude.h"
#include "profiler/formats/imported_comparison.h"
#include "profiler/formats/imported_memory.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/report_builder.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/device_text.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/work_text.h"
#include "tests/support/made_rows.h"
#include "tests/support/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

using namespace profiler;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

/// One step of 100 µs for each of `stepsUs`, or of what they say: a GEMM of `gemmUs`, a copy kernel
/// of 10 µs, and a transfer of 5 µs in each.
ImportedTrace traceOf(const std::string& device, std::int64_t gemmUs,
    const std::vector<std::int64_t>& stepsUs = {100})
{
    tests::MadeRows made;
    ImportedTrace trace;
    trace.devices = {{.name = device}};
    std::int64_t at = 1'000'000 * us;
    std::int32_t correlation = 0;
    for (const auto step : stepsUs) {
        made.addApi("cudaLaunchKernel", at, at + us, ++correlation);
        made.addKernel("sm90_xmma_gemm_bf16", at + us, at + (1 + gemmUs) * us, correlation);
        made.addApi("cudaLaunchKernel", at + us, at + 2 * us, ++correlation);
        made.addKernel(
            "direct_copy_kernel", at + (1 + gemmUs) * us, at + (11 + gemmUs) * us, correlation);
        made.addApi("cudaMemcpyAsync", at + 2 * us, at + 3 * us, ++correlation);
        made.addCopy(at + (11 + gemmUs) * us, at + (16 + gemmUs) * us, correlation);
        trace.steps.push_back({.name = "ProfilerStep#1", .startNs = at, .endNs = at + step * us});
        at += step * us;
    }
    trace.rows = made.rows;
    trace.events = 1;
    return trace;
}

ComparisonData pair()
{
    return importedComparison({{.name = "a", .traces = {traceOf("NVIDIA H100", 50)}},
                                  {.name = "b", .traces = {traceOf("AMD MI300X", 70, {130})}}})
        .data;
}

ImportedVariant logAlone()
{
    CompileRun run;
    run.compiles.push_back({.fact = {.compileId = "0/0",
                                .function = "forward",
                                .duration = std::chrono::milliseconds(1500),
                                .cache = "miss"}});
    run.breaks.push_back({.reason = "print", .file = "model.py", .line = 7, .compileId = "0/0"});
    return {.name = "log", .logs = {{.runs = {run}}}};
}

nlohmann::json compared(const ComparisonData& data)
{
    return nlohmann::json::parse(compareJson(conclude(data)));
}

/// Everything that a report says, its shapes among them.
std::string reportOf(const ComparisonData& data)
{
    return htmlReport(conclude(data), data);
}

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

MemoryEvent event(const char* action, std::int64_t bytes, std::int64_t timeNs, int device = 0)
{
    return {.device = device, .action = action, .bytes = bytes, .timeNs = timeNs};
}

/// 300 bytes are held at the end, of 1000 reserved.
MemorySnapshot snapshot()
{
    MemorySnapshot made;
    made.segments = {{.bytes = 1000, .allocatedBytes = 300}};
    made.events = {event("alloc", 500, 10), event("free_requested", 500, 15),
        event("free_completed", 500, 20), event("segment_alloc", 400, 25), event("alloc", 100, 30)};
    return made;
}

} // namespace

TEST(TraceDifference, IsAKindOfItsOwnAndNoVerdict)
{
    const auto result = conclude(pair());
    EXPECT_EQ(result.kind, ComparisonKind::TraceDifference);
    const auto& variant = result.cases.front().variants[1];
    EXPECT_EQ(variant.verdict, Verdict::NotJudged);
    EXPECT_FALSE(variant.speedUp);
    EXPECT_EQ(result.recommendation.kind, RecommendationKind::NotJudged);
    EXPECT_EQ(markOf(result.recommendation.kind), Mark::Neutral) << "no octagon, no check";
    EXPECT_TRUE(result.comparable.blocking.empty());
}

TEST(TraceDifference, HasPartsThatAddUp)
{
    const auto result = conclude(pair());
    const auto* difference = differenceOf(result, 1);
    ASSERT_NE(difference, nullptr);
    EXPECT_NEAR(difference->changeNs(), 30 * us, 1e-6);
    double sum = 0;
    for (const auto& part : difference->parts)
        sum += part.changeNs();
    EXPECT_NEAR(sum, difference->changeNs(), 1e-6);
    EXPECT_EQ(importedSentence(result, 1),
        "From a to b: +30.00 µs a step (100.0 µs → 130.0 µs; one step each, profiler on): "
        "GEMM/attn/conv +20.00 µs, waiting for the host +10.00 µs.");
}

TEST(TraceDifference, LeadsToTheKernelsOfWorkAndNeverOfIdleTime)
{
    auto late = traceOf("NVIDIA H100", 50);
    late.steps.front().endNs += 500 * us; // idle: most of what changed
    const auto result = conclude(importedComparison(
        {{.name = "a", .traces = {traceOf("X", 40)}}, {.name = "b", .traces = {late}}})
                                     .data);
    const auto steps = importedNextSteps(result, 1);
    ASSERT_FALSE(steps.empty());
    EXPECT_EQ(steps.front().look, NextLook::Kernels);
    EXPECT_EQ(steps.front().sentence, "Which kernels make GEMM/attn/conv +10.00 µs");
}

TEST(TraceAlone, WithoutProfilerStepIsCalledATrace)
{
    auto whole = traceOf("X", 50);
    whole.steps.clear();
    const auto result = conclude(importedComparison({{.name = "a", .traces = {whole}}}).data);
    EXPECT_EQ(importedUnit(result), "trace");
    const auto table = importedTable(result);
    EXPECT_THAT(table.columns, testing::Contains("whole trace"));
    EXPECT_THAT(table.columns, testing::Not(testing::Contains("one step")));
    EXPECT_EQ(importedUnit(conclude(pair())), "step");
    EXPECT_THAT(importedTable(conclude(pair())).columns, testing::Contains("one step"));
}

TEST(TraceDifference, TellsTheDeviceOfEachTrace)
{
    const auto result = conclude(pair());
    ASSERT_EQ(result.imported->variants.size(), 2U);
    EXPECT_EQ(result.imported->variants[0].trace.device, "NVIDIA H100");
    EXPECT_EQ(result.imported->variants[1].trace.device, "AMD MI300X");
    EXPECT_EQ(result.device, "NVIDIA H100 and AMD MI300X");
    auto silent = traceOf("", 50);
    const auto alone = conclude(importedComparison({{.name = "a", .traces = {silent}}}).data);
    EXPECT_EQ(alone.device, "") << "no device is made up";
    EXPECT_EQ(alone.kind, ComparisonKind::Trace);
}

TEST(TraceDifference, ClaimsNothingThatTheFilesCannotTell)
{
    const auto result = conclude(pair());
    for (const auto& variant : result.cases.front().variants) {
        EXPECT_FALSE(variant.graphBreaks) << "a kernel trace holds no graph breaks";
        EXPECT_THAT(reasonText(variant.graphBreaks.error()), HasSubstr("not in this file"));
        EXPECT_THAT(reasonText(variant.graphBreaks.error()), HasSubstr("TORCH_TRACE"));
        EXPECT_FALSE(variant.recompiles);
        EXPECT_FALSE(variant.compileCold);
        EXPECT_FALSE(variant.paybackCold);
        EXPECT_EQ(variant.numerics.status, NumericsStatus::NotChecked);
        EXPECT_THAT(reasonText(variant.numerics.reason), HasSubstr("not in this file"));
    }
    EXPECT_TRUE(qualityRows(result).empty()) << "nobody measured its quality";
    for (const auto& note : trustNotes(result, result.cases.front()))
        EXPECT_NE(note.mark, Mark::Good) << note.text;
}

TEST(TraceDifference, IsTheSameInJson)
{
    const auto document = compared(pair());
    EXPECT_EQ(document["kind"], "trace_difference");
    const auto& difference = document["differences"][0];
    EXPECT_EQ(difference["variant"], "b");
    EXPECT_EQ(difference["difference_ns"], 30 * us);
    std::int64_t sum = 0;
    for (const auto& [key, part] : difference["by_class"].items())
        sum += part["difference_ns"].get<std::int64_t>();
    EXPECT_EQ(sum, 30 * us);
    EXPECT_EQ(difference["by_class"]["matmul"]["difference_ns"], 20 * us);
    EXPECT_EQ(document["traces"][1]["device"], "AMD MI300X");
    EXPECT_EQ(document["traces"][0]["kernels_per_step"], 2);
    const auto& variant = document["cases"][0]["variants"][1];
    EXPECT_EQ(variant["verdict"], "not_judged");
    for (const char* key : {"graph_breaks", "recompiles", "speedup"}) {
        EXPECT_TRUE(variant[key].is_null()) << key;
        EXPECT_FALSE(variant[std::string(key) + "_reason"].get<std::string>().empty()) << key;
    }
}

TEST(TraceDifference, IsTheSameInWordsAndReports)
{
    const auto data = pair();
    const auto sentence = importedSentence(conclude(data), 1);
    const auto text = compareText(conclude(data), 400, false);
    EXPECT_THAT(text, HasSubstr(sentence));
    EXPECT_THAT(text, HasSubstr("No verdict and no interval"));
    for (const char* word : {"not comparable", "× faster", "quiet", "processes", "✗"})
        EXPECT_THAT(text, Not(HasSubstr(word)));
    const auto report = reportOf(data);
    EXPECT_THAT(report, HasSubstr("Trace difference"));
    for (const char* word : {"Not comparable", "Pays back", "were quiet", "inference", "✓"})
        EXPECT_THAT(report, Not(HasSubstr(word))) << word;
}

TEST(TraceDifference, SaysTheSameOnKernels)
{
    const auto data = pair();
    const auto result = conclude(data);
    const auto& inCase = result.cases.front();
    const auto work = compareWork(data, inCase, 1);
    const auto waterfall = waterfallOf(data, inCase, 1);
    ASSERT_TRUE(work && waterfall);
    EXPECT_EQ(workHeadline(result, inCase, 1, work, waterfall).sentence,
        importedSentence(result, 1, Emphasis::Markdown));
    // Copies are kernels and transfers; a step holds their time and no idle time.
    for (const auto& bar : waterfall->bars)
        if (bar.step == WaterfallStep::Copies) {
            EXPECT_NEAR(bar.baselineNs, 15 * us, 1e-6);
            EXPECT_NEAR(bar.variantNs, 15 * us, 1e-6);
        }
    EXPECT_NEAR(work->byKind.at(WorkKind::Matmul).changeNs(), 20 * us, 1e-6);
}

TEST(ImportedTrace, IsNotBusyForLongerThanItsSteps)
{
    // Both are medians: each step is busy for 75, and the median step takes 80.
    const auto data
        = importedComparison({{.name = "a", .traces = {traceOf("X", 60, {80, 80, 400})}}}).data;
    const auto result = conclude(data);
    const auto& trace = result.imported->variants.front().trace;
    ASSERT_TRUE(trace.busyRatio);
    EXPECT_NEAR(*trace.busyRatio, 75.0 / 80, 1e-9);
    EXPECT_EQ(trace.kernels, 2);
    EXPECT_EQ(trace.steps, 3);
    double sum = 0;
    for (const auto& part : trace.parts)
        sum += part.variantNs;
    EXPECT_NEAR(sum, *trace.stepNs, 1e-6) << "the parts are of one step";
}

TEST(ImportedLog, IsAKindOfItsOwn)
{
    const auto data = importedComparison({logAlone()}).data;
    const auto result = conclude(data);
    EXPECT_EQ(result.kind, ComparisonKind::CompileLog);
    EXPECT_EQ(importedSentence(result, 0),
        "log: 1 compile took 1.500 s, 1 graph break, 0 recompiles; compile cache: 0 hits, 1 miss.");
    EXPECT_EQ(result.cases.front().variants.front().graphBreaks.value_or(-1), 1);
    EXPECT_FALSE(result.cases.front().variants.front().compileCold) << "no cost of 0 s";
    EXPECT_EQ(compared(data)["kind"], "compile_log");
}

TEST(ImportedLog, BesideATraceTellsItsBreaks)
{
    auto both = logAlone();
    both.traces = {traceOf("X", 50)};
    const auto result = conclude(importedComparison({both}).data);
    EXPECT_EQ(result.kind, ComparisonKind::Trace);
    EXPECT_EQ(result.cases.front().variants.front().graphBreaks.value_or(-1), 1);
    EXPECT_THAT(importedSentence(result, 0), HasSubstr("1 graph break"));
}

TEST(ImportedLog, BesideReadingsOfMemoryKeepsItsBreaks)
{
    auto both = logAlone();
    both.traces = {traceOf("X", 50)};
    auto& rows = both.traces.front().rows;
    rows.names.push_back({.id = 900, .text = "device0_allocated_bytes"});
    rows.counters.timeNs = {1};
    rows.counters.series = {900};
    rows.counters.value = {1000};
    const auto result = conclude(importedComparison({both}).data);
    EXPECT_EQ(result.cases.front().variants.front().graphBreaks.value_or(-1), 1)
        << "what held memory compiled nothing";
}

TEST(ImportedSnapshot, IsAKindOfItsOwn)
{
    SnapshotMemory snapshot;
    snapshot.fact.devicePeakBytes = 1 << 20;
    const auto result
        = conclude(importedComparison({{.name = "snap", .snapshots = {snapshot}}}).data);
    EXPECT_EQ(result.kind, ComparisonKind::MemorySnapshot);
    EXPECT_EQ(importedSentence(result, 0), "snap: at most 1.00 MiB allocated on the device.");
    EXPECT_TRUE(importedNextSteps(result, 0).size() == 1);
}

TEST(SnapshotMemory, IsPlayedBackFromItsEnd)
{
    const auto memory = memoryOf(snapshot());
    EXPECT_EQ(memory.fact.devicePeakBytes, 700) << "200 were held before the history begins";
    EXPECT_EQ(memory.fact.deviceReservedBytes, 1000);
    const auto& counters = memory.rows.counters;
    EXPECT_THAT(counters.timeNs, ElementsAre(10, 15, 25, 30));
    EXPECT_THAT(counters.value, ElementsAre(700, 200, 1000, 300));
    EXPECT_EQ(memory.rows.names.at(0).text, "device0_allocated_bytes");
    EXPECT_EQ(memory.rows.names.at(1).text, "device0_reserved_bytes");
}

TEST(SnapshotMemory, HasNoPeakWithoutAHistory)
{
    auto bare = snapshot();
    bare.events.clear();
    const auto memory = memoryOf(bare);
    EXPECT_EQ(memory.fact.devicePeakBytes, std::nullopt);
    EXPECT_EQ(memory.fact.deviceReservedBytes, 1000);
    EXPECT_EQ(memory.rows.counters.size(), 0U);
}

TEST(SnapshotMemory, PeaksWhereAHistoryBeginsWithFrees)
{
    MemorySnapshot made;
    made.segments = {{.bytes = 1000, .allocatedBytes = 300}, {.device = 1, .bytes = 50}};
    made.events = {event("free_requested", 500, 10), event("segment_free", 600, 15),
        event("alloc", 20, 20, 1), event("free_requested", 20, 30, 1)};
    const auto memory = memoryOf(made);
    EXPECT_EQ(memory.fact.devicePeakBytes, 800);
    EXPECT_EQ(memory.fact.deviceReservedBytes, 1600);
    EXPECT_THAT(memory.rows.counters.value, ElementsAre(300, 1000, 20, 0))
        << "each device for itself";
}

TEST(SnapshotMemory, BearsAnyNumbers)
{
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    constexpr auto least = std::numeric_limits<std::int64_t>::min();
    MemorySnapshot made;
    made.segments = {{.bytes = most, .allocatedBytes = most}, {.bytes = most, .allocatedBytes = 9}};
    for (const auto bytes : {most, least, std::int64_t {0}})
        for (const auto* action : {"alloc", "free_completed", "segment_alloc", "segment_free"})
            made.events.push_back(event(action, bytes, 1));
    EXPECT_GE(memoryOf(made).fact.devicePeakBytes, 0);
}

TEST(ImportedMemory, IsThatOfTheDeviceThatHeldMost)
{
    TraceRows rows;
    rows.names = {{1, "device0_allocated_bytes"}, {2, "device1_allocated_bytes"},
        {3, "device1_reserved_bytes"}, {4, "host_allocated_bytes"}, {5, "power_watts"}};
    rows.counters.series = {1, 2, 2, 3, 4, 5, 2};
    rows.counters.value = {5, 9, 7, 20, 3, 1e9, -1};
    rows.counters.timeNs = {1, 2, 3, 4, 5, 6, 7};
    const auto fact = memoryFactOf(rows);
    ASSERT_TRUE(fact);
    EXPECT_EQ(fact->devicePeakBytes, 9);
    EXPECT_EQ(fact->deviceReservedBytes, 20);
    EXPECT_EQ(fact->hostAllocatorPeakBytes, 3);
    EXPECT_FALSE(memoryFactOf({}));
}

TEST(ImportedMemory, OfATraceIsNotMixedWithThatOfASnapshot)
{
    TraceRows rows;
    rows.names = {{3, "device0_allocated_bytes"}};
    rows.counters = {.timeNs = {5}, .series = {3}, .value = {1}};
    addReadings(rows, memoryOf(snapshot()).rows);
    EXPECT_THAT(rows.counters.value, ElementsAre(1, 1000)) << "reserved bytes are new";
}

TEST(ImportedMemory, OfASnapshotIsOneFactAndReadingsOfTheTrace)
{
    ImportedTrace trace;
    trace.rows.names = {{7, "gemm"}};
    std::vector<ImportedVariant> variants(1);
    variants[0] = {.name = "eager", .traces = {trace}, .snapshots = {memoryOf(snapshot())}};
    const auto imported = importedComparison(std::move(variants));
    int facts = 0;
    for (const auto& process : imported.data.processes)
        facts += static_cast<int>(process.memory.size());
    EXPECT_EQ(facts, 1);
    ASSERT_EQ(imported.traces.size(), 1U);
    const auto& rows = imported.traces.begin()->second;
    EXPECT_EQ(rows.counters.size(), 4U);
    EXPECT_THAT(rows.counters.series, ElementsAre(8, 8, 9, 8)) << "ids of its own";
}
