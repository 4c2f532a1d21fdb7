// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/module_trail.h"
#include "profiler/evidence/numerics/ulp_distances.h"
#include "profiler/findings/conclude.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/record/worker_link/error_catalogue.h"
#include "profiler/report/documents.h"
#include "profiler/report/sentences/reason_text.h"
#include "recording_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class Trouble : public RecordingTest {
protected:
    /// The error class of the first process of the variant that failed; empty = none did.
    [[nodiscard]] std::string failureOf(int variant) const
    {
        for (const auto& process : data().processes)
            if (process.start.variant == variant && process.end
                && process.end->outcome != ProcessOutcome::Finished)
                return process.end->errorClass;
        return {};
    }

    /// Records the callable of trouble.py and expects the compiled variant alone to fail so.
    void expectCompiledFailure(const std::string& callable, const std::string& key,
        const CompileSettings& settings = {.backend = "eager"})
    {
        auto plan = planFor(model("trouble.py:" + callable));
        plan.variants[1].compile = settings;
        const auto outcome = record(plan);
        ASSERT_TRUE(outcome) << outcome.error().message;
        EXPECT_EQ(outcome->variantsFailed, 1) << wholeLog();
        EXPECT_EQ(failureOf(0), "");
        EXPECT_EQ(failureOf(1), key) << wholeLog();
        EXPECT_THAT(outcome->reason, HasSubstr(std::string(errorEntry(key).remedy)));
    }

    /// Expects both variants to fail so.
    void expectFailure(const std::string& spec, const std::string& key)
    {
        const auto outcome = record(planFor(spec));
        ASSERT_TRUE(outcome) << outcome.error().message;
        EXPECT_TRUE(outcome->allFailed);
        EXPECT_EQ(failureOf(0), key) << wholeLog();
        EXPECT_THAT(outcome->reason, HasSubstr(std::string(errorEntry(key).remedy)));
    }
};

TEST_F(Trouble, KilledWorkerKeepsItsFinishedRounds)
{
    auto plan = planFor(model("trouble.py:killed"));
    plan.protocol.callsPerBlock = 9'000; // dies in the second or third block
    plan.protocol.rounds = 4;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(outcome->allFailed || outcome->variantsFailed > 0);
    const auto lanes = processes(ProcessKind::Paired);
    ASSERT_EQ(lanes.size(), 2U);
    for (const auto* lane : lanes) {
        EXPECT_EQ(lane->end->outcome, ProcessOutcome::Crashed);
        EXPECT_THAT(lane->end->reason, HasSubstr("SIGSEGV"));
    }
    EXPECT_FALSE(lanes[0]->blocks.empty());
}

TEST_F(Trouble, ExceptionOfTheModelIsNamed)
{
    expectFailure(model("trouble.py:raises"), "user_exception");
    EXPECT_THAT(data().processes.at(0).end->reason, HasSubstr("the tokenizer is not loaded"));
    EXPECT_TRUE(logHolds("in action")) << "the traceback is in the log";
}

TEST_F(Trouble, ExceptionInOneVariantLeavesTheOther)
{
    expectCompiledFailure("raises_compiled", "shape_mismatch");
    EXPECT_GE(timedBlocksOf(*processes(ProcessKind::Paired, 0).at(0)).size(), 3U);
}

TEST_F(Trouble, GraphBreakUnderFullgraphIsUnsupported)
{
    expectCompiledFailure("breaks", "unsupported", {.fullgraph = true, .backend = "eager"});
}

TEST_F(Trouble, BackendThatDoesNotExistIsNamed)
{
    expectCompiledFailure("breaks", "invalid_backend", {.backend = "no_such_backend"});
}

TEST_F(Trouble, OutOfMemoryIsRecognised)
{
    expectFailure(model("trouble.py:greedy"), "out_of_memory");
}

TEST_F(Trouble, ShapesThatDoNotFitAreRecognised)
{
    expectFailure(model("trouble.py:mismatch"), "shape_mismatch");
}

TEST_F(Trouble, MissingModuleIsRecognised)
{
    expectFailure(model("trouble.py:no_module"), "module_not_found");
}

TEST_F(Trouble, MissingFileIsRecognised)
{
    expectFailure(model("nowhere.py:make"), "module_not_found");
}

TEST_F(Trouble, MissingCallableIsRecognised)
{
    expectFailure(model("trouble.py:nothing"), "callable_not_found");
}

TEST_F(Trouble, MissingFakeImplementationIsRecognised)
{
    expectCompiledFailure("missing_fake", "missing_fake", {.fullgraph = true, .backend = "eager"});
}

TEST_F(Trouble, MissingDeviceIsRecognised)
{
    auto plan = planFor("builtin:mlp");
    plan.numeric.device = "cuda:7";
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(outcome->allFailed);
    EXPECT_EQ(failureOf(0), "device_not_found") << wholeLog();
}

TEST_F(Trouble, CallWithoutEndMeetsTheTimeLimit)
{
    auto plan = planFor(model("trouble.py:slow"));
    plan.protocol.callTimeLimit = 1s;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_TRUE(outcome->allFailed);
    EXPECT_EQ(data().processes.at(0).end->outcome, ProcessOutcome::TimedOut);
    EXPECT_EQ(failureOf(0), "timed_out");
    EXPECT_EQ(failureOf(1), "compile_too_long");
}

TEST_F(Trouble, PastTheRecompileLimitTheCaseIsProvedEager)
{
    const auto outcome = record(planFor(model("trouble.py:past_the_limit")));
    ASSERT_TRUE(outcome) << outcome.error().message;
    const auto lanes = processes(ProcessKind::Paired, 1);
    ASSERT_FALSE(lanes.empty());
    int observed = 0;
    for (const auto& proof : lanes[0]->proofs) {
        if (!proof.observed)
            continue;
        ++observed;
        EXPECT_EQ(proof.regions.empty(), proof.caseIndex >= 2) << "case " << proof.caseIndex;
    }
    EXPECT_GT(observed, 0);
    EXPECT_TRUE(std::any_of(data().notices.begin(), data().notices.end(),
        [](const NoticeFact& notice) { return notice.rule == "recompile_limit"; }));
}

TEST_F(Trouble, PastTheRecompileLimitInsideAnotherFunctionTheCaseIsProvedEager)
{
    auto plan = planFor(model("trouble.py:past_the_limit_inside"));
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 3;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    const auto lanes = processes(ProcessKind::Paired, 1);
    ASSERT_FALSE(lanes.empty());
    for (const auto& proof : lanes[0]->proofs)
        EXPECT_FALSE(proof.regions.empty()) << "the outer function's own code runs compiled";
    const auto judged = conclude(data());
    ASSERT_EQ(judged.cases.size(), 4U);
    for (std::size_t i = 0; i < judged.cases.size(); ++i) {
        const auto verdict = judged.cases[i].variants.at(1).verdict;
        EXPECT_EQ(verdict == Verdict::RanEager, i >= 2) << "case " << i;
    }
}

/// One case of three fails, and the others have everything.
class CaseTrouble : public Trouble {
protected:
    void SetUp() override
    {
        Trouble::SetUp();
        m_protocol = shortProtocol(2);
        m_protocol.coldEmpty = 1;
        m_protocol.checkInputs = m_protocol.traceCalls = 0;
        m_protocol.trialCompile = false;
    }

    /// Results are compared and calls are traced, too.
    void checkAndTrace() { m_protocol.checkInputs = m_protocol.traceCalls = 1; }

    Plan planOf(const std::string& callable)
    {
        auto plan = planFor(model("trouble.py:" + callable));
        plan.protocol = m_protocol;
        return plan;
    }

    void expectTheRest(const std::vector<int>& variants, const std::string& reason) const
    {
        const auto judged = conclude(data());
        ASSERT_EQ(judged.cases.size(), 3U);
        for (const int variant : {0, 1})
            for (std::size_t i = 0; i < 3; ++i) {
                const auto& result = judged.cases[i].variants[static_cast<std::size_t>(variant)];
                const bool failed
                    = i == 1 && std::ranges::find(variants, variant) != variants.end();
                EXPECT_EQ(result.latency.has_value(), !failed)
                    << "case " << i << ", variant " << variant << wholeLog();
                EXPECT_EQ(result.verdict == Verdict::Failed, failed || (i == 1 && variant == 1));
                if (failed) {
                    EXPECT_THAT(reasonText(result.verdictReason), HasSubstr(reason));
                    EXPECT_FALSE(result.peakMemory.host) << "what was not measured has no peak";
                    EXPECT_TRUE(variant == 0 || !result.graphBreaks);
                } else if (m_protocol.coldEmpty > 0) {
                    EXPECT_TRUE(result.peakMemory.host) << "case " << i << " variant " << variant;
                }
            }
    }

    Protocol m_protocol;
};

TEST_F(CaseTrouble, AShapeThatTheModelRefusesLeavesTheOthers)
{
    checkAndTrace();
    const auto outcome = record(planOf("refuses_one_shape"));
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->variantsFailed, 0) << outcome->reason;
    EXPECT_EQ(outcome->casesFailed, 2);
    EXPECT_THAT(outcome->reason, HasSubstr("n24: "));
    expectTheRest({0, 1}, "24 rows are not supported");
    for (const int variant : {0, 1})
        EXPECT_EQ(processes(ProcessKind::Cold, variant).size(), 2U)
            << "one that found it, and one without it";
    EXPECT_EQ(processes(ProcessKind::Paired, -1).size(), 2U) << "which know it beforehand";
}

TEST_F(CaseTrouble, WithoutColdProcessesALaneFindsItAndIsStartedAgain)
{
    m_protocol.coldEmpty = 0;
    const auto outcome = record(planOf("refuses_one_shape"));
    ASSERT_TRUE(outcome) << outcome.error().message;
    expectTheRest({0, 1}, "24 rows are not supported");
    EXPECT_EQ(processes(ProcessKind::Paired, -1).size(), 4U);
}

TEST_F(CaseTrouble, ACaseThatFailsCompiledAloneHasEagersTimes)
{
    checkAndTrace();
    const auto outcome = record(planOf("refuses_one_shape_compiled"));
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->casesFailed, 1) << outcome->reason;
    expectTheRest({1}, "");
}

TEST_F(CaseTrouble, NoMemoryForOneShapeLeavesTheOthers)
{
    const auto outcome = record(planOf("no_memory_at_one_shape"));
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->casesFailed, 2) << outcome->reason;
    expectTheRest({0, 1}, "out of memory");
}

TEST_F(CaseTrouble, ACrashAtOneShapeIsThatShapesOnceAnotherRan)
{
    const auto outcome = record(planOf("crashes_at_one_shape"));
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->casesFailed, 2) << outcome->reason;
    expectTheRest({0, 1}, "SIGSEGV");
}

TEST_F(CaseTrouble, InProcessesOfTheirOwnTheOthersGoOn)
{
    auto plan = planOf("refuses_one_shape");
    plan.protocol.casesApart = true;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->casesFailed, 2) << outcome->reason;
    expectTheRest({0, 1}, "24 rows are not supported");
}

TEST_F(Trouble, ResultsThatDifferAreJudgedSo)
{
    auto plan = planFor(model("trouble.py:differs"));
    plan.protocol.checkInputs = 1;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->variantsFailed, 0) << outcome->reason;
    EXPECT_EQ(conclude(data()).cases.at(0).variants.at(1).verdict, Verdict::ResultsDiffer);
}

TEST_F(Trouble, TheModuleInWhichResultsPartIsNamed)
{
    auto plan = planFor(model("trouble.py:differs_inside"));
    plan.protocol.checkInputs = 2;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    const auto trail = moduleTrail(data(), 1, 0);
    ASSERT_TRUE(trail) << wholeLog();
    ASSERT_TRUE(trail->firstAbove) << trail->reason;
    EXPECT_EQ(trail->rows[*trail->firstAbove].error.module, "wrong");
    EXPECT_EQ(trail->rows.front().error.module, "before");
    EXPECT_EQ(trail->rows.front().status, NumericsStatus::Equal);
    EXPECT_THAT(showText(ShowPart::Numerics, data(), {}), HasSubstr("that of wrong (Differs"));
    EXPECT_FALSE(ulpDistances(data(), 1, 0).series.empty());
}

TEST_F(Trouble, NoModuleIsLookedAtWhereResultsAgreeOrNobodyAsks)
{
    auto plan = planFor(model("trouble.py:differs_inside"));
    plan.protocol.checkInputs = 1;
    plan.variants[1] = {.name = "again"};
    ASSERT_TRUE(record(plan));
    EXPECT_FALSE(moduleTrail(data(), 1, 0));
}

TEST_F(Trouble, FailingBackendIsRecognised)
{
    expectCompiledFailure("bad_backend", "backend_failed", {.backend = "fusescope_bad"});
}

TEST_F(Trouble, InterpreterWithoutTorchIsRecognised)
{
    auto plan = planFor("builtin:mlp");
    plan.variants[1].python = "/usr/bin/python3";
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(failureOf(1), "no_torch") << wholeLog();
    EXPECT_EQ(failureOf(0), "");
}

TEST_F(Trouble, MissingCompilerIsRecognised)
{
    auto plan = planFor("builtin:mlp");
    plan.variants[1].compile = {};
    plan.variants[1].environment["CXX"] = "/nowhere/g++";
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(failureOf(1), "no_c_compiler") << wholeLog();
}

} // namespace
} // namespace profiler
