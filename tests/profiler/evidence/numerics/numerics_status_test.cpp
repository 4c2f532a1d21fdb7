// SPDX-License-Identifier: Apache-2.0
#include "profiler/agent/agent.h"
#include "profiler/evidence/numerics/numerics.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/plan.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/safety_text.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

using namespace profiler;

namespace {

/// Written by tests/data/make_small_results.py with numpy.
nlohmann::json smallResults()
{
    std::ifstream file(FUSESCOPE_SOURCE_DIR "/tests/data/small_results.json");
    return nlohmann::json::parse(file)["cases"];
}

/// As the agent hands it over.
NumericsFact factOf(const nlohmann::json& each)
{
    const auto eager = each["eager_f32"].get<std::vector<float>>();
    const auto compiled = each["compiled_f32"].get<std::vector<float>>();
    const auto tolerance = *toleranceOf("float32");
    const auto size = static_cast<std::int64_t>(eager.size());
    fusescope_numerics found {};
    EXPECT_EQ(agent_compare(eager.data(), compiled.data(), nullptr, FUSESCOPE_FLOAT32, size, size,
                  tolerance.relative, tolerance.absolute, &found),
        0);
    return {.path = each["name"],
        .dtype = "float32",
        .elements = found.elements,
        .bitEqual = found.bit_equal,
        .mismatches = found.mismatches,
        .nanPositionsEqual = found.nan_positions_equal != 0,
        .maxAbs = found.max_abs,
        .maxRel = found.max_rel,
        .cosine = std::isnan(found.cosine) ? std::nullopt : std::optional(found.cosine),
        .toleranceUsedRatio = found.tolerance_used};
}

NumericsFact tiny(double cosine)
{
    return {.path = "0",
        .dtype = "float32",
        .elements = 64,
        .maxAbs = 1e-10,
        .maxRel = 33,
        .cosine = cosine,
        .toleranceUsedRatio = 1e-5};
}

NumericsFact usual()
{
    return {.path = "1",
        .dtype = "float32",
        .elements = 64,
        .maxAbs = 1e-6,
        .maxRel = 1e-5,
        .cosine = 1,
        .toleranceUsedRatio = 0.1};
}

TEST(NumericsStatus, OfValuesBelowTheAbsoluteToleranceIsNeverCloseByThatAlone)
{
    for (const auto& each : smallResults()) {
        SCOPED_TRACE(each["name"].get<std::string>());
        const auto fact = factOf(each);
        EXPECT_NEAR(*fact.maxAbs, each["max_abs"].get<double>(), 1e-15);
        EXPECT_EQ(fact.mismatches, each["mismatches"].get<std::int64_t>());
        EXPECT_EQ(fact.cosine.has_value(), !each["cosine"].is_null());
        if (fact.cosine) {
            EXPECT_NEAR(*fact.cosine, each["cosine"].get<double>(), 1e-9);
        }
        EXPECT_EQ(keyOf(numericsStatus(fact, {})), each["status"].get<std::string>());
    }
}

TEST(NumericsStatus, HasNoCheckMarkWhereTheResultsPointApart)
{
    const auto turned = summarizeNumerics({tiny(-1)}, {});
    EXPECT_EQ(turned.status, NumericsStatus::TooSmallToJudge);
    EXPECT_EQ(markOf(turned), Mark::Neutral);
    EXPECT_FALSE(turned.reason.empty());
    EXPECT_EQ(markOf(NumericsStatus::AsAccurateAsEager, 0.4), Mark::Information);
    EXPECT_EQ(markOf(NumericsStatus::AsAccurateAsEager, 0.999), Mark::Good);
}

TEST(NumericsStatus, OfAllTensorsIsThatOfTheOnesThatCanBeJudged)
{
    const auto summary = summarizeNumerics({tiny(-1), usual()}, {});
    EXPECT_EQ(summary.status, NumericsStatus::Close);
    EXPECT_EQ(summary.worstTensor, "1");
    EXPECT_DOUBLE_EQ(*summary.cosine, 1);
    EXPECT_DOUBLE_EQ(*summary.maxRel, 1e-5);
    EXPECT_EQ(summary.tooSmall, 1);
    EXPECT_EQ(summary.tensors, 2);
    EXPECT_EQ(markOf(summary), Mark::Information) << "one of them is not known to be right";
    EXPECT_EQ(markOf(summarizeNumerics({usual()}, {})), Mark::Good);
}

TEST(NumericsStatus, IsNotAsAccurateAsEagerByTheSlackForSmallErrorsAlone)
{
    auto fact = tiny(-1);
    fact.dtype = "float64"; // whose absolute tolerance is below that slack
    fact.mismatches = 64;
    fact.rmseReference = 0;
    fact.rmseResult = 1e-6;
    EXPECT_EQ(numericsStatus(fact, {}), NumericsStatus::TooSmallToJudge);
    fact.cosine = 1;
    EXPECT_EQ(numericsStatus(fact, {}), NumericsStatus::AsAccurateAsEager);
    fact.rmseResult = 1e-3;
    EXPECT_EQ(numericsStatus(fact, {}), NumericsStatus::Different);
}

/// Half of the values are NaN when compiled; the others agree but for rounding.
NumericsFact nanWhenCompiled()
{
    auto fact = usual();
    fact.mismatches = 32;
    fact.nanPositionsEqual = false;
    fact.rmseReference = fact.rmseResult = 2.7e-6;
    fact.rmsPrecise = 1;
    fact.nanReference = 0;
    fact.nanResult = 32;
    fact.infiniteReference = fact.infiniteResult = 0;
    return fact;
}

TEST(NumericsStatus, OfNaNOnOneSideHasNoFigureThatSaysTheResultsAgree)
{
    const auto summary = summarizeNumerics({nanWhenCompiled()}, {});
    EXPECT_EQ(summary.status, NumericsStatus::Different);
    EXPECT_FALSE(summary.cosine);
    EXPECT_FALSE(summary.maxAbs);
    EXPECT_FALSE(summary.toleranceUsedRatio);
    EXPECT_FALSE(summary.relativeError);
    EXPECT_EQ(differenceAmountText(summary, "default", "eager"),
        "32 of 64 values (50 %) are NaN with default, none with eager");
    EXPECT_EQ(specialValuesNote(summary.special), "50 % NaN, baseline none");
}

TEST(NumericsStatus, OfNaNOnBothSidesIsToldAndHasNoCheckMark)
{
    auto fact = usual();
    fact.bitEqual = fact.elements;
    fact.nanReference = fact.nanResult = 64;
    fact.infiniteReference = fact.infiniteResult = 0;
    const auto summary = summarizeNumerics({fact}, {});
    EXPECT_EQ(summary.status, NumericsStatus::Equal);
    EXPECT_EQ(markOf(summary), Mark::Warning);
    EXPECT_EQ(specialValuesText(summary.special, "default", "eager"),
        "64 of 64 values (100 %) are NaN in both");
    CaseResult result;
    result.variants
        = {{.variant = 0, .name = "eager"}, {.variant = 1, .name = "default", .numerics = summary}};
    EXPECT_TRUE(numericsSentence(result, 1, {}).starts_with("64 of 64 values (100 %) are NaN"));
    fact.nanReference = fact.nanResult = 0;
    fact.infiniteResult = 1;
    fact.nanPositionsEqual = false;
    EXPECT_EQ(differenceAmountText(summarizeNumerics({fact}, {}), "default", "eager"),
        "1 of 64 values (1.6 %) is infinite with default, none with eager");
}

TEST(NumericsStatus, ThatDiffersSaysByHowMuch)
{
    auto fact = usual();
    fact.mismatches = 3;
    fact.maxAbs = 0.31;
    fact.toleranceUsedRatio = 310;
    EXPECT_EQ(differenceAmountText(summarizeNumerics({fact}, {}), "default", "eager"),
        "largest difference 0.31, 310 × the tolerance");
    EXPECT_EQ(differenceAmountText(summarizeNumerics({usual()}, {}), "default", "eager"), "");
}

/// bfloat16 beside float32: an error of 0.5 % of the values' size.
NumericsFact inOtherPrecision()
{
    return {.path = "0",
        .dtype = "float32",
        .resultDtype = "bfloat16",
        .elements = 64,
        .mismatches = 12,
        .maxAbs = 0.02,
        .maxRel = 0.3,
        .cosine = 0.99998,
        .toleranceUsedRatio = 4,
        .rmseReference = 2e-7,
        .rmseResult = 5e-3,
        .rmsPrecise = 1};
}

Plan planOf(const std::string& dtype)
{
    Plan plan {.variants = {{.name = "eager"}, {.name = "fast", .kind = VariantKind::Compiled}}};
    plan.variants[1].torch.dtype = dtype;
    return plan;
}

TEST(AllowedError, IsThatOfTheNarrowerPrecisionWhereTheSidesDiffer)
{
    EXPECT_EQ(allowedError(planOf(""), 1), AllowedError {});
    EXPECT_EQ(allowedError(planOf("bfloat16"), 1),
        (AllowedError {.otherPrecision = true, .relative = 0.02}));
    EXPECT_EQ(allowedError(planOf("float16"), 1).relative, 0.005);
    auto plan = planOf("");
    plan.variants[1].torch.tf32 = true;
    EXPECT_EQ(allowedError(plan, 1).relative, 0.005);
    plan.numeric.tf32 = true;
    EXPECT_FALSE(allowedError(plan, 1).otherPrecision) << "both sides have it";
    plan = planOf("bfloat16");
    std::swap(plan.variants[0].torch, plan.variants[1].torch);
    EXPECT_EQ(allowedError(plan, 1).relative, 0.02) << "seen from the other side";
    plan.goal.tolerance = 0.001;
    EXPECT_EQ(allowedError(plan, 1).relative, 0.001);
}

TEST(NumericsStatus, OfAnotherPrecisionIsToldByItsErrorToFp64)
{
    const auto allowed = allowedError(planOf("bfloat16"), 1);
    auto fact = inOtherPrecision();
    EXPECT_EQ(numericsStatus(fact, {}), NumericsStatus::Different) << "nobody asked for it";
    EXPECT_EQ(numericsStatus(fact, allowed), NumericsStatus::WithinTolerance);
    const auto summary = summarizeNumerics({fact}, allowed);
    EXPECT_DOUBLE_EQ(*summary.relativeError, 5e-3);
    EXPECT_NEAR(*digitsLeft(summary.relativeError), 2.301, 1e-3);
    EXPECT_NEAR(*digitsLeft(summary.relativeErrorOfBaseline), 6.699, 1e-3);
    EXPECT_EQ(markOf(summary), Mark::Good);
    EXPECT_DOUBLE_EQ(*summary.toleranceUsedRatio, 0.25) << "of the 2 %, not of float32's tolerance";
    EXPECT_DOUBLE_EQ(*toleranceUsed(fact, {}), 4);
    fact.rmseResult = 0.03;
    EXPECT_EQ(numericsStatus(fact, allowed), NumericsStatus::Different) << "3 % are too many";
    fact.rmsPrecise.reset();
    EXPECT_EQ(numericsStatus(fact, allowed), NumericsStatus::Different) << "values apart, no fp64";
    fact.mismatches = 0;
    EXPECT_EQ(numericsStatus(fact, allowed), NumericsStatus::WithinTolerance);
    fact.nanPositionsEqual = false;
    EXPECT_EQ(numericsStatus(fact, allowed), NumericsStatus::Different);
}

TEST(NumericsStatus, KeepsTheStricterRuleWhereItHolds)
{
    auto fact = inOtherPrecision();
    fact.resultDtype.clear();
    const AllowedError tolerance {.relative = 0.02};
    EXPECT_EQ(numericsStatus(fact, {}), NumericsStatus::Different);
    EXPECT_EQ(numericsStatus(fact, tolerance), NumericsStatus::WithinTolerance)
        << "the goal allows it";
    fact.rmseResult = 2.1e-7;
    EXPECT_EQ(numericsStatus(fact, tolerance), NumericsStatus::AsAccurateAsEager);
}

} // namespace
