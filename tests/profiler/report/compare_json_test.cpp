// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/report/documents.h"
#include "tests/support/german_locale.h"
#include "tests/support/recorded_example.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

using namespace profiler;
using nlohmann::json;

namespace {

const ComparisonData& example()
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

/// Every null has its reason.
void expectReasons(const json& value, const std::string& path)
{
    if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i)
            expectReasons(value[i], path + "[" + std::to_string(i) + "]");
    if (!value.is_object())
        return;
    for (const auto& [key, member] : value.items()) {
        EXPECT_TRUE(!member.is_null() || value.contains(key + "_reason")) << path << "." << key;
        if (key != "options")
            expectReasons(member, path + "." + key);
    }
}

} // namespace

TEST(CompareJson, PrintsTheJudgedNumbers)
{
    const auto result = conclude(example());
    const auto document = documentOf(example());
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
    const auto latency = variantNamed(documentOf(example()), "eager")["latency_ns"];
    EXPECT_TRUE(latency["p99"].is_number_integer());
    EXPECT_EQ(latency["p99_9"], json({{"needs", 3688}, {"has", 400}}));
}

TEST(CompareJson, EveryNullHasItsReason)
{
    expectReasons(documentOf(example()), "");
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
    const auto recommended = documentOf(example())["recommended"];
    EXPECT_EQ(recommended["variant"], "max-autotune");
    EXPECT_EQ(recommended["kind"], "recommended");
    EXPECT_EQ(recommended["code"], "model = torch.compile(model, mode=\"max-autotune\")");
    EXPECT_EQ(recommended, documentOf(example())["cases"][0]["recommended"]);
}

TEST(CompareJson, SettingsAreThePlansWithoutWhatItLeavesOpen)
{
    const auto settings = variantNamed(documentOf(example()), "max-autotune")["settings"];
    EXPECT_EQ(settings["kind"], "compiled");
    EXPECT_EQ(settings["compile"]["mode"], "max-autotune");
    EXPECT_FALSE(settings["compile"].contains("dynamic"));
    EXPECT_FALSE(settings.contains("name"));
}

TEST(CompareJson, IsTheSameUnderAnyLocale)
{
    const auto result = conclude(example());
    const auto text = compareJson(result);
    const tests::GermanLocale german;
    EXPECT_EQ(compareJson(result), text);
}
