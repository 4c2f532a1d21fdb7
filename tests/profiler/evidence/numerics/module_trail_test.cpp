// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/module_trail.h"
#include "profiler/evidence/numerics/ulp_distances.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/documents.h"
#include "profiler/report/numerics/module_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

using namespace profiler;
using ::testing::HasSubstr;

namespace {

/// A thousand values of size 1 that lie `error` from fp64; eager lies 1e-7 from it.
ModuleError errorOf(const std::string& module, double error)
{
    constexpr double eagers = 1e-7;
    ModuleError made {.module = module,
        .kind = "Linear",
        .file = "/home/someone/model.py",
        .line = 41,
        .maxErrorReference = 3 * eagers,
        .maxErrorResult = 3 * error};
    const bool equal = error == eagers;
    made.figures = {.dtype = "float32",
        .elements = 2000,
        .bitEqual = equal ? 2000 : 10,
        .mismatches = error > 1e-4 ? 1500 : 0,
        .maxAbs = equal ? 0 : error,
        .maxRel = equal ? 0 : error,
        .maxUlp = equal ? 0 : 12,
        .cosine = 1,
        .toleranceUsedRatio = error / 1e-5,
        .rmseReference = eagers,
        .rmseResult = error,
        .rmsPrecise = 1};
    return made;
}

ComparisonData recordedWith(std::vector<ModuleError> modules)
{
    ComparisonData data;
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    data.plan.cases = {{.name = "s32"}};
    data.processes.resize(2);
    data.processes[0].start = {.kind = ProcessKind::Check, .variant = 0};
    data.processes[1].start = {.kind = ProcessKind::Check, .variant = 1, .repetition = 2};
    data.processes[1].numerics = {{.dtype = "float32", .elements = 1, .bitEqual = 1}};
    data.processes[1].moduleErrors
        = {{.inputSet = 1, .sameOutputs = true, .modules = std::move(modules)}};
    return data;
}

ComparisonData planted()
{
    return recordedWith({errorOf("layers.0", 1e-7), errorOf("layers.1", 2e-7),
        errorOf("layers.2", 3e-3), errorOf("layers.3", 4e-3), errorOf("", 4e-3)});
}

std::string sentenceOf(const ComparisonData& data)
{
    return moduleSentence(data.plan, *moduleTrail(data, 1, 0));
}

} // namespace

TEST(ModuleTrail, TheFirstThatDiffersAndTheFirstAboveTheToleranceAreNamed)
{
    const auto data = planted();
    const auto trail = *moduleTrail(data, 1, 0);
    EXPECT_EQ(trail.firstDifferent, 1U);
    EXPECT_EQ(trail.firstAbove, 2U);
    EXPECT_EQ(trail.mostAdded, 2U) << "what follows inherits it";
    EXPECT_EQ(sentenceOf(data),
        "The first output that differs is that of layers.1 (Linear, model.py:41). The error first "
        "exceeds the tolerance in layers.2 (Linear, model.py:41): eager 1.0e−7, default 0.0030 of "
        "the values' size, to fp64; the 2 outputs before it are within.");
    EXPECT_EQ(moduleNote(data.plan, trail),
        "5 outputs, in the order in which modules return, of input set 2 · keeping them left the "
        "outputs of default as they were");
}

TEST(ModuleTrail, NaNOnOneSideIsSaidAndNoErrorThatIsEqualOnBoth)
{
    auto nan = errorOf("layers.1", 2e-7);
    nan.figures.rmseReference = nan.figures.rmseResult = 2.7e-6;
    nan.figures.nanPositionsEqual = false;
    nan.figures.nanReference = 0;
    nan.figures.nanResult = 1000;
    nan.figures.infiniteReference = nan.figures.infiniteResult = 0;
    const auto data = recordedWith({errorOf("layers.0", 1e-7), nan});
    const auto trail = moduleTrail(data, 1, 0);
    ASSERT_TRUE(trail);
    EXPECT_EQ(moduleSentence(data.plan, *trail, Emphasis::None),
        "The first output that differs is that of layers.1 (Linear, model.py:41): 1 000 of 2 000 "
        "values (50 %) are NaN with default, none with eager; the one output before it is equal.");
    EXPECT_FALSE(trail->rows[1].worstResult);
}

TEST(ModuleTrail, WithoutAnyAboveTheModuleThatAddsMostIsNamed)
{
    const auto data = recordedWith(
        {errorOf("a", 1e-7), errorOf("b", 1.1e-7), errorOf("c", 1.9e-7), errorOf("d", 1.95e-7)});
    EXPECT_FALSE(moduleTrail(data, 1, 0)->firstAbove);
    EXPECT_THAT(sentenceOf(data),
        HasSubstr("No module's output is beyond its tolerance; most of the error comes in in b"));
}

TEST(ModuleTrail, EqualModulesNameNone)
{
    const auto data = recordedWith({errorOf("a", 1e-7), errorOf("", 1e-7)});
    EXPECT_EQ(
        sentenceOf(data), "Every module of default returns what it returns in eager, bit by bit.");
}

TEST(ModuleTrail, WhyNothingIsKnownIsSaid)
{
    auto data = recordedWith({});
    data.processes[1].moduleErrors[0].reason = "the callable returned no module";
    EXPECT_EQ(sentenceOf(data),
        "In which module the results of default part is not known: the callable returned no "
        "module.");
    data.processes[1].moduleErrors.clear();
    EXPECT_FALSE(moduleTrail(data, 1, 0)) << "nobody looked";
}

TEST(ModuleTrail, AModuleWithoutFiguresIsNeitherEqualNorDifferent)
{
    auto missing = errorOf("a", 3e-3);
    missing.reason = "the variant does not run this module by itself";
    const auto data = recordedWith({missing, errorOf("b", 3e-3)});
    EXPECT_EQ(moduleTrail(data, 1, 0)->firstDifferent, 1U);
    EXPECT_THAT(moduleNote(data.plan, *moduleTrail(data, 1, 0)), HasSubstr("1 without figures"));
}

TEST(ModuleTrail, ShowTellsRowsAndConclusion)
{
    const auto data = planted();
    const auto json = nlohmann::json::parse(showJson(ShowPart::Numerics, data, {}));
    const auto& trail = json.at("modules").at(0);
    EXPECT_EQ(trail.at("first_above_tolerance").at("module"), "layers.2");
    EXPECT_EQ(trail.at("first_different").at("module"), "layers.1");
    EXPECT_EQ(trail.at("rows").size(), 5U);
    EXPECT_DOUBLE_EQ(trail.at("rows").at(2).at("error_result"), 3e-3);
    const auto text = showText(ShowPart::Numerics, data, {});
    EXPECT_THAT(text, HasSubstr("above the tolerance"));
    EXPECT_THAT(text, HasSubstr("The error first exceeds the tolerance in layers.2"));
}

TEST(UlpDistances, AreAddedUpOverTensorsAndInputs)
{
    auto data = planted();
    data.processes[1].ulpHistograms
        = {{.path = "0", .dtype = "float32", .counts = {{0, 90}, {1, 9}}},
            {.inputSet = 1, .path = "0", .dtype = "float32", .nanInOne = 2, .counts = {{5, 1}}},
            {.caseIndex = 1, .path = "0", .dtype = "float32", .counts = {{60, 7}}}};
    const auto distances = ulpDistances(data, 1, 0);
    ASSERT_EQ(distances.series.size(), 1U);
    EXPECT_EQ(distances.series[0].counts, (std::vector<std::int64_t> {90, 9, 0, 0, 0, 1}));
    EXPECT_EQ(distanceSentence(data.plan, 1, distances),
        "2 values are NaN on one side only. Of the other 100 values of default, 90.00 % equal "
        "those of eager, 99.00 % lie within 4 units in the last place, and the farthest 9–16 "
        "apart.");
}

TEST(UlpDistances, BucketsAreNamedByWhatTheyHold)
{
    EXPECT_EQ(bucketText(0), "0");
    EXPECT_EQ(bucketText(1), "1");
    EXPECT_EQ(bucketText(2), "2");
    EXPECT_EQ(bucketText(3), "3–4");
    EXPECT_EQ(bucketText(4), "5–8");
    EXPECT_EQ(bucketText(16), "2^14–2^15");
    EXPECT_EQ(ulpRange(64).high, std::uint64_t {1} << 63U);
    EXPECT_EQ(ulpRange(65).low, (std::uint64_t {1} << 63U) + 1);
    EXPECT_EQ(ulpRange(65).high, std::numeric_limits<std::uint64_t>::max());
}
