// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/finding.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/variant_result.h"
#include "storage/file/run_database.h"
#include "tests/support/store_example.h"
#include "tests/ui/example_states.h"
#include "tests/ui/patience.h"
#include "ui/comparison/background_job.h"
#include "ui/comparison/comparison_source.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/step_queue.h"
#include "ui/pages/overview/forest_row.h"
#include "ui/pages/runs/runs_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <atomic>

namespace {

ui::Forest forestOf(const std::string& state)
{
    ui::ComparisonView view;
    view.comparison = example_states::judgedState(state);
    return ui::forestOf(view);
}

class ForestModel : public ui::RowModel<ui::ForestRow> {
public:
    void setForest(const ui::Forest& forest) { setRows(forest.rows, ui::forestColumns(forest)); }

    QModelIndex median(int row) const
    {
        return index(row, static_cast<int>(ui::ForestColumn::Median));
    }
};

TEST(ForestColumns, MakeAModelThatKeepsTheRulesOfItemModels)
{
    ForestModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    for (const char* state : {"recommended", "eight", "undecided", "failed_variant"})
        model.setForest(forestOf(state));
    EXPECT_EQ(model.rowCount(), 4);
    EXPECT_EQ(model.columnCount(), static_cast<int>(ui::ForestColumn::Verdict) + 1);
}

TEST(ForestColumns, SayWhyANumberIsMissing)
{
    ForestModel model;
    model.setForest(forestOf("failed_variant"));
    EXPECT_EQ(model.median(3).data().toString(), QStringLiteral("–"));
    EXPECT_FALSE(model.median(3).data(Qt::ToolTipRole).toString().isEmpty());
}

TEST(ForestColumns, SortByNumbersNotByText)
{
    ForestModel model;
    model.setForest(forestOf("eight"));
    for (int row = 0; row < model.rowCount(); ++row)
        EXPECT_DOUBLE_EQ(
            model.median(row).data(ui::TableModel::SortRole).toDouble(), *model.row(row).medianNs);
}

TEST(RunsModel, KeepsTheRulesOfItemModelsAndShowsTheNewestFirst)
{
    ui::RunsModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    storage::ComparisonSummary older {.workload = "builtin:mlp", .cases = {"a", "b"}};
    older.info.name = "older";
    older.info.started = {1};
    storage::ComparisonSummary newer;
    newer.info.name = "newer";
    newer.info.started = {2};
    model.setSummaries({older, newer});
    EXPECT_EQ(model.summary(0).info.name, "newer");
    EXPECT_EQ(model.index(1, ui::RunsModel::Cases).data().toString(), QStringLiteral("a, b"));
    model.setSummaries({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(BackgroundJob, DropsTheAnswerOfAnOlderRequest)
{
    ui::BackgroundJob job;
    std::vector<int> answers;
    std::atomic<bool> go = false;
    job.start(
        [&go] {
            while (!go)
                QTest::qSleep(1);
            return 1;
        },
        [&](int answer) { answers.push_back(answer); });
    job.start([] { return 2; }, [&](int answer) { answers.push_back(answer); });
    go = true;
    ui::jobThreads().waitForDone();
    QCoreApplication::processEvents();
    EXPECT_EQ(answers, std::vector {2});
    EXPECT_FALSE(job.isRunning());
}

TEST(BackgroundJob, MayEndBeforeItsAnswerComes)
{
    bool received = false;
    {
        ui::BackgroundJob job;
        job.start([] { return 1; }, [&](int /*answer*/) { received = true; });
    }
    ui::jobThreads().waitForDone();
    QCoreApplication::processEvents();
    EXPECT_FALSE(received);
}

TEST(StepQueue, RunStepsInOrderEachInATurnOfItsOwn)
{
    ui::StepQueue steps;
    std::vector<int> seen;
    bool finished = false;
    QObject::connect(&steps, &ui::StepQueue::finished, &steps, [&] { finished = true; });
    // What a step leaves in the queue comes before the next step.
    const auto later = [&](int value) {
        QMetaObject::invokeMethod(
            &steps, [&, value] { seen.push_back(value); }, Qt::QueuedConnection);
    };
    steps.run({[&] {
                   seen.push_back(1);
                   later(2);
               },
        [&] { seen.push_back(3); }});
    EXPECT_TRUE(steps.isRunning());
    EXPECT_TRUE(seen.empty());
    ASSERT_TRUE(QTest::qWaitFor([&] { return finished; }, ui_test::patience));
    EXPECT_EQ(seen, (std::vector {1, 2, 3}));
    EXPECT_FALSE(steps.isRunning());
}

TEST(StepQueue, DropTheStepsOfAnOlderRun)
{
    ui::StepQueue steps;
    std::vector<int> seen;
    steps.run({[&] {
                   seen.push_back(1);
                   steps.run({[&] { seen.push_back(3); }});
               },
        [&] { seen.push_back(2); }});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !steps.isRunning(); }, ui_test::patience));
    EXPECT_EQ(seen, (std::vector {1, 3}));
}

class ComparisonSourceTest : public testing::Test {
protected:
    std::filesystem::path file() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "example.fscope";
    }

    void record(const std::string& state)
    {
        m_sink = storage::openForRecording(file()).value();
        const auto data = recorded_example::recordedExample(example_states::named(state).options);
        ASSERT_TRUE(recorded_example::storeExample(data, *m_sink));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<profiler::RecordSink> m_sink;
};

TEST_F(ComparisonSourceTest, ReadsTheNewestComparisonAndTheList)
{
    record("undecided");
    m_sink.reset();
    ui::ComparisonSource source;
    std::shared_ptr<const ui::JudgedComparison> loaded;
    std::size_t listed = 0;
    QObject::connect(&source, &ui::ComparisonSource::loaded, &source,
        [&](const auto& comparison) { loaded = comparison; });
    QObject::connect(&source, &ui::ComparisonSource::listed, &source,
        [&](const auto& summaries) { listed = summaries.size(); });
    source.open(file(), std::string());
    ASSERT_TRUE(
        QTest::qWaitFor([&] { return loaded != nullptr && listed > 0; }, ui_test::patience));
    EXPECT_EQ(listed, 1U);
    EXPECT_EQ(loaded->result.plan.variants.size(), 2U);
}

TEST_F(ComparisonSourceTest, FollowsARecordingToItsEnd)
{
    record("recording");
    ui::ComparisonSource source;
    std::shared_ptr<const ui::JudgedComparison> loaded;
    QObject::connect(&source, &ui::ComparisonSource::loaded, &source,
        [&](const auto& comparison) { loaded = comparison; });
    source.open(file(), std::string());
    ASSERT_TRUE(QTest::qWaitFor([&] { return loaded != nullptr; }, ui_test::patience));
    EXPECT_EQ(loaded->result.info.status, profiler::ComparisonStatus::Running);
    ASSERT_TRUE(m_sink->endComparison(profiler::ComparisonStatus::Complete, "done"));
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return loaded->result.info.status == profiler::ComparisonStatus::Complete; },
        ui_test::patience));
}

TEST_F(ComparisonSourceTest, SaysInOneSentenceWhatCannotBeRead)
{
    ui::ComparisonSource source;
    QString sentence;
    QObject::connect(&source, &ui::ComparisonSource::failed, &source,
        [&](const QString& text) { sentence = text; });
    source.open(file(), std::string());
    ASSERT_TRUE(QTest::qWaitFor([&] { return !sentence.isEmpty(); }, ui_test::patience));
    EXPECT_TRUE(sentence.contains(QStringLiteral("example.fscope")));
}

} // namespace
