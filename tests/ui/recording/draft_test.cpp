// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/plan/plan_json.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "ui/pages/new_comparison/draft/case_table_model.h"
#include "ui/pages/new_comparison/draft/draft_text.h"
#include "ui/pages/new_comparison/draft/plan_draft.h"
#include "ui/pages/new_comparison/draft/variant_draft_model.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using namespace ui;

std::string sentenceAt(const PlanDraft& draft, DraftBlock block)
{
    for (const DraftProblem& problem : problemsOf(draft))
        if (problem.block == block)
            return problem.sentence.toStdString();
    return {};
}

profiler::Plan richPlan()
{
    profiler::Plan plan;
    plan.name = "mine";
    plan.workload.spec = "models/vit.py:make";
    plan.workload.workingDirectory = "/work";
    plan.workload.arguments = {{"depth", "12"}, {"pool", "\"mean\""}, {"text", "\"8\""}};
    plan.workload.fences = {"layers.3"};
    plan.workload.parts = {{.target = "encoder.*"}};
    plan.cases = {{.name = "s32",
                      .inputs = {{.name = "ids",
                                     .shape = {8, 32},
                                     .dtype = "int64",
                                     .range = profiler::IntegerRange {.low = 0, .high = 9}},
                          {.name = "m", .file = "inputs.npz", .key = "mask"}},
                      .items = 256},
        {.name = "own"}};
    profiler::Variant tuned {.name = "tuned", .kind = profiler::VariantKind::Compiled};
    tuned.compile = {.dynamic = false, .fullgraph = true};
    tuned.compile.options = {{"list", "[1,2]"}, {"name", "\"x\""}, {"on", "true"}};
    tuned.environment = {{"A", "1"}, {"B", "x, \"y\""}};
    tuned.parts = {{.target = "encoder"}};
    tuned.python = "/env/bin/python";
    tuned.torch.memoryFormat = "channels_last";
    tuned.torch.markDynamic = {{.input = "ids", .dimension = 1}};
    tuned.torch.inductor = {{"freezing", "true"}};
    plan.variants = {{.name = "eager"}, tuned};
    plan.numeric.device = "cuda:0";
    plan.numeric.threads = 4;
    plan.goal = {.metric = profiler::GoalMetric::Total,
        .horizonCalls = 100'000,
        .cacheKept = true,
        .limits = {.p99 = std::chrono::microseconds(15'500), .memoryBytes = 6LL << 30}};
    plan.goal.caseLimits["s32"] = {.p99 = std::chrono::milliseconds(15)};
    plan.protocol = profiler::protocolFor(profiler::Effort::Quick);
    plan.protocol.rounds = 12;
    plan.protocol.repetitionsMax = 7;
    plan.protocol.traceCalls = 0;
    plan.protocol.callsPerBlock = 3;
    return plan;
}

TEST(Draft, OfAPlanGivesThatPlanAgain)
{
    const auto plan = richPlan();
    ASSERT_TRUE(profiler::validatePlan(plan)) << profiler::validatePlan(plan).error().message;
    const auto again = planOf(draftOf(plan));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(profiler::planToJson(*again), profiler::planToJson(plan));
}

TEST(Draft, SurvivesARestart)
{
    PlanDraft draft = draftOf(richPlan());
    draft.origin = QStringLiteral("copied from vit");
    draft.cases.front().tensors.front().shape = QStringLiteral("8×"); // wrong as yet
    draft.output = QStringLiteral("runs/vit.fscope");
    const auto again = draftFromJson(toJson(draft));
    ASSERT_TRUE(again);
    EXPECT_TRUE(*again == draft);
    EXPECT_FALSE(draftFromJson("not JSON"));
    EXPECT_FALSE(draftFromJson("{\"schema\": 99}"));
}

profiler::Plan sweptPlan()
{
    auto plan = *planOf(newDraft());
    const std::vector<profiler::SweptTensor> tensors {
        {.tensor = {.name = "ids",
             .dtype = "int64",
             .range = profiler::IntegerRange {.low = 0, .high = 9}},
            .sizes = {"batch", "seq"}},
        {.tensor = {.name = "m", .file = "inputs.npz", .key = "mask"}}};
    plan.cases
        = *profiler::sweptCases({{"batch", {1, 2, 4, 8}}, {"seq", {16, 32, 48, 64}}}, tensors);
    return plan;
}

TEST(Draft, OfASweepHasItsWordsAndOneListOfTensors)
{
    auto plan = sweptPlan();
    for (auto& value : plan.cases)
        value.items = 7;
    const PlanDraft draft = draftOf(plan);
    EXPECT_EQ(draft.sweep, QStringLiteral("batch=1,2..8 seq=16:64:16"));
    ASSERT_EQ(draft.cases.size(), 1U);
    EXPECT_EQ(draft.cases.front().tensors.front().shape, QStringLiteral("batch×seq"));
    EXPECT_EQ(caseCountOf(draft), 16U);
    const auto again = planOf(draft);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(profiler::planToJson(*again), profiler::planToJson(plan));
    const auto stored = draftFromJson(toJson(draft));
    ASSERT_TRUE(stored);
    EXPECT_TRUE(*stored == draft);
}

TEST(Draft, OfSomeSizesOfASweepKeepsThemAsCases)
{
    auto plan = sweptPlan();
    plan.cases.erase(plan.cases.begin() + 5);
    const PlanDraft some = draftOf(plan);
    EXPECT_EQ(some.sweep, QString());
    EXPECT_EQ(some.cases.size(), 15U);
    EXPECT_EQ(profiler::planToJson(*planOf(some)), profiler::planToJson(plan));
    plan = sweptPlan();
    plan.cases.front().items = 8;
    const PlanDraft counted = draftOf(plan);
    EXPECT_EQ(counted.cases.size(), 16U) << "one field cannot say two numbers of items";
    EXPECT_EQ(profiler::planToJson(*planOf(counted)), profiler::planToJson(plan));
}

TEST(Draft, RefusesASweepInTheWordsOfTheCommandLine)
{
    PlanDraft draft = newDraft();
    const auto sentence = [&](const char* sweep) {
        draft.sweep = QString::fromUtf8(sweep);
        return sentenceAt(draft, DraftBlock::Cases);
    };
    EXPECT_THAT(sentence("batch=1,8"), HasSubstr("--sweep \"batch=1,8\": expected one list of"));
    draft.cases = {{.name = QStringLiteral("default"),
        .tensors = {{.name = QStringLiteral("x"),
            .shape = QString::fromUtf8("batch×64"),
            .dtype = QStringLiteral("float32")}}}};
    EXPECT_EQ(sentence("batch=1,8"), "");
    EXPECT_EQ(sentence(" batch=1,8 ; "), "");
    EXPECT_THAT(sentence("batch"),
        HasSubstr("--sweep \"batch\": expected a name and its values: batch=1,2,4"));
    EXPECT_THAT(sentence("batch=1 batch=2"), HasSubstr("--sweep \"batch=2\": expected each name"));
    EXPECT_THAT(sentence("batch=1,8;seq=16"), HasSubstr("expected an input with the size seq"));
    EXPECT_THAT(sentence("seq=16"),
        HasSubstr("input \"x\": expected sizes parted by x, each a number or a name of --sweep, "
                  "found \"batchx64\""));
    EXPECT_THAT(sentence("batch=1,8 n=1,2"), HasSubstr("expected an input with the size n"));
    EXPECT_THAT(sentence(""), HasSubstr("the shape \"batch×64\" is not understood"));
    draft.cases.push_back(draft.cases.front());
    EXPECT_THAT(sentence("batch=1,8"), HasSubstr("and no other case beside it"));
}

TEST(Draft, LimitsMaySpeakOfTheCasesOfASweep)
{
    PlanDraft draft = draftOf(sweptPlan());
    draft.caseLimits = QStringLiteral("batch8-seq64.p99=15ms");
    EXPECT_EQ(sentenceAt(draft, DraftBlock::Goal), "");
    draft.caseLimits = QStringLiteral("batch9-seq64.p99=15ms");
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Goal), HasSubstr("which the plan has not"));
}

TEST(Draft, OfALoadGivesThatLoadAgain)
{
    auto plan = *planOf(newDraft());
    plan.load = {.rates = {50, 0.5},
        .repetitions = 5,
        .arrivals = profiler::Arrivals::Constant,
        .duration = std::chrono::seconds(4),
        .concurrency = 8,
        .requestTimeLimit = std::chrono::milliseconds(2500)};
    for (const bool replays : {false, true}) {
        if (replays)
            plan.load = {.repetitions = 3,
                .arrivals = profiler::Arrivals::Replay,
                .replay = "/data/requests.csv"};
        const PlanDraft draft = draftOf(plan);
        const auto again = planOf(draft);
        ASSERT_TRUE(again) << again.error().message;
        EXPECT_EQ(again->load, plan.load);
        const auto stored = draftFromJson(toJson(draft));
        ASSERT_TRUE(stored);
        EXPECT_TRUE(*stored == draft);
    }
    const PlanDraft usual = draftOf(plan);
    EXPECT_EQ(usual.loadRates, QStringLiteral("auto"));
    EXPECT_THAT(usual.numbers, IsEmpty()) << "three processes are the usual ones";
}

TEST(Draft, WithoutRatesHasNoLoad)
{
    PlanDraft draft = newDraft();
    draft.arrivals = profiler::Arrivals::Constant;
    draft.numbers["--concurrency"] = QStringLiteral("8");
    const auto plan = planOf(draft);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->load, profiler::LoadPlan {});
    draft.loadRates = QStringLiteral("50, 100");
    EXPECT_EQ(planOf(draft)->load.concurrency, 8);
    EXPECT_EQ(planOf(draft)->load.rates, (std::vector<double> {50, 100}));
    EXPECT_EQ(planOf(draft)->load.repetitions, profiler::usualLoadRepetitions);
}

TEST(Draft, RefusesALoadInTheWordsOfTheCommandLine)
{
    PlanDraft draft = newDraft();
    draft.loadRates = QStringLiteral("fast");
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Load),
        HasSubstr("--load \"fast\": expected auto, or rates above 0 in requests a second"));
    draft.loadRates = QStringLiteral("auto");
    draft.numbers["--load-time"] = QStringLiteral("10");
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Load),
        HasSubstr("time at each rate \"10\": expected a time with its unit"));
    draft.numbers["--load-time"] = QStringLiteral("10s");
    draft.numbers["--concurrency"] = QStringLiteral("65");
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Load), HasSubstr("between 1 and 64"));
    draft.numbers.clear();
    draft.arrivals = profiler::Arrivals::Replay;
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Load), HasSubstr("expected poisson, constant or"));
    draft.arrivals = profiler::Arrivals::Poisson;
    draft.task = profiler::Task::Training;
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Load),
        HasSubstr("load is for requests in inference, and the task is training"));
}

TEST(Draft, OfANewComparisonIsInOrder)
{
    EXPECT_THAT(problemsOf(newDraft()), IsEmpty());
    EXPECT_TRUE(planOf(newDraft()));
}

TEST(Draft, SaysWhatIsWrongInTheWordsOfTheCommandLine)
{
    PlanDraft draft = newDraft();
    draft.variants.clear();
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Variants), HasSubstr("a comparison needs a variant"));
    draft = newDraft();
    draft.variants.push_back(draft.variants.back());
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Variants),
        HasSubstr("two variants are named \"default\"; give each a name of its own"));
    draft = newDraft();
    draft.metric = profiler::GoalMetric::Total;
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Goal),
        HasSubstr("the goal total needs a horizon in calls, such as total:100000"));
    draft = newDraft();
    draft.builtin.clear();
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Model), HasSubstr("no model is named"));
    draft = newDraft();
    draft.device = QStringLiteral("tpu");
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Measurement), HasSubstr("unknown device \"tpu\""));
}

TEST(Draft, SaysWhichTextCannotBeRead)
{
    PlanDraft draft = newDraft();
    draft.cases = {{.name = QStringLiteral("a"),
        .tensors = {{.name = QStringLiteral("x"),
            .shape = QStringLiteral("8xq"),
            .dtype = QStringLiteral("float32")}}}};
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Cases),
        HasSubstr("case \"a\", input \"x\": the shape \"8xq\" is not understood"));
    draft.cases.front().tensors.front().shape = QStringLiteral("8, 64");
    EXPECT_EQ(sentenceAt(draft, DraftBlock::Cases), "");
    draft.cases.push_back(draft.cases.front());
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Cases), HasSubstr("two cases are named \"a\""));
    draft.caseLimits = QStringLiteral("b.p99=15ms");
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Goal),
        HasSubstr("a limit names the case \"b\", which the plan has not"));
    draft.caseLimits = QStringLiteral("a.p99=15");
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Goal), HasSubstr("expected CASE.p99=15ms"));
    draft.processes = QStringLiteral("9..3");
    EXPECT_THAT(sentenceAt(draft, DraftBlock::Measurement), HasSubstr("such as 5..15"));
}

TEST(Draft, TakesTheNumbersOfANewEffort)
{
    PlanDraft draft = newDraft();
    draft.effort = profiler::Effort::Quick;
    const auto plan = planOf(draft);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->protocol, profiler::protocolFor(profiler::Effort::Quick));
    draft.cold = draft.check = false;
    EXPECT_EQ(planOf(draft)->protocol.coldEmpty, 0);
    EXPECT_EQ(planOf(draft)->protocol.checkInputs, 0);
}

TEST(Draft, FindsTheBlockThatARefusalSpeaksOf)
{
    EXPECT_EQ(blockOf(QStringLiteral("variant x: torch 2.11 has no mode y")), DraftBlock::Variants);
    EXPECT_EQ(blockOf(QStringLiteral("case a: the file b does not exist")), DraftBlock::Cases);
    EXPECT_EQ(blockOf(QStringLiteral("there is no interpreter /x")), DraftBlock::Measurement);
    EXPECT_EQ(blockOf(QStringLiteral("there is no built-in model x")), DraftBlock::Model);
}

TEST(DraftText, ReadsShapesAsPeopleWriteThem)
{
    const std::vector<std::int64_t> sizes {8, 3, 64};
    for (const char* text : {"8x3x64", "8×3×64", "8, 3, 64", "[8, 3, 64]", " 8 * 3 * 64 "})
        EXPECT_EQ(shapeFrom(QString::fromUtf8(text)), sizes) << text;
    EXPECT_TRUE(shapeFrom(QString())->empty());
    for (const char* text : {"8x", "x8", "8.5", "-1", "a"})
        EXPECT_FALSE(shapeFrom(QString::fromUtf8(text))) << text;
}

TEST(CaseTable, IsASoundModel)
{
    CaseTableModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setCases(draftOf(richPlan()).cases, {});
    EXPECT_EQ(model.rowCount(), 3) << "two tensors, and a case of the callable's own";
    model.addCase();
    model.addTensor(0);
    EXPECT_EQ(model.cases().front().tensors.size(), 3U);
    EXPECT_TRUE(
        model.setData(model.index(0, CaseTableModel::Shape), QStringLiteral("8×"), Qt::EditRole));
    EXPECT_NE(
        model.index(0, CaseTableModel::Check).data().toString(), QStringLiteral("understood"));
    while (model.rowCount() > 0)
        model.removeAt(model.rowCount() - 1);
    EXPECT_TRUE(model.cases().empty());
}

TEST(CaseTable, ShowsASweepAsOneCaseWithNamedSizes)
{
    CaseTableModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const PlanDraft draft = draftOf(sweptPlan());
    model.setCases(draft.cases, draft.sweep);
    const auto name = model.index(0, CaseTableModel::CaseName);
    const auto shape = model.index(0, CaseTableModel::Shape);
    EXPECT_EQ(name.data().toString(), QStringLiteral("16 swept cases"));
    EXPECT_FALSE(formCellAt(name).editable);
    EXPECT_EQ(formCellAt(shape).problem, QString());
    model.setSweep(QStringLiteral("batch=1,2"));
    EXPECT_EQ(formCellAt(shape).problem,
        QStringLiteral("no shape: sizes are numbers or names of the sweep"));
    model.setData(shape, QString::fromUtf8("batch×8"), Qt::EditRole);
    EXPECT_EQ(formCellAt(shape).problem, QString());
    EXPECT_EQ(name.data().toString(), QStringLiteral("2 swept cases"));
    model.setSweep({});
    EXPECT_TRUE(formCellAt(name).editable);
    EXPECT_NE(formCellAt(shape).problem, QString()) << "batch is no size without the sweep";
}

TEST(CaseTable, ANewTensorOfASweepHasItsSizes)
{
    CaseTableModel model;
    model.setSweep(QStringLiteral("batch=1,8 seq=16"));
    model.addTensor(-1);
    EXPECT_EQ(model.cases().front().tensors.front().shape, QString::fromUtf8("batch×seq×64"));
    EXPECT_TRUE(casesOf(QStringLiteral("batch=1,8 seq=16"), model.cases()));
}

TEST(CaseTable, RefusesASecondCaseOfTheSameName)
{
    CaseTableModel model;
    model.addCase();
    model.addCase();
    EXPECT_NE(model.cases()[0].name, model.cases()[1].name) << "a new case has a name of its own";
    const auto second = model.index(1, CaseTableModel::CaseName);
    model.setData(second, model.cases()[0].name, Qt::EditRole);
    EXPECT_EQ(formCellAt(second).problem, QStringLiteral("another case has this name"));
}

TEST(VariantTable, IsASoundModelThatHoldsEightAtMost)
{
    VariantDraftModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setVariants(newDraft().variants);
    for (const auto which : {VariantTemplate::Modes, VariantTemplate::StaticAgainstDynamic,
             VariantTemplate::Fullgraph, VariantTemplate::TwoEnvironments})
        model.addTemplate(which);
    model.addVariant();
    EXPECT_EQ(model.rowCount(), 8);
    model.move(1, -1);
    EXPECT_EQ(model.variants().front().name, QStringLiteral("default"));
    model.removeAt(0);
    EXPECT_EQ(model.rowCount(), 7);
}

TEST(VariantTable, TemplatesAddWhatIsNotThere)
{
    VariantDraftModel model;
    model.setVariants(newDraft().variants);
    model.addTemplate(VariantTemplate::Modes);
    std::vector<std::string> names;
    for (const VariantDraft& variant : model.variants())
        names.push_back(variant.name.toStdString());
    EXPECT_EQ(names,
        (std::vector<std::string> {
            "eager", "default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"}));
}

TEST(VariantTable, OptionsTakeThePlaceOfTheDefaultMode)
{
    VariantDraftModel model;
    model.setVariants(newDraft().variants);
    model.setData(
        model.index(1, VariantDraftModel::Options), QStringLiteral("freezing=true"), Qt::EditRole);
    PlanDraft draft = newDraft();
    draft.variants = model.variants();
    const auto plan = planOf(draft);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->variants[1].compile.options.at("freezing"), "true");
}

TEST(VariantTable, AnEngineIsAModeAndLosesWhatTorchCompileHas)
{
    VariantDraftModel model;
    model.setVariants(newDraft().variants);
    const auto fullgraph = model.index(1, VariantDraftModel::Fullgraph);
    model.setData(fullgraph, QStringLiteral("on"), Qt::EditRole);
    model.setData(
        model.index(1, VariantDraftModel::Mode), QStringLiteral("aoti-native"), Qt::EditRole);
    EXPECT_FALSE(formCellAt(fullgraph).editable);
    EXPECT_TRUE(formCellAt(model.index(1, VariantDraftModel::Dynamic)).editable);
    PlanDraft draft = newDraft();
    draft.variants = model.variants();
    const auto plan = planOf(draft);
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(plan->variants[1].engine, profiler::Engine::AotInductor);
    EXPECT_TRUE(plan->variants[1].native);
    EXPECT_FALSE(plan->variants[1].compile.mode);
    EXPECT_EQ(draftOf(*plan).variants[1].mode, QStringLiteral("aoti-native"));
}

} // namespace
