// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/number_text.h"
#include "profiler/model/process_record.h"
#include "profiler/model/result.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/code/compile_code.h"
#include "profiler/report/sentences/break_advice.h"
#include "profiler/report/sentences/breaks_text.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/text/log_level.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using testing::HasSubstr;

namespace {

BreaksHeadline headlineOf(const ComparisonData& data, int variant)
{
    const auto result = conclude(data);
    const auto places = breakPlaces(data, 0, variant);
    return breaksHeadline(result, result.cases.front(),
        result.cases.front().variants.at(static_cast<std::size_t>(variant)),
        recompilesOf(data, variant), graphsOfCall(data, variant, 0, places),
        breakCounts(data, variant, 0, places));
}

ComparisonData exampleWithBreaks()
{
    recorded_example::ExampleOptions options {.repetitions = 3, .rounds = 4};
    options.variants.at(1).graphBreaks = 0;
    options.variants.at(2).graphBreaks = 2;
    options.variants.at(2).recompiles = 2;
    return recorded_example::recordedExample(options);
}

GraphBreak breakOf(
    const std::string& id, const std::string& reason, const std::string& explanation = {})
{
    return {.id = id, .reason = reason, .explanation = explanation};
}

/// Traced graphs of the last variant, whose calls pass breaks at those lines of one file.
TraceSummary& addTracedGraphs(ComparisonData& data, const std::vector<int>& lines)
{
    auto& process = data.processes.emplace_back();
    process.start = {.kind = ProcessKind::Trace, .variant = 2};
    for (int graph = 0; const int line : lines)
        process.breaks.push_back({.id = "gb0059",
            .file = "net.py",
            .line = line,
            .compileId = std::to_string(graph++) + "/0"});
    return process.traces.emplace_back(TraceSummary {.start = {.pass = TracePass::Graphs},
        .constants = {.nullGraphNs = 6'000, .wrapperNs = 1'000},
        .ended = true});
}

TEST(PassesText, SaysOnceAndHowManyTimes)
{
    EXPECT_EQ(passesText(1.0), "once a call");
    EXPECT_EQ(passesText(3.0), "3 times a call");
    EXPECT_EQ(passesText(0.0), "not passed in a steady call");
    EXPECT_EQ(passesText(std::nullopt), "times a call not known");
}

TEST(BreaksHeadline, CountsPlacesPassesAndRecompilesWithTheirTime)
{
    const auto headline = headlineOf(exampleWithBreaks(), 2);
    EXPECT_EQ(headline.mark, Mark::Warning);
    EXPECT_THAT(headline.sentence, HasSubstr("has 2 graph breaks**, 2 times a call"));
    EXPECT_THAT(headline.sentence, HasSubstr("2 recompiles cost"));
    EXPECT_THAT(headline.note, HasSubstr("not known: its graphs were not traced"));
    EXPECT_THAT(headline.note, HasSubstr("a call runs 3 graphs"));
}

TEST(BreaksHeadline, SaysWhatTheBreaksCostAndWhatFixingThemGains)
{
    auto data = exampleWithBreaks();
    // Half of it is the gap.
    const auto median = *conclude(data).cases.front().variants.at(2).latency->median().ns;
    auto& trace = addTracedGraphs(data, {3});
    for (int call = 0; call < 20; ++call) {
        const std::int64_t start = call * 100'000'000;
        const auto gap = static_cast<std::int64_t>(median / 2) - 5'000;
        trace.graphs.push_back({call, "0/0", start, start + 10});
        trace.graphs.push_back({call, "1/0", start + 10 + gap, start + 20 + gap});
    }
    const auto headline = headlineOf(data, 2);
    EXPECT_THAT(headline.sentence, HasSubstr("it costs about " + formatDuration(median / 2)));
    EXPECT_THAT(headline.sentence, HasSubstr("fixing it gives about **2.00× faster**"));
    EXPECT_THAT(headline.note, HasSubstr("20 traced calls, a lower bound"));
}

TEST(BreaksHeadline, TellsTheSumOfWhatTheListShows)
{
    auto data = exampleWithBreaks();
    auto& trace = addTracedGraphs(data, {3, 9});
    constexpr std::int64_t millisecond = 1'000'000;
    constexpr std::int64_t ofGraph = 5'000;
    std::int64_t now = 0;
    for (int call = 0; call < 21; ++call) { // most calls are slow at one break, none at both
        const std::int64_t first = (call % 3 == 0 ? 9 : 1) * millisecond - ofGraph;
        const std::int64_t second = (call % 3 == 1 ? 9 : 1) * millisecond - ofGraph;
        trace.graphs.push_back({call, "0/0", now, now + 10});
        trace.graphs.push_back({call, "1/0", now + 10 + first, now + 20 + first});
        now += 20 + first + second;
        trace.graphs.push_back({call, "2/0", now, now + 10});
        now += 100 * millisecond;
    }
    EXPECT_THAT(headlineOf(data, 2).sentence, HasSubstr("they cost about 2.000 ms a call"));
}

TEST(BreaksHeadline, SaysWhenNothingIsWrong)
{
    const auto headline = headlineOf(exampleWithBreaks(), 1);
    EXPECT_EQ(headline.mark, Mark::Good);
    EXPECT_EQ(headline.sentence, "**One graph, no breaks, no recompiles**");
}

TEST(BreaksHeadline, NamesTheSilentEagerRun)
{
    recorded_example::ExampleOptions options {.repetitions = 3, .rounds = 4};
    options.variants.at(1).ranEager = true;
    const auto headline = headlineOf(recorded_example::recordedExample(options), 1);
    EXPECT_EQ(headline.mark, Mark::Bad);
    EXPECT_THAT(headline.sentence, HasSubstr("ran eager**"));
    EXPECT_EQ(headlineOf(exampleWithBreaks(), 0).mark, Mark::Information)
        << "eager itself is no finding";
}

TEST(BreakAdvice, KnowsTheCommonCausesByTheirIds)
{
    EXPECT_THAT(breakAdvice(breakOf("gb0124", "x")).title, HasSubstr(".item()"));
    EXPECT_EQ(breakAdvice(breakOf("GB0170", "x")).title, "Branch on tensor data");
    EXPECT_THAT(breakAdvice(breakOf("gb0293", "x")).title, HasSubstr("NumPy"));
    EXPECT_THAT(breakAdvice(breakOf("gb0142", "x")).title, HasSubstr("context manager"));
    EXPECT_THAT(breakAdvice(breakOf("gb0088", "x")).title, HasSubstr("exception"));
    EXPECT_THAT(breakAdvice(breakOf("gb0291", "x")).instead, HasSubstr("is_compiling"));
    const auto print = breakAdvice(breakOf("gb0059", "Failed to trace builtin operator",
        "Dynamo does not know how to trace builtin operator `print` with argument types"));
    EXPECT_EQ(print.title, "print() in the measured call");
    EXPECT_FALSE(print.now.empty());
    const auto other = breakAdvice(breakOf("gb0059", "Failed to trace builtin operator",
        "Dynamo does not know how to trace builtin operator `sorted` with argument types"));
    EXPECT_EQ(other.title, "sorted() in the measured call");
}

TEST(BreakAdvice, FallsBackOnTorchsOwnWords)
{
    const auto advice = breakAdvice(breakOf("gb9999", "Something new", "It is so."));
    EXPECT_FALSE(advice.known);
    EXPECT_EQ(advice.title, "Something new");
    EXPECT_THAT(advice.what, HasSubstr("It is so."));
    EXPECT_EQ(breakAdvice(breakOf("", "")).title, "Graph break");
}

TEST(RecompileAdvice, IsChosenByTheGuardThatFailed)
{
    EXPECT_THAT(recompileAdvice({.guard = "tensor 'x' size mismatch at index 0"}).instead,
        HasSubstr("mark_dynamic"));
    EXPECT_THAT(recompileAdvice({.guard = "L['step'] == 3"}).title, HasSubstr("Python"));
    EXPECT_FALSE(recompileAdvice({.guard = "quite new"}).known);
}

TEST(PlaceText, ShowsTheFileWithItsFolder)
{
    EXPECT_EQ(placeText("/home/u/vit/head.py", 83), "vit/head.py:83");
    EXPECT_EQ(placeText("head.py", 0), "head.py");
    EXPECT_EQ(placeText("/head.py", 2), "/head.py:2");
    EXPECT_EQ(placeText("", 2), "no place recorded");
}

LogLine line(const std::string& text, int process = 0)
{
    return {.process = ProcessIndex {process}, .text = text};
}

TEST(LogLevels, ReadHowALineBegins)
{
    const std::vector<LogLine> lines {line("building the model"),
        line("model.py:3: UserWarning: TensorFloat32 is off"), line("W0512 13:20:05.1 torch] x"),
        line("E1121 10:00:00.1 torch] x"), line("ERROR:root:no"), line("RuntimeError: x"),
        line("no errors were found"), line("terror")};
    EXPECT_EQ(logLevels(lines),
        (std::vector {LogLevel::Plain, LogLevel::Warning, LogLevel::Warning, LogLevel::Error,
            LogLevel::Error, LogLevel::Error, LogLevel::Plain, LogLevel::Plain}));
}

TEST(LogLevels, KeepATracebackTogetherBetweenOtherProcesses)
{
    const std::vector<LogLine> lines {line("Traceback (most recent call last):"),
        line("all is well", 1), line("  File \"m.py\", line 3, in f"), line("KeyError: 'x'"),
        line("going on")};
    EXPECT_EQ(logLevels(lines),
        (std::vector {
            LogLevel::Error, LogLevel::Plain, LogLevel::Error, LogLevel::Error, LogLevel::Plain}));
}

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
        "module = model.get_submodule(\"encoder\")\n"
        "module.forward = torch.compile(module.forward)\n"
        "m.f = torch.compile(m.f)\n"
        "step = torch.compile(step)");
    EXPECT_EQ(
        codeOf({.name = "g", .kind = VariantKind::Compiled, .parts = {{.target = "layers.*"}}}),
        "for name, module in model.named_modules():\n"
        "    if re.fullmatch(\"layers\\\\.[^.]*\", name):\n"
        "        module.forward = torch.compile(module.forward)");
    EXPECT_EQ(codeOf({.name = "two",
                  .kind = VariantKind::Compiled,
                  .compile = {.dynamic = true},
                  .parts = {{.target = "stem"}, {.target = "head"}}}),
        "for name in [\"stem\", \"head\"]:\n"
        "    module = model.get_submodule(name)\n"
        "    module.forward = torch.compile(module.forward, dynamic=True)");
}
