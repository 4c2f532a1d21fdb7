// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/gate/structure.h"
#include "profiler/judge/history/history_changes.h"
#include "profiler/judge/history/history_collector.h"
#include "profiler/judge/history/history_point.h"
#include "profiler/judge/history/history_sides.h"
#include "profiler/judge/judge.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/history/history_documents.h"
#include "profiler/report/history/history_text.h"
#include "tests/support/member_of_each.h"
#include "tests/support/recorded_example.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

using namespace profiler;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using tests::memberOfEach;

namespace {

constexpr double noise = 0.01;

/// Levels that follow each other, each of so many recordings.
struct Level {
    double value = 0;
    int recordings = 0;
};

HistoryPoint pointAt(int day, double value)
{
    constexpr std::int64_t dayNs = 86'400'000'000'000;
    return {.file = "runs/" + std::to_string(1000 + day) + ".fscope",
        .id = {1},
        .name = "night-" + std::to_string(day),
        .started = {(20'000 + day) * dayNs},
        .tool = "Fusescope 0.3.0",
        .workload = "builtin:mlp",
        .task = "inference",
        .caseName = "s32",
        .variant = "default",
        .environment = {{"device_name", "a processor"}, {"torch", "2.10.0"}},
        .value = HistoryValue {.value = value, .low = value * 0.995, .high = value * 1.005}};
}

std::vector<HistoryPoint> pointsOf(const std::vector<Level>& levels, std::uint64_t seed)
{
    std::mt19937_64 engine(seed);
    std::normal_distribution<double> normal(0, noise);
    std::vector<HistoryPoint> points;
    for (const auto& level : levels)
        for (int i = 0; i < level.recordings; ++i)
            points.push_back(
                pointAt(static_cast<int>(points.size()), level.value * std::exp(normal(engine))));
    return points;
}

History historyWith(std::vector<HistoryPoint> points, HistoryMetric metric = HistoryMetric::Median)
{
    return historyOf(std::move(points),
        {.metric = metric, .workload = "builtin:mlp", .caseName = "s32", .variant = "default"});
}

} // namespace

TEST(History, FindsThreePlantedChangesInFortyRecordingsAndNoOther)
{
    const std::vector<Level> levels {{10e6, 12}, {11e6, 9}, {10.1e6, 10}, {12e6, 9}};
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const auto history = historyWith(pointsOf(levels, seed));
        EXPECT_THAT(
            memberOfEach(history.changes, &HistoryChange::after), ElementsAre(12U, 21U, 31U))
            << "seed " << seed;
        ASSERT_EQ(history.changes.size(), 3U);
        EXPECT_TRUE(history.changes[0].worse);
        EXPECT_FALSE(history.changes[1].worse);
        EXPECT_NEAR(history.changes[2].ratio->estimate, 12 / 10.1, 0.02);
        EXPECT_LT(history.changes[2].ratio->low, history.changes[2].ratio->high);
    }
}

TEST(History, FindsNoChangeWhereThereIsNone)
{
    int found = 0;
    int apart = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        const auto history = historyWith(pointsOf({{10e6, 40}}, seed));
        found += static_cast<int>(history.changes.size());
        apart += history.apart ? 1 : 0;
    }
    EXPECT_EQ(found, 0);
    EXPECT_LE(apart, 1);
}

TEST(History, LeavesAChangeAloneThatIsTooSmallToMatter)
{
    auto points = pointsOf({{10e6, 20}, {10.2e6, 20}}, 1);
    for (auto& point : points) // without noise, so that it is seen and still left alone
        point.value->value = point.started < points[20].started ? 10e6 : 10.2e6;
    EXPECT_THAT(historyWith(points).changes, IsEmpty());
}

TEST(History, IsNotJoinedAcrossAnotherMachineOrDriver)
{
    auto points = pointsOf({{10e6, 10}, {20e6, 10}}, 1);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].environment["driver"] = i < 10 ? "550.54" : "560.28";
    const auto history = historyWith(points);
    EXPECT_THAT(history.changes, IsEmpty()) << "twice as slow, and nobody knows why";
    ASSERT_EQ(history.borders.size(), 1U);
    EXPECT_EQ(history.borders[0].at, 10U);
    EXPECT_EQ(history.tracks.size(), 2U);
}

TEST(History, IsNotJoinedAcrossWhatCompareRefuses)
{
    for (const auto& [field, words] : std::vector<std::pair<std::string, std::string>> {
             {"threads", "thread count 1 → 2"}, {"torch", "torch version 1 → 2"},
             {"model_id", "model 1 → 2"}, {"inputs_hash.s32", "inputs s32, hash 1 → 2"}}) {
        auto points = pointsOf({{10e6, 6}, {20e6, 6}}, 1);
        for (std::size_t i = 0; i < points.size(); ++i)
            points[i].environment[field] = i < 6 ? "1" : "2";
        const auto history = historyWith(points);
        EXPECT_THAT(history.changes, IsEmpty()) << field;
        ASSERT_EQ(history.borders.size(), 1U) << field;
        EXPECT_THAT(borderText(history, history.borders[0]), HasSubstr(words));
        EXPECT_THAT(historySentence(history, Emphasis::None),
            HasSubstr("is not compared across its borders: 6 recordings"));
    }
}

TEST(History, IsJoinedAcrossWhatCompareOnlyWarnsOf)
{
    auto points = pointsOf({{10e6, 6}}, 1);
    points[3].environment["python"] = "3.12";
    points[4].environment["inputs_hash.other"] = "of another case";
    points[5].environment["torch"] = "2.10.0+cpu"; // another build of the same version
    EXPECT_THAT(historyWith(points).borders, IsEmpty());
}

TEST(RepeatDifferences, NameWhatElseDiffersAndWhatForbidsARatio)
{
    auto before = recorded_example::recordedExample();
    auto after = before;
    EXPECT_EQ(repeatText(differencesOfRepeat(before, after)),
        "Nothing else that was recorded differs from the recording that this repeats.");
    for (auto* data : {&before, &after})
        for (auto& process : data->processes) {
            process.environment["threads"] = data == &before ? "2" : "1";
            process.environment["python"] = data == &before ? "3.11" : "3.12";
        }
    const auto text = repeatText(differencesOfRepeat(before, after));
    EXPECT_THAT(text, HasSubstr("Since the recording that this repeats: "));
    EXPECT_THAT(text, HasSubstr("Python 3.11 → 3.12"));
    EXPECT_THAT(text, HasSubstr("Times of the two are not comparable: thread count 2 → 1."));
}

TEST(History, ListsRecordingsThatAreTooFewForALevel)
{
    const auto sentence
        = historySentence(historyWith({pointAt(0, 2.368e6), pointAt(1, 20.98e6)}), Emphasis::None);
    EXPECT_THAT(sentence,
        HasSubstr("2 recordings, 2.368 ms and 20.98 ms, 8.9 times apart: too few to call it a "
                  "level"));
    const auto close = historyWith({pointAt(0, 10e6), pointAt(1, 10.1e6)});
    EXPECT_THAT(
        historySentence(close, Emphasis::None), HasSubstr("10.10 ms, 1.0 % apart: too few"));
    EXPECT_EQ(historyMark(close), Mark::Information);
    EXPECT_EQ(historyWord(close), "Not decided");
}

TEST(History, StaysAtALevelOnlyWhereNoValueDiffersFromIt)
{
    const auto steady = historyWith({pointAt(0, 10e6), pointAt(1, 10.1e6), pointAt(2, 10e6)});
    EXPECT_THAT(historySentence(steady, Emphasis::None), HasSubstr("3 recordings that stayed at"));
    EXPECT_EQ(historyWord(steady), "No change");
    const auto apart = historyWith({pointAt(0, 10e6), pointAt(1, 14e6), pointAt(2, 11e6)});
    EXPECT_THAT(historySentence(apart, Emphasis::None),
        HasSubstr("3 recordings between 10.00 ms and 14.00 ms, without a lasting change"));
    EXPECT_EQ(historyMark(apart), Mark::Information);
    EXPECT_EQ(historyWord(apart), "Not decided");
}

TEST(History, IsJoinedWhereARecordingDoesNotTellItsDriver)
{
    auto points = pointsOf({{10e6, 10}}, 1);
    for (std::size_t i = 5; i < points.size(); ++i)
        points[i].environment["driver"] = "560.28";
    EXPECT_THAT(historyWith(points).borders, IsEmpty());
}

TEST(History, CallsOneRecordingBesideItsLevelNoChange)
{
    auto points = pointsOf({{10e6, 30}}, 1);
    for (const std::size_t spike : {0U, 7U, 20U})
        points[spike].value->value = 15e6;
    EXPECT_THAT(historyWith(points).changes, IsEmpty());
    for (auto& point : points) // also without any noise
        point.value->value = 10e6;
    points[7].value->value = 15e6;
    EXPECT_THAT(historyWith(points).changes, IsEmpty());
}

TEST(History, OfTwoMachinesThatTakeTurnsIsTwoTracks)
{
    auto points = pointsOf({{10e6, 40}}, 3);
    for (std::size_t i = 1; i < points.size(); i += 2) {
        points[i].environment["device_name"] = "a slow processor";
        points[i].value->value *= i < 20 ? 2 : 2.4;
    }
    const auto history = historyWith(points);
    EXPECT_EQ(history.tracks.size(), 2U);
    EXPECT_EQ(history.borders.size(), 1U);
    EXPECT_THAT(memberOfEach(history.changes, &HistoryChange::after), ElementsAre(21U));
}

TEST(History, TellsWhatElseChanged)
{
    auto points = pointsOf({{10e6, 6}, {12e6, 6}}, 1);
    for (std::size_t i = 0; i < points.size(); ++i) {
        points[i].environment["git_commit"] = std::string(40, i < 6 ? 'a' : 'b');
        points[i].environment["python"] = i < 6 ? "3.11" : "3.12";
        points[i].settings["compile.mode"] = i < 6 ? "default" : "reduce-overhead";
    }
    const auto history = historyWith(points);
    ASSERT_EQ(history.changes.size(), 1U);
    const auto text = differencesText(history.changes[0].differences);
    EXPECT_THAT(text, HasSubstr("commit aaaaaaaaaa → bbbbbbbbbb"));
    EXPECT_THAT(text, HasSubstr("3.11 → 3.12"));
    EXPECT_THAT(text, HasSubstr("mode default → reduce-overhead"));
    EXPECT_THAT(historySentence(history, Emphasis::None), HasSubstr("rose from"));
    EXPECT_EQ(historyMark(history), Mark::Bad);
}

TEST(History, OfCountsChangesByWholeSteps)
{
    auto points = pointsOf({{0, 5}, {2, 3}}, 1);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].value = HistoryValue {.value = i < 5 ? 0.0 : 2.0};
    const auto history = historyWith(points, HistoryMetric::Breaks);
    EXPECT_THAT(memberOfEach(history.changes, &HistoryChange::after), ElementsAre(5U));
    EXPECT_FALSE(history.changes[0].ratio);
    EXPECT_TRUE(history.changes[0].worse);
}

TEST(History, TellsANewestRecordingBesideItsLevelAndCallsItNoChange)
{
    auto points = pointsOf({{10e6, 20}}, 1);
    points.back().value->value = 12e6;
    const auto history = historyWith(points);
    EXPECT_THAT(history.changes, IsEmpty());
    ASSERT_TRUE(history.apart);
    EXPECT_TRUE(history.apart->worse);
    EXPECT_THAT(historySentence(history, Emphasis::None), HasSubstr("record once more"));
}

TEST(History, KeepsARecordingWithoutAValueAndSaysWhy)
{
    auto points = pointsOf({{10e6, 5}}, 1);
    points[2].value = missing(ReasonKind::NoSteadyCall);
    const auto history = historyWith(points);
    EXPECT_EQ(history.points.size(), 5U);
    EXPECT_NE(pointNote(history, 2), "");
    const auto json = nlohmann::json::parse(historyJson(history));
    EXPECT_TRUE(json["recordings"][2]["value"].is_null());
    EXPECT_TRUE(json["recordings"][2].contains("value_reason"));
}

TEST(History, OfOneRecordingSaysToRecordAgain)
{
    const auto history = historyWith(pointsOf({{10e6, 1}}, 1));
    EXPECT_THAT(historySentence(history, Emphasis::None), HasSubstr("only recording"));
    EXPECT_EQ(historyMark(history), Mark::Information);
    EXPECT_FALSE(historyChart(history).isEmpty());
}

TEST(History, IsLinedUpByTheNumbersOfTorchsVersions)
{
    auto points = pointsOf({{10e6, 3}}, 1);
    points[0].environment["torch"] = "2.10.0";
    points[1].environment["torch"] = "2.9.1+cpu";
    points[2].environment["torch"] = "2.11.0";
    const auto history = historyOf(points, {.order = HistoryOrder::Torch, .variant = "default"});
    EXPECT_EQ(history.points[0].environment.at("torch"), "2.9.1+cpu");
    EXPECT_EQ(history.points[2].environment.at("torch"), "2.11.0");
}

TEST(HistoryPoint, IsWhatTheComparisonsOwnFiguresSay)
{
    const auto data = recorded_example::recordedExample();
    for (const auto metric : {HistoryMetric::Median, HistoryMetric::P99, HistoryMetric::Throughput,
             HistoryMetric::Compile, HistoryMetric::Memory, HistoryMetric::Breaks,
             HistoryMetric::SpeedUp}) {
        const auto made
            = historyPoint(historyRecording(data, metric), "a.fscope", {.metric = metric});
        const auto* point = std::get_if<HistoryPoint>(&made);
        ASSERT_NE(point, nullptr);
        EXPECT_EQ(point->variant, data.plan.variants[1].name);
        EXPECT_TRUE(point->value) << static_cast<int>(metric);
    }
}

TEST(HistoryPoint, HasASpeedUpWhereTheJudgeDecided)
{
    // one clearly faster, one as fast as eager with room for either, and too few repetitions
    for (const int repetitions : {5, 2}) {
        auto variants = recorded_example::exampleVariants(3);
        variants[2].speedUp = 1.02;
        const auto data = recorded_example::recordedExample({.variants = variants,
            .repetitions = repetitions,
            .processNoise = 0.03,
            .goal = {.minimumEffect = 0.01}});
        const auto judged = judge(data).cases.front();
        const auto recording = historyRecording(data, HistoryMetric::SpeedUp);
        for (const auto& variant : judged.variants) {
            const auto made = historyPoint(
                recording, "a.fscope", {.metric = HistoryMetric::SpeedUp, .variant = variant.name});
            const auto& value = std::get<HistoryPoint>(made).value;
            const auto ratio = decidedRatio(variant);
            ASSERT_EQ(value.has_value(), ratio.has_value()) << variant.name;
            if (ratio) {
                EXPECT_EQ(value->value, ratio->estimate) << variant.name;
            }
        }
        EXPECT_EQ(isDecided(judged.variants[1].verdict), repetitions == 5);
        EXPECT_FALSE(isDecided(judged.variants[2].verdict));
    }
}

TEST(CompiledDifferences, CountGraphsAsTheGateDoes)
{
    recorded_example::ExampleOptions options {.variants = recorded_example::exampleVariants(2)};
    options.variants[1].graphBreaks = 0;
    const auto before = recorded_example::recordedExample(options);
    options.variants[1].graphBreaks = 2;
    const auto after = recorded_example::recordedExample(options);
    const auto pointOf = [](const ComparisonData& data) {
        return std::get<HistoryPoint>(
            historyPoint(historyRecording(data, HistoryMetric::Median), "a.fscope", {}));
    };
    const auto found = compiledDifferences(pointOf(before), before, pointOf(after), after);
    const auto graphs = std::ranges::find(found, SideKind::Graphs, &SideDifference::kind);
    ASSERT_NE(graphs, found.end());
    const auto gate = structureOf(after, judge(after));
    EXPECT_EQ(graphs->after, std::to_string(*gate.variants.back().graphs));
}

TEST(HistoryCollector, LeavesOutOtherModelsAndSaysWhichCasesThereAre)
{
    auto data = recorded_example::recordedExample();
    HistoryCollector collector({});
    const auto recording = [&] { return historyRecording(data, HistoryMetric::Median); };
    collector.add("a.fscope", recording());
    data.info.started.ns -= 1'000'000'000;
    data.plan.workload.spec = "builtin:other";
    collector.add("b.fscope", recording());
    collector.leaveOut("c.fscope", "c.fscope is damaged");
    const auto history = collector.finish();
    ASSERT_TRUE(history) << history.error().message;
    EXPECT_EQ(history->points.size(), 1U);
    ASSERT_EQ(history->leftOut.size(), 2U);
    EXPECT_EQ(history->leftOut[0].kind, LeftOutKind::OtherWorkload);

    HistoryCollector none({.caseName = "large"});
    none.add("a.fscope", recording());
    const auto refused = none.finish();
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("their cases are default"));
}
