// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace profiler;
using namespace recorded_example;
using testing::HasSubstr;

namespace {

struct Made {
    const char* name;
    VariantKind kind;
    const char* dtype;
    double speedUp;
};

/// Eager, and these.
ComparisonResult concluded(const std::vector<Made>& variants)
{
    ExampleOptions options {.variants = exampleVariants(1)};
    for (const auto& each : variants)
        options.variants.push_back({.name = each.name, .kind = each.kind, .speedUp = each.speedUp});
    auto data = recordedExample(options);
    for (std::size_t i = 0; i < variants.size(); ++i)
        data.plan.variants.at(i + 1).torch.dtype = variants[i].dtype;
    return conclude(data);
}

std::vector<Finding> gainsIn(const ComparisonResult& result)
{
    std::vector<Finding> found;
    for (const auto& finding : result.findings)
        if (finding.rule.starts_with("gains_"))
            found.push_back(finding);
    return found;
}

/// Of the only finding of this kind; empty, and a failure, where there is none or more.
std::string onlyGainIn(const std::vector<Made>& variants)
{
    const auto result = concluded(variants);
    const auto found = gainsIn(result);
    EXPECT_EQ(found.size(), 1U);
    return found.size() == 1 ? findingSentence(result, found[0]) : std::string();
}

TEST(GainRules, DividesAGainByEagerInThatPrecision)
{
    // 1.2 / 0.8 = 1.5; 1 / 0.8 = 1.25.
    EXPECT_THAT(onlyGainIn({{"bf16", VariantKind::Eager, "bfloat16", 0.8},
                    {"both", VariantKind::Compiled, "bfloat16", 1.2}}),
        testing::MatchesRegex("both changes two things at once: 1.(49|50|51)× by compiling, "
                              "1.2[456]× slower by bfloat16"));
}

TEST(GainRules, DividesAGainByTheSameCodeInEagersPrecision)
{
    EXPECT_THAT(onlyGainIn({{"plain", VariantKind::Compiled, "", 1.5},
                    {"both", VariantKind::Compiled, "bfloat16", 3.0}}),
        testing::MatchesRegex("both changes two things at once: 1.(49|50|51)× by compiling, "
                              "(1.99|2.00|2.01)× by bfloat16"));
}

TEST(GainRules, WithoutEitherProposesTheMissingVariant)
{
    const auto result = concluded({{"both", VariantKind::Compiled, "bfloat16", 1.5}});
    const auto found = gainsIn(result);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].rule, "gains_not_apart");
    EXPECT_THAT(findingSentence(result, found[0]),
        HasSubstr("without eager in bfloat16 nothing tells which of them makes the difference"));
    EXPECT_EQ(remedyCode(result, found[0]),
        "fusescope record --variant eager-bfloat16=eager,dtype:bfloat16");
}

TEST(GainRules, OfOnePrecisionThereIsNothingToDivide)
{
    EXPECT_TRUE(gainsIn(concluded({{"default", VariantKind::Compiled, "", 1.5}})).empty());
    EXPECT_TRUE(gainsIn(concluded({{"bf16", VariantKind::Eager, "bfloat16", 1.5}})).empty());
}

} // namespace
