// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"
#include "profiler/model/comparison_info.h"
#include "profiler/model/facts/deep_numerics.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/training_facts.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>

#include <utility>
#include <vector>

namespace profiler {
namespace {

class CheckRecording : public FakeRecording { };

TEST_F(CheckRecording, ComparesOutputsWithTheBaselineAndFp64)
{
    auto plan = planFor("");
    plan.protocol.checkInputs = 2;
    ASSERT_TRUE(record(plan));
    const auto check = processes(ProcessKind::Check, 1);
    ASSERT_EQ(check.size(), 1U);
    ASSERT_EQ(check[0]->numerics.size(), 2U);
    EXPECT_EQ(check[0]->numerics[0].path, "eager as_is; default as_is; eager fp64");
    EXPECT_EQ(check[0]->numerics[1].inputSet, 1);
}

TEST_F(CheckRecording, GoesDownTheModulesWhereThatIsAskedFor)
{
    auto plan = planFor("");
    plan.protocol.checkInputs = 1;
    plan.protocol.numericsDepth = NumericsDepth::Modules;
    ASSERT_TRUE(record(plan));
    const auto check = processes(ProcessKind::Check, 1);
    ASSERT_EQ(check.size(), 2U) << "in a process of its own";
    EXPECT_TRUE(check[0]->moduleErrors.empty());
    const auto& errors = check[1]->moduleErrors.at(0);
    EXPECT_EQ(errors.sameOutputs, true);
    EXPECT_EQ(errors.modules.at(0).module, "first");
    EXPECT_EQ(errors.modules.at(0).figures.path, "eager as_is; as_is; eager fp64");
}

TEST_F(CheckRecording, LeavesModulesAloneWhereResultsAreRight)
{
    auto plan = planFor("");
    plan.protocol.checkInputs = 1;
    ASSERT_TRUE(record(plan));
    EXPECT_EQ(processes(ProcessKind::Check, 1).size(), 1U);
}

TEST_F(CheckRecording, SaysWhyThereAreNoModules)
{
    auto plan = planFor("no_modules");
    plan.protocol.checkInputs = 1;
    plan.protocol.numericsDepth = NumericsDepth::Modules;
    ASSERT_TRUE(record(plan));
    const auto& errors = processes(ProcessKind::Check, 1).at(1)->moduleErrors.at(0);
    EXPECT_EQ(errors.reason, "it holds no modules");
    EXPECT_TRUE(errors.modules.empty());
}

TEST_F(CheckRecording, DrawsLossesOfBothSidesAndOfFp64)
{
    auto plan = planFor("");
    plan.workload.task = Task::Training;
    plan.protocol.checkInputs = 2;
    plan.protocol.lossSteps = 7;
    ASSERT_TRUE(record(plan));
    std::vector<std::pair<int, LossPrecision>> curves;
    for (const auto* process : processes(ProcessKind::Check))
        for (const auto& curve : process->lossCurves) {
            curves.emplace_back(process->start.variant, curve.precision);
            EXPECT_EQ(curve.steps.size(), 7U);
            EXPECT_FALSE(curve.steps.back().loss);
        }
    EXPECT_EQ(curves,
        (std::vector<std::pair<int, LossPrecision>> {
            {0, LossPrecision::AsRun}, {0, LossPrecision::Fp64}, {1, LossPrecision::AsRun}}));
    plan.protocol.lossSteps = 0;
    ASSERT_TRUE(record(plan));
}

TEST_F(CheckRecording, ComparesRandomModelsWithEagersGenerator)
{
    auto plan = planFor("random");
    plan.protocol.checkInputs = 1;
    ASSERT_TRUE(record(plan));
    const auto& fact = processes(ProcessKind::Check, 1).at(0)->numerics.at(0);
    EXPECT_EQ(fact.path, "eager as_is; default fallback_random; none");
    EXPECT_TRUE(fact.randomOperators);
}

TEST_F(CheckRecording, MissesTheFp64ReferenceWithoutHarm)
{
    auto plan = planFor("no_fp64");
    plan.protocol.checkInputs = 1;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->variantsFailed, 0);
    EXPECT_EQ(noticesOf("no_fp64_reference"), 1);
    EXPECT_EQ(processes(ProcessKind::Check, 1).at(0)->numerics.at(0).path,
        "eager as_is; default as_is; none");
}

} // namespace
} // namespace profiler
