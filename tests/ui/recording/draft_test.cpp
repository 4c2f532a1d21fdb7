// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/plan/plan_json.h"
#include "tests/ui/example_states.h"
#include "ui/pages/live/live_log.h"
#include "ui/pages/live/live_progress.h"
#include "ui/pages/live/workers_model.h"
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
    model.setCases(draftOf(richPlan()).cases);
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

TEST(Workers, FoldTheEarliestProcessesWhenThereIsNoRoomForAll)
{
    WorkersModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto comparison = example_states::judgedState("eight");
    QStringList names;
    for (const auto& variant : comparison->result.plan.variants)
        names << QString::fromStdString(variant.name);
    model.setMostColumns(20);
    model.show(profiler::recordingGrid(comparison->data, {}), names, nullptr);
    const int all = model.columnCount();
    model.setMostColumns(5);
    EXPECT_EQ(model.columnCount(), 6) << "of " << all;
    EXPECT_THAT(model.heading(2).name.toStdString(), HasSubstr("processes 1–"));
    EXPECT_EQ(model.rowCount(), 9) << "eight and eager again";
}

TEST(LiveProgress, NeverShowsAVerdict)
{
    const auto comparison = example_states::judgedState("recording");
    const ComparisonView view = viewOf(comparison, {});
    const LiveProgress progress = liveProgressOf(view);
    RowModel<LiveProgressRow> model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRows(progress.rows, liveProgressColumns(progress.baseline));
    const auto& rows = model.rows();
    EXPECT_EQ(rows.at(1).processes, QStringLiteral("1 of 5"));
    EXPECT_EQ(rows.at(1).note, QStringLiteral("one process only"));
    EXPECT_EQ(rows.at(1).dots.size(), 1U);
}

TEST(LiveLog, TellsWarningsAndErrorsApart)
{
    EXPECT_EQ(levelOf(QStringLiteral("UserWarning: slow path")), LogLevel::Warning);
    EXPECT_EQ(levelOf(QStringLiteral("RuntimeError: no")), LogLevel::Error);
    EXPECT_EQ(levelOf(QStringLiteral("autotune 3 of 9")), LogLevel::Plain);
    const std::vector<LiveLogRow> rows {
        {.utcMs = 2, .who = QStringLiteral("a 1"), .text = QStringLiteral("hello")},
        {.utcMs = 1,
            .who = QStringLiteral("b 1"),
            .text = QStringLiteral("boom"),
            .level = LogLevel::Error}};
    EXPECT_EQ(filteredRows(rows, LogLevel::Error, {}).size(), 1U);
    EXPECT_EQ(filteredRows(rows, LogLevel::Plain, QStringLiteral("worker:a hello")).size(), 1U);
    EXPECT_TRUE(filteredRows(rows, LogLevel::Plain, QStringLiteral("worker:a boom")).empty());
}

} // namespace
