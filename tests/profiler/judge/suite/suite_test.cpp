// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/suite/batch_size.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/suite/suite.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/finding.h"
#include "profiler/model/process_record.h"
#include "profiler/model/trace.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/statistics/geometric_mean.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

using namespace profiler;
using recorded_example::ExampleOptions;
using testing::HasSubstr;
using testing::Not;

namespace {

using nlohmann::json;

struct ModelOf {
    std::string name;
    std::string spec;
    double speedUp = 1;
    std::string failure {};
    bool resultsDiffer = false;
    int day = 0;
    std::string device {};
};

ComparisonData recordingOf(const ModelOf& model, std::int64_t id)
{
    ExampleOptions options {.seed = static_cast<std::uint64_t>(id),
        .variants = recorded_example::exampleVariants(2),
        .cases = {{.name = "b8", .eagerMs = 5, .batch = 8}},
        .coldProcesses = 1,
        .repetitions = 3,
        .rounds = 10,
        .callsPerBlock = 10};
    options.variants[1].speedUp = model.speedUp;
    options.variants[1].failure = model.failure;
    options.variants[1].resultsDiffer = model.resultsDiffer;
    auto data = recorded_example::recordedExample(options);
    data.info.id = {id};
    data.info.started.ns += model.day * 86'400'000'000'000;
    for (auto& process : data.processes)
        if (process.end && !process.end->errorClass.empty())
            process.end->errorClass = "user_exception"; // told apart by its sentence
    data.plan.workload.spec = model.spec;
    data.plan.suite = {.suite = "night", .model = model.name, .task = model.name};
    return data;
}

/// Before any call was timed.
ComparisonData endedEarly(const std::string& model, const std::string& reason)
{
    ComparisonData data;
    data.info = {.id = {1}, .status = ComparisonStatus::Partial, .stopReason = reason};
    data.plan.suite = {.suite = "night", .model = model};
    data.plan.variants = {{.name = "eager"}, {.name = "default", .kind = VariantKind::Compiled}};
    return data;
}

SuiteResult suiteOf(const std::vector<ModelOf>& models)
{
    std::vector<SuiteRow> rows;
    std::int64_t id = 0;
    for (const auto& model : models) {
        const auto data = recordingOf(model, ++id);
        for (auto& row : suiteRows(data, judge(data)))
            rows.push_back(std::move(row));
    }
    return suiteResult("night", std::move(rows));
}

const std::vector<ModelOf> five {{"resnet18", "torchvision:resnet18", 1.5},
    {"resnet50", "torchvision:resnet50", 0.8}, {"vgg11", "torchvision:vgg11", 1.1},
    {"bert", "transformers:bert", 1.9}, {"own", "mymodel.py:make", 1.3}};

} // namespace

TEST(GeometricMean, IsTheOneOfALongDouble)
{
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> logarithm(-2, 2);
    for (std::size_t count = 1; count < 60; ++count) {
        std::vector<double> ratios;
        long double sum = 0;
        for (std::size_t i = 0; i < count; ++i) {
            ratios.push_back(std::exp(logarithm(random)));
            sum += std::log(static_cast<long double>(ratios.back()));
        }
        EXPECT_EQ(geometricMean(ratios), static_cast<double>(std::exp(sum / count)));
    }
    EXPECT_EQ(geometricMean(std::vector {2.0, 8.0}), 4.0);
    EXPECT_FALSE(geometricMeanInterval(std::vector {2.0}));
    const auto interval = geometricMeanInterval(std::vector {1.5, 2.0, 1.7, 1.1});
    ASSERT_TRUE(interval);
    EXPECT_LT(interval->low, interval->estimate);
    EXPECT_GT(interval->high, interval->estimate);
}

TEST(SuiteResult, CountsEachModelOnceInTheGeometricMean)
{
    const auto suite = suiteOf(five);
    ASSERT_EQ(suite.means.size(), 1U);
    const auto& mean = suite.means.front();
    EXPECT_EQ(mean.models, 5);
    ASSERT_EQ(mean.ratios.size(), 5U);
    EXPECT_NEAR(*mean.mean, std::pow(1.5 * 0.8 * 1.1 * 1.9 * 1.3, 0.2), 0.02);
    EXPECT_EQ(*mean.mean, geometricMean(mean.ratios));
    EXPECT_EQ(mean.faster, 4);
    EXPECT_EQ(mean.slower, 1);
    ASSERT_TRUE(mean.interval);
    EXPECT_EQ(suite.models, 5);
}

TEST(SuiteResult, SortsByTheLargestGain)
{
    const auto suite = suiteOf(five);
    ASSERT_EQ(suite.rows.size(), 5U);
    EXPECT_EQ(suite.rows.front().model, "bert");
    EXPECT_EQ(suite.rows.back().model, "resnet50");
    EXPECT_EQ(suite.rows.front().batch, 8);
}

TEST(SuiteResult, LeavesOutOfTheMeanWhatDiffersOrFailed)
{
    auto models = five;
    models[3].resultsDiffer = true;
    models[4].failure = "out of memory on row 17";
    const auto suite = suiteOf(models);
    const auto& mean = suite.means.front();
    EXPECT_EQ(mean.ratios.size(), 3U);
    EXPECT_EQ(mean.models, 5);
    EXPECT_EQ(mean.differing, 1);
    EXPECT_EQ(mean.failed, 1);
    ASSERT_EQ(suite.failures.size(), 1U);
    EXPECT_EQ(suite.failures.front().where.front().variant, suite.variants.front());
}

TEST(SuiteResult, LeavesOutOfTheMeanWhatIsNotDecided)
{
    std::vector<SuiteRow> rows;
    std::int64_t id = 0;
    for (const auto& model : five) {
        const auto data = recordingOf(model, ++id);
        for (auto& row : suiteRows(data, judge(data)))
            rows.push_back(std::move(row));
    }
    auto& open = rows.front().cells.front();
    open.verdict = Verdict::UndecidedLeaningFaster;
    open.reason = {ReasonKind::IntervalTooWide, {}};
    const auto suite = suiteResult("night", std::move(rows));
    const auto& mean = suite.means.front();
    EXPECT_EQ(mean.ratios.size(), 4U);
    EXPECT_EQ(mean.undecided, 1);
    EXPECT_THAT(meanSentence(mean), HasSubstr("not decided in 1"));
    EXPECT_THAT(suiteText(suite, 300), HasSubstr("– undecided, leaning faster"));
    EXPECT_THAT(suiteSentence(suite, Emphasis::None), HasSubstr("(not decided in 1 more)"));
}

TEST(SuiteResult, GroupsAlikeFailures)
{
    auto models = five;
    for (const std::size_t i : {0U, 2U, 3U})
        models[i].failure = "index " + std::to_string(i * 7) + " is out of range";
    models[1].failure = "something else";
    const auto suite = suiteOf(models);
    ASSERT_EQ(suite.failures.size(), 2U);
    EXPECT_EQ(suite.failures.front().where.size(), 3U);
    EXPECT_THAT(failureGroupSentence(suite, suite.failures.front()), HasSubstr("out of range"));
}

TEST(SuiteResult, TellsFamiliesByNameAndTheirRanges)
{
    const auto suite = suiteOf(five);
    ASSERT_EQ(suite.families.size(), 1U); // of one model is no range
    const auto& range = suite.families.front();
    EXPECT_EQ(range.family, "vision_cnn");
    EXPECT_EQ(range.models, 3);
    EXPECT_NEAR(range.low, 0.8, 0.02);
    EXPECT_NEAR(range.high, 1.5, 0.03);
    EXPECT_THAT(familyRangeSentence(range), HasSubstr("vision CNNs here: 1.2"));
    const auto isOwn = [](const SuiteRow& row) { return row.model == "own"; };
    const auto own = std::ranges::find_if(suite.rows, isOwn);
    EXPECT_EQ(own->family.source, FamilySource::Unknown);
    EXPECT_EQ(rangeFor(suite, *own, suite.variants.front()), nullptr);
    EXPECT_NE(rangeFor(suite, suite.rows.back(), suite.variants.front()), nullptr);
}

TEST(SuiteResult, TakesTheNewestRecordingOfAModel)
{
    auto models = five;
    models.push_back({"resnet18", "torchvision:resnet18", 1.2, {}, false, 3});
    const auto suite = suiteOf(models);
    EXPECT_EQ(suite.replaced, 1);
    const auto row = std::ranges::find(suite.rows, "resnet18", &SuiteRow::model);
    EXPECT_EQ(row->id.value, 6);
    EXPECT_THAT(suiteNote(suite), HasSubstr("1 older recording"));
}

TEST(SuiteResult, KeepsARecordingThatNeverBeganWithItsCause)
{
    auto failed
        = endedEarly("nosuch", "there is no model called nosuch; `fusescope models` lists them");
    failed.plan.workload.spec = "builtin:nosuch";
    const auto suite = suiteResult("night", suiteRows(failed, judge(failed)));
    ASSERT_EQ(suite.rows.size(), 1U);
    ASSERT_TRUE(suite.rows.front().failure);
    EXPECT_EQ(suite.rows.front().failure->text, failed.info.stopReason);
    ASSERT_EQ(suite.failures.size(), 1U);
    EXPECT_THAT(suiteText(suite, 100), HasSubstr("Failed: nosuch: there is no model"));
    const auto document = json::parse(suiteJson(suite));
    EXPECT_TRUE(document["rows"][0]["baseline_ns"].is_null());
    EXPECT_FALSE(document["rows"][0]["baseline_ns_reason"].get<std::string>().empty());
}

TEST(SuiteResult, OfARecordingThatWasEndedSaysByWhomAndNotThatItsProcessesWereInterrupted)
{
    auto ended = endedEarly("mlp", "its time limit in Slurm ran out (TIMEOUT)");
    for (int variant = 0; variant < 2; ++variant)
        ended.processes.push_back({.start = {.variant = variant},
            .end = profiler::ProcessEnd {
                .outcome = profiler::ProcessOutcome::Interrupted, .reason = "interrupted"}});
    const auto suite = suiteResult("night", suiteRows(ended, judge(ended)));
    ASSERT_TRUE(suite.rows.front().failure);
    EXPECT_EQ(suite.rows.front().failure->text, ended.info.stopReason);
}

TEST(SuiteResult, OfOneThatWasBrokenOffSaysWhyBesideWhatWasMeasured)
{
    auto data = recordingOf(five[0], 1);
    data.info.status = ComparisonStatus::Partial;
    data.info.stopReason = "its node failed or stopped answering Slurm (NODE_FAIL)";
    const auto suite = suiteResult("night", suiteRows(data, judge(data)));
    EXPECT_FALSE(suite.rows.front().failure);
    EXPECT_THAT(suiteText(suite, 200), HasSubstr("Broken off: resnet18: its node failed"));
    EXPECT_EQ(json::parse(suiteJson(suite))["rows"][0]["stop_reason"], data.info.stopReason);
    const auto notes = suiteColumns(suite).back().cell(suite, suite.rows.front());
    EXPECT_THAT(notes.text, HasSubstr("broken off: its node failed"));
    EXPECT_FALSE(json::parse(suiteJson(suiteOf(five)))["rows"][0].contains("stop_reason"));
}

TEST(SuiteResult, SaysOfHowManyItIsWhileSomeAreOnlyListed)
{
    std::vector<SuiteRow> rows;
    std::int64_t id = 0;
    for (const auto& model : five) {
        const auto data = recordingOf(model, ++id);
        for (auto& row : suiteRows(data, judge(data)))
            rows.push_back(std::move(row));
    }
    for (const std::size_t i : {1U, 4U}) { // as a list knows them
        rows[i].judged = false;
        for (auto& cell : rows[i].cells)
            cell = {.variant = cell.variant, .reason = {}, .failure = {}};
    }
    const auto suite = suiteSoFar("night", rows);
    EXPECT_EQ(suite.waiting, 2);
    EXPECT_EQ(suite.recordings, 5);
    ASSERT_EQ(suite.rows.size(), 5U);
    EXPECT_EQ(suite.rows.front().model, "own") << "the newest first: no row moves meanwhile";
    ASSERT_EQ(suite.means.size(), 1U);
    EXPECT_EQ(suite.means.front().ratios.size(), 3U);
    EXPECT_NEAR(*suite.means.front().mean, std::pow(1.5 * 1.1 * 1.9, 1.0 / 3), 0.02);
    EXPECT_EQ(suiteProgress(suite), "3 of 5 recordings");
    const auto sentence = suiteSentence(suite, Emphasis::None);
    EXPECT_THAT(sentence, HasSubstr("3 of 5 recordings judged so far: over 3 models"));
    EXPECT_THAT(sentence, Not(HasSubstr("keep eager"))) << "what to do is said at the end";
    const auto columns = suiteColumns(suite);
    const auto first = std::ranges::find(columns, suite.variants.front(), &SuiteColumn::variant);
    ASSERT_NE(first, columns.end());
    EXPECT_EQ(first->cell(suite, suite.rows.front()).text, "being judged…");
    EXPECT_NE(first->cell(suite, suite.rows[1]).text, "being judged…");
}

TEST(SuiteResult, ConcludesWithWhatToDo)
{
    const auto suite = suiteOf(five);
    const auto sentence = suiteSentence(suite, Emphasis::None);
    EXPECT_THAT(sentence, HasSubstr("Over 5 models on "));
    EXPECT_THAT(sentence, HasSubstr("keep eager for resnet50"));
    const auto text = suiteText(suite, 120);
    EXPECT_THAT(text, HasSubstr("geometric mean"));
    EXPECT_THAT(text, HasSubstr("vision CNN"));
    EXPECT_THAT(text, Not(HasSubstr("nan")));
    EXPECT_THAT(suiteCsv(suite), HasSubstr("resnet50,vision_cnn,b8"));
}

TEST(ModelFamily, IsToldByTheLongestNameThatFits)
{
    const auto familyOf = [](const std::string& spec) {
        Plan plan;
        plan.workload.spec = spec;
        return familyByName(plan).key;
    };
    EXPECT_EQ(familyOf("torchvision:swin3d_t"), "video");
    EXPECT_EQ(familyOf("torchvision:swin_t"), "vision_transformer");
    EXPECT_EQ(familyOf("transformers:gpt2,n_layer=2"), "text_decoder");
    EXPECT_EQ(familyOf("transformers:google/vit-base-patch16-224"), "vision_transformer");
    EXPECT_EQ(familyOf("builtin:lstm"), "recurrent");
    EXPECT_EQ(familyOf("builtin:decode-step"), "text_decoder");
    EXPECT_EQ(familyOf("builtin:transformer_block"), "text_encoder");
    EXPECT_EQ(familyOf("mymodel.py:resnet"), "");
    Plan timm;
    timm.workload.spec = "timm:create_model";
    timm.workload.arguments = {{"model_name", "\"convnext_tiny\""}};
    EXPECT_EQ(familyByName(timm).key, "vision_cnn");
    timm.suite.family = "our own";
    EXPECT_EQ(familyByName(timm), (ModelFamily {"our own", FamilySource::Suite, ""}));
}

TEST(ModelFamily, IsToldByOperatorsWhereNoNameIsKnown)
{
    ComparisonData data;
    data.plan.workload.spec = "mymodel.py:make";
    ProcessRecord process;
    TraceSummary trace;
    trace.operators = {{.name = "aten::convolution"}, {.name = "aten::relu"}};
    process.traces = {trace};
    data.processes = {process};
    EXPECT_EQ(modelFamily(data).key, "vision_cnn");
    EXPECT_THAT(familyReason(modelFamily(data)), HasSubstr("operator"));
    data.processes.front().traces.front().operators.push_back({.name = "aten::lstm"});
    EXPECT_EQ(modelFamily(data).key, "recurrent");
}

TEST(BatchSize, IsTheFirstSizeOfTheFirstTensor)
{
    ComparisonData data;
    data.plan.cases
        = {{.name = "a", .inputs = {{.name = "x", .shape = {8, 3, 64, 64}}}}, {.name = "b"}};
    ProcessRecord process;
    process.environment["inputs.b"] = "ids 4×64 int64, mask 4×64 bool";
    data.processes = {process};
    EXPECT_EQ(batchSize(data, 0), 8);
    EXPECT_EQ(batchSize(data, 1), 4);
    data.processes.front().environment["inputs.b"] = "x float32";
    EXPECT_FALSE(batchSize(data, 1));
    data.processes.front().environment["inputs.b"] = "mask from mask.pt";
    EXPECT_FALSE(batchSize(data, 1));
}
