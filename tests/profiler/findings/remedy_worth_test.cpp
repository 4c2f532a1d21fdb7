// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/remedy_worth.h"
#include "profiler/model/finding.h"

#include <gtest/gtest.h>

#include <string>

namespace profiler {
namespace {

Finding findingOf(const std::string& rule, double ns, const Remedy& remedy)
{
    Finding finding {.rule = rule, .variant = 1, .caseIndex = 0, .remedy = remedy};
    finding.recoverable = {{.caseIndex = 0, .cost = {.estimateNs = ns, .highNs = ns}}};
    return finding;
}

const Remedy keepLayouts {
    .kind = RemedyKind::Option, .name = "layout_optimization", .value = "false"};
const Remedy freeze {.kind = RemedyKind::InductorConfig, .name = "freezing", .value = "true"};

TEST(WorthOfRemedies, OfKeptLayoutsIsThatOfConvolutionsAndAllCopies)
{
    std::vector<Finding> findings {findingOf("slower_library_call", 10e6, keepLayouts),
        findingOf("weight_copies", 8e6, freeze), findingOf("graph_break", 1e6, {})};
    addWorthOfRemedies(findings);
    ASSERT_TRUE(findings[0].remedyWorth);
    EXPECT_EQ(findings[0].remedyWorth->estimateNs, 18e6);
    EXPECT_EQ(findings[0].recoverable.front().cost.estimateNs, 10e6) << "its own stays";
    EXPECT_EQ(findings[0].statements.back().id, "remedy_mends_more");
    EXPECT_FALSE(findings[1].remedyWorth) << "packed weights leave the convolutions as they are";
    EXPECT_FALSE(findings[2].remedyWorth);
}

TEST(WorthOfRemedies, OfBreaksThatOneSettingMendsIsTheirSumInThatCaseOfThatVariant)
{
    const Remedy capture {
        .kind = RemedyKind::DynamoConfig, .name = "capture_scalar_outputs", .value = "true"};
    std::vector<Finding> findings {findingOf("graph_break", 2e6, capture),
        findingOf("graph_break", 3e6, capture), findingOf("graph_break", 4e6, capture),
        findingOf("graph_break", 5e6, capture)};
    findings[2].variant = 2;
    findings[3].recoverable.front().caseIndex = 1;
    addWorthOfRemedies(findings);
    EXPECT_EQ(findings[0].remedyWorth->estimateNs, 5e6);
    EXPECT_EQ(findings[1].remedyWorth->estimateNs, 5e6);
    EXPECT_FALSE(findings[2].remedyWorth);
    EXPECT_FALSE(findings[3].remedyWorth);
}

TEST(WorthOfRemedies, IsNotAddedWhereTimesMayBeTheSame)
{
    const Remedy whole {.kind = RemedyKind::WholeModel};
    std::vector<Finding> findings {
        findingOf("region_called_often", 2e6, whole), findingOf("region_called_often", 3e6, whole)};
    addWorthOfRemedies(findings);
    EXPECT_FALSE(findings[0].remedyWorth);
    EXPECT_TRUE(findings[0].statements.empty());
}

} // namespace
} // namespace profiler
