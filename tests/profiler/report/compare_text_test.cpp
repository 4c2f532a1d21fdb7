// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/text/text_table.h"
#include "tests/support/german_locale.h"
#include "tests/support/reasons.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace profiler;
using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;
using tests::expectReasons;

namespace {

ComparisonResult exampleOf(int variants)
{
    recorded_example::ExampleOptions options;
    options.variants = recorded_example::exampleVariants(variants);
    return conclude(recorded_example::recordedExample(options));
}

std::size_t widestLine(const std::string& text)
{
    std::size_t widest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        widest = std::max(widest, displayWidth(line));
    return widest;
}

const ComparisonData& comparedExample()
{
    static const auto data = recorded_example::recordedExample();
    return data;
}

json documentOf(const ComparisonData& data)
{
    return json::parse(compareJson(conclude(data)));
}

const json& variantNamed(const json& document, const std::string& name)
{
    for (const auto& variant : document["cases"][0]["variants"])
        if (variant["name"] == name)
            return variant;
    throw std::out_of_range(name);
}

using Row = std::vector<std::string>;

/// RFC 4180.
std::vector<Row> parsed(const std::string& csv)
{
    std::vector<Row> rows(1, Row(1));
    bool quoted = false;
    for (std::size_t i = 0; i < csv.size(); ++i) {
        const char c = csv[i];
        if (quoted && c == '"' && i + 1 < csv.size() && csv[i + 1] == '"') {
            rows.back().back() += '"';
            ++i;
        } else if (c == '"') {
            quoted = !quoted;
        } else if (!quoted && c == ',') {
            rows.back().emplace_back();
        } else if (!quoted && c == '\r' && i + 1 < csv.size() && csv[i + 1] == '\n') {
            ++i;
            if (i + 1 < csv.size())
                rows.emplace_back(1);
        } else {
            rows.back().back() += c;
        }
    }
    return rows;
}

std::size_t column(const Row& heading, const std::string& name)
{
    return static_cast<std::size_t>(
        std::find(heading.begin(), heading.end(), name) - heading.begin());
}

} // namespace

TEST(CompareText, FitsTheTerminal)
{
    for (const int columns : {80, 100, 140})
        EXPECT_LE(widestLine(compareText(exampleOf(8), columns, false)),
            static_cast<std::size_t>(columns));
}

TEST(CompareText, ShowsMoreWhereThereIsRoom)
{
    EXPECT_THAT(compareText(exampleOf(4), 140, false), HasSubstr("pays back after"));
    EXPECT_THAT(compareText(exampleOf(4), 80, false), Not(HasSubstr("pays back after")));
}

TEST(CompareText, SaysTheNoiseAsTheWindowDoes)
{
    auto result = exampleOf(2);
    result.quality.noiseFloor = LogRatio::ofLogarithm(0.4); // 1.49 as a ratio
    EXPECT_THAT(compareText(result, 140, false), HasSubstr("eager against eager ±49 %"));
    const auto rows = qualityRows(result);
    EXPECT_THAT(rows, testing::Contains(testing::Field(&MarkedRow::value, "±49 %")));
}

TEST(CompareText, EndsWithTheSentence)
{
    const auto result = exampleOf(4);
    auto text = compareText(result, 80, false);
    std::replace(text.begin(), text.end(), '\n', ' ');
    const auto sentence = overallSentence(result) + " ";
    ASSERT_GT(text.size(), sentence.size());
    EXPECT_EQ(text.substr(text.size() - sentence.size()), sentence);
}

TEST(CompareText, HasColoursOnlyWhenAskedTo)
{
    EXPECT_THAT(compareText(exampleOf(4), 80, false), Not(HasSubstr("\x1b")));
    EXPECT_THAT(compareText(exampleOf(4), 80, true), HasSubstr("\x1b[32mfaster\x1b[0m"));
}

TEST(CompareText, ShowsNoEscapeSequenceOfARecording)
{
    auto result = exampleOf(2);
    result.info.name = "a\x1b[2J\nb";
    result.cases[0].variants[1].name = "\x1b]0;x\x07";
    const auto text = compareText(result, 80, false);
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, HasSubstr("a\\x1b[2J\\x0ab"));
}

TEST(CompareText, ExplainsWhatFailed)
{
    recorded_example::ExampleOptions options;
    options.variants[1].failure = "CUDA out of memory";
    const auto text = compareText(conclude(recorded_example::recordedExample(options)), 100, false);
    EXPECT_THAT(text, HasSubstr("failed"));
    EXPECT_THAT(text, HasSubstr("CUDA out of memory"));
}

TEST(CompareText, SurvivesAnEmptyRecording)
{
    EXPECT_THAT(compareText(conclude(ComparisonData {}), 80, false), HasSubstr("."));
    EXPECT_THAT(compareText(exampleOf(4), 0, false), HasSubstr("max-autotune"));
}

TEST(CompareJson, PrintsTheJudgedNumbers)
{
    const auto result = conclude(comparedExample());
    const auto document = documentOf(comparedExample());
    EXPECT_EQ(document["schema"], 1);
    EXPECT_EQ(document["placement"], "lanes");
    const auto& judged = result.cases[0].variants[2];
    const auto& written = variantNamed(document, judged.name);
    EXPECT_EQ(written["speedup"]["estimate"], judged.speedUp->ratio.estimate);
    EXPECT_EQ(written["speedup"]["repetitions"], 5);
    EXPECT_EQ(written["speedup"]["rounds"], 20);
    EXPECT_EQ(written["speedup"]["clock"], "call");
    EXPECT_EQ(written["verdict"], "faster");
    EXPECT_EQ(written["latency_ns"]["n"], judged.latency->calls);
    EXPECT_EQ(written["latency_ns"]["p50"], std::llround(*judged.latency->median().ns));
    EXPECT_EQ(written["compile_ns"]["cold"], std::llround(judged.compileCold->medianNs));
    EXPECT_EQ(written["start_up_ns"]["warm"], std::llround(judged.startUpWarm->medianNs));
    EXPECT_EQ(written["compile_total_ns"]["cold"],
        std::llround(judged.compileCold->medianNs + judged.startUpCold->medianNs));
    EXPECT_EQ(written["break_even_calls"]["cold"]["estimate"], judged.paybackCold->calls);
    EXPECT_EQ(written["peak_memory_bytes"]["host"], *judged.peakMemory.host);
    EXPECT_EQ(written["graph_breaks"], *judged.graphBreaks);
    EXPECT_EQ(written["numerics"]["max_abs"], *judged.numerics.maxAbs);
    EXPECT_EQ(written["throughput"]["unit"], "images");
}

TEST(CompareJson, APercentileWithoutEnoughCallsSaysHowManyItNeeds)
{
    const auto latency = variantNamed(documentOf(comparedExample()), "eager")["latency_ns"];
    EXPECT_TRUE(latency["p99"].is_number_integer());
    EXPECT_EQ(latency["p99_9"], json({{"needs", 3688}, {"has", 400}}));
}

TEST(CompareJson, EveryNullHasItsReason)
{
    expectReasons(documentOf(comparedExample()), "");
    recorded_example::ExampleOptions options;
    options.variants[1].failure = "out of memory";
    options.variants[2].ranEager = true;
    options.repetitions = 1;
    options.coldProcesses = 0;
    options.checked = false;
    expectReasons(documentOf(recorded_example::recordedExample(options)), "");
    ComparisonData empty;
    expectReasons(documentOf(empty), "");
}

TEST(CompareJson, AVariantThatFailedOrRanEagerHasNoRatio)
{
    recorded_example::ExampleOptions options;
    options.variants[1].failure = "out of memory";
    options.variants[2].ranEager = true;
    const auto document = documentOf(recorded_example::recordedExample(options));
    for (const auto* name : {"eager", "default", "reduce-overhead"}) {
        EXPECT_TRUE(variantNamed(document, name)["speedup"].is_null()) << name;
        EXPECT_TRUE(variantNamed(document, name)["speedup_reason"].is_string()) << name;
    }
    EXPECT_EQ(variantNamed(document, "default")["verdict"], "failed");
    EXPECT_EQ(variantNamed(document, "reduce-overhead")["verdict"], "ran_eager");
}

TEST(CompareJson, RecommendsWithSentenceAndCode)
{
    const auto recommended = documentOf(comparedExample())["recommended"];
    EXPECT_EQ(recommended["variant"], "max-autotune");
    EXPECT_EQ(recommended["kind"], "recommended");
    EXPECT_EQ(recommended["code"], "model = torch.compile(model, mode=\"max-autotune\")");
    EXPECT_EQ(recommended, documentOf(comparedExample())["cases"][0]["recommended"]);
}

TEST(CompareJson, SettingsAreThePlansWithoutWhatItLeavesOpen)
{
    const auto settings = variantNamed(documentOf(comparedExample()), "max-autotune")["settings"];
    EXPECT_EQ(settings["kind"], "compiled");
    EXPECT_EQ(settings["compile"]["mode"], "max-autotune");
    EXPECT_FALSE(settings["compile"].contains("dynamic"));
    EXPECT_FALSE(settings.contains("name"));
}

TEST(CompareJson, IsTheSameUnderAnyLocale)
{
    const auto result = conclude(comparedExample());
    const auto text = compareJson(result);
    const tests::GermanLocale german;
    EXPECT_EQ(compareJson(result), text);
}

TEST(CompareCsv, EveryRowHasEveryColumn)
{
    recorded_example::ExampleOptions options;
    options.variants[1].failure = "it said \"no\", twice,\nand left";
    options.variants[2].ranEager = true;
    const auto rows = parsed(compareCsv(conclude(recorded_example::recordedExample(options))));
    ASSERT_EQ(rows.size(), 5U);
    for (const auto& row : rows)
        EXPECT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(rows[2][column(rows[0], "verdict")], "failed");
    EXPECT_EQ(rows[2][column(rows[0], "speedup")], "");
    EXPECT_EQ(rows[4][column(rows[0], "percentile_type")], "7");
}

TEST(CompareCsv, KeepsTheJudgedNumbersInTheCLocale)
{
    const auto result = conclude(recorded_example::recordedExample());
    const auto before = compareCsv(result);
    const tests::GermanLocale german;
    const auto rows = parsed(compareCsv(result));
    EXPECT_EQ(compareCsv(result), before);
    EXPECT_EQ(rows[3][column(rows[0], "p50_ns")],
        std::to_string(std::llround(*result.cases[0].variants[2].latency->median().ns)));
}

TEST(CallsCsv, HasOneRowForEachCall)
{
    const auto data = recorded_example::recordedExample();
    std::size_t calls = 0;
    for (const auto& process : data.processes)
        for (const auto& block : process.blocks)
            calls += block.wallNs.size();
    const auto rows = parsed(callsCsv(data));
    ASSERT_EQ(rows.size(), calls + 1);
    for (const auto& row : rows)
        ASSERT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(
        rows[1][column(rows[0], "wall_ns")], std::to_string(data.processes[0].blocks[0].wallNs[0]));
}
